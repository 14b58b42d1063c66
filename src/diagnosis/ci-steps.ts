/**
 * The verdict on a CI log, from its failed steps.
 *
 * The system's report that a step failed is proof, like an exit code. If several steps failed, a step that names a
 * cause decides. Of several causes, the most frequent one decides. If no step failed, an agent may have: agents exit
 * with 0 after errors.
 */
import type { Shape } from '../reasons/shape.ts'
import type { Stage } from '../reasons/stages.ts'
import type { CiReading, CiStepReading, Reading, Signal, What } from '../signals/signal.ts'
import { verdictOf, type DiagnoseInput, type Diagnosis, type StepKind } from './diagnosis.ts'
import type { ciSchema } from './explanation-schema.ts'
import { shellCode } from './endings.ts'
import { isGeneric } from './cause-of.ts'

/** The place of the failure in a CI run. */
export type CiPlace = Shape<typeof ciSchema>

/** Steps that only prepare the others. */
const PREPARES =
  /^(?:run )?(?:actions\/(?:checkout|setup-\w+|cache)|set ?up\b|setup-|install\b|checkout\b|initiali[sz]e\b|restore\b|download\b|pull\b|log ?in\b|configure\b|prepare\b|pre_|get_sources|prepare_|restore_cache|npm (?:ci|install)\b|pnpm (?:i|install)\b|yarn install\b|pip install\b|bundle install\b|apt-get\b|sudo apt)/i

const FAILED_TO_PREPARE: ReadonlySet<What> = new Set<What>([
  'install-failed',
  'engine-failed',
  'clone-failed',
  'checkout-failed',
])

/** Steps that check the work, and steps that build it. */
const CHECKS =
  /\b(?:tests?|testing|lint|linting|check|checks|verify|validate|validation|scan(?:s|ner|ning)?|audits?|e2e|spec|specs|coverage|typecheck|format|quality|pytest|jest|vitest|eslint|analy[sz]e|analysis|conformance)\b/i
const BUILDS = /\b(?:build|builds|building|compile|bundle|package|webpack|vite|tsc|make|docker build)\b/i

/** Commands that only read what describes the machines: what they refuse is the project's own text. */
const VALIDATES =
  /^(?:run )?(?:terraform|tofu|terragrunt|packer|helm|ansible)(?:[ -](?:-\S+|\w+))?[ -](?:validate|lint|fmt|syntax-check)\b|^(?:run )?(?:terraform|tofu|packer|helm) (?:validat\w+|lint|fmt|format)\b/i

const asCheck = (signal: Signal): Signal =>
  signal.source === 'tool' && signal.what === 'install-failed' ? { ...signal, what: 'lint-failed' } : signal

const kindOf = (step: string | null): StepKind | null => {
  if (step === null) return null
  return CHECKS.test(step) ? 'check' : BUILDS.test(step) ? 'build' : null
}

type Judged = { readonly step: CiStepReading; readonly verdict: Diagnosis }

export function diagnoseCi(
  input: DiagnoseInput,
  ci: CiReading,
  diagnose: (step: DiagnoseInput) => Diagnosis,
): Diagnosis | null {
  const agent = failedAgent(ci, diagnose)
  if (agent !== null) return agent
  const code = shellCode(input)
  if (code === 0) return null
  const judged = ci.failed.map((step) => ({ step, verdict: diagnose(inputOf(step)) }))
  const decisive = decisiveOf(judged)
  if (decisive === undefined) return null
  const others = judged
    .filter((one) => one !== decisive)
    .map(({ step, verdict }) => ({ job: step.job, step: step.step, reason: verdict.reason }))
  const { job, step } = decisive.step
  return {
    ...decisive.verdict,
    ci: { system: ci.system, job, step, ...(others.length === 0 ? {} : { others }) },
  }
}

/** The verdict on an agent that failed in a step that passed. The output of a known agent is proof. */
function failedAgent(
  { agents, system }: CiReading,
  diagnose: (step: DiagnoseInput) => Diagnosis,
): Diagnosis | null {
  for (const { job, step, reading } of agents.toReversed()) {
    const { ci: _, ...own } = reading
    if (reading.agent === null) continue
    const verdict = diagnose({ ...own, stage: 'agent_run' })
    if (verdictOf(verdict) === 'failed') return { ...verdict, ci: { system, job, step } }
  }
  return null
}

/** The system reports a failure. Without an exit code, it is an unspecific failure. */
function inputOf(step: CiStepReading): DiagnoseInput {
  const { reading, verdict, lastWords, exitCode, outcome } = step
  const specific = outcome === 'timed-out' || outcome === 'canceled'
  const said = specific && verdict !== null ? [...reading.signals, verdict] : reading.signals
  const { ci: _, ...own } = reading
  const stage = stageOf(step)
  const isValidation = VALIDATES.test(step.step ?? '')
  const heard = isValidation ? said.map(asCheck) : said
  return {
    ...own,
    // The rules use the stage of a signal. It is the stage of the step, even if the text alone suggests another.
    signals: heard.map((signal) => (signal.stage === reading.stage ? { ...signal, stage } : signal)),
    stage,
    isStageInferred: true,
    exitCode: exitCode ?? 1,
    failedStep: { verdict, lastWords, kind: kindOf(step.step) },
  }
}

/** The text looks like that of an agent and reports an error in the form of an agent. */
const speaksForModel = ({ stage, signals }: Reading): boolean =>
  stage === 'agent_run' &&
  signals.some(
    ({ source, what, resolved }) => !resolved && source !== 'tool' && source !== 'text' && what !== 'failure',
  )

function stageOf({ step, reading }: CiStepReading): Stage {
  if (reading.agent !== null || speaksForModel(reading)) return 'agent_run'
  if (step !== null && PREPARES.test(step)) return 'setup'
  // A successful install is only the beginning of the step.
  const isPrepared = reading.signals.some(({ what, resolved }) => !resolved && FAILED_TO_PREPARE.has(what))
  return reading.stage === 'agent_run' || (reading.stage === 'setup' && !isPrepared)
    ? 'final_test'
    : reading.stage
}

function decisiveOf(judged: readonly Judged[]): Judged | undefined {
  const telling = judged.filter(({ verdict }) => verdict.reason !== 'UNKNOWN' && verdict.reason !== null)
  const ended = telling.filter(({ step }) => step.outcome !== 'canceled')
  const best = [ended, telling, judged].find((list) => list.length > 0) ?? []
  const count = (one: Judged): number =>
    best.filter(({ verdict }) => verdict.reason === one.verdict.reason).length
  const most = Math.max(...best.map(count))
  const likely = best.filter((one) => count(one) === most)
  return likely.find(saysWhat) ?? likely[0]
}

/** The line that proves it says what is wrong. A builder of images reports the step that failed once more at its end. */
const saysWhat = ({ verdict }: Judged): boolean => {
  const line = verdict.evidence[0]?.at?.excerpt
  return line !== undefined && !isGeneric(line)
}
