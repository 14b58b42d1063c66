/**
 * Computes a verdict from signals and history. It is a pure function.
 *
 * D1 Every input has a verdict. D2 A success is claimed only if all known facts agree. D3 Plain text never turns a
 * success into a failure. D4 Within a stage, authority decides, then the later signal. A root cause (memory, disk,
 * engine) wins over its consequences.
 */
import type { Ending } from '../reasons/ending.ts'
import type { Stage } from '../reasons/stages.ts'
import { reasons } from '../reasons/table.ts'
import { alternativesTo } from './alternatives.ts'
import { diagnoseBaseline } from './baseline.ts'
import { diagnoseCi } from './ci-steps.ts'
import { candidatesOf, NEAR_END_LINES, textCandidatesOf } from './candidates.ts'
import {
  classifier,
  rankOf,
  type Candidate,
  type DiagnoseInput,
  type Diagnosis,
  type Verdict,
} from './diagnosis.ts'
import { withDisk, withEnding } from './ending-candidates.ts'
import { preparingFailure, readEnding } from './endings.ts'
import { judgeEarlier } from './earlier.ts'
import { heardOf } from './heard-signals.ts'
import { withoutDistant } from './nearest-error.ts'
import { authorityOf, isOld, withoutOldText } from './new-lines.ts'
import { withNeeds } from './needs-of-builds.ts'
import { provingLines } from './proving-lines.ts'
import { besidePast } from './repetition.ts'
import { hasFailed } from './success-gate.ts'
import { failureOf, successOf } from './verdicts.ts'

/** Decides whether the run failed, and why. */
export function diagnose(told: DiagnoseInput): Diagnosis {
  const byStep = told.ci === undefined ? null : diagnoseCi(told, told.ci, diagnose)
  const verdict = byStep ?? inCi(diagnoseOutput(told), told)
  return told.earlier === undefined
    ? verdict
    : { ...verdict, earlier: judgeEarlier(told.earlier, diagnoseOutput) }
}

/** If no step is known to have failed, the verdict is about the last step. */
function inCi(verdict: Diagnosis, { ci }: DiagnoseInput): Diagnosis {
  if (ci === undefined) return verdict
  const place = verdict.reason === null ? { job: null, step: null } : ci.last
  return { ...verdict, ci: { system: ci.system, ...place } }
}

function diagnoseOutput(asked: DiagnoseInput): Diagnosis {
  const input = heardOf(isDone(asked.ending) ? { ...asked, exitCode: 0, endSignal: null } : asked)
  const stage = input.stage ?? input.signals[0]?.stage ?? 'agent_run'
  const ending = readEnding(input)
  const told = candidatesOf(input).map((one) => asOfStage(one, stage))
  const strong = rank(withDisk(withEnding(told, input, stage, ending), input, stage))
  const baseline = stage === 'baseline_run' ? diagnoseBaseline(input, strong) : null
  const failed = baseline === null && hasFailed(input, strong)
  const candidates = failed ? withText(strong, input) : strong
  const verdict: Verdict = baseline ?? (failed ? failureOf(input, stage, candidates[0]) : successOf(input))
  const alternatives = alternativesTo(decidedBy(verdict), candidates)
  const evidence = failed ? provingLines(verdict, input) : verdict.evidence
  return besidePast(
    { ...withNeeds(verdict, evidence), evidence, stage, alternatives, circular: false, ending, classifier },
    input,
  )
}

/** Plain text is read only if no stronger source names a cause, or if good runs contain every cause that it names. */
function withText(strong: readonly Candidate[], input: DiagnoseInput): readonly Candidate[] {
  if (!strong.every(({ signal }) => isOld(signal))) return strong
  const text = withoutOldText(textCandidatesOf(input, NEAR_END_LINES), input.signals)
  return rank([...strong, ...withoutDistant(withoutGeneral(text), input)])
}

/** One message may span this many lines. */
const SAME_MESSAGE_LINES = 12

/** Programs report the cause next to a failed request. The more specific reason counts. */
const withoutGeneral = (text: readonly Candidate[]): readonly Candidate[] =>
  text.filter(
    (general) =>
      general.reason !== 'LLM_ERROR' ||
      !text.some(
        ({ reason, signal }) =>
          reason !== 'LLM_ERROR' &&
          reasons[reason].class === 'provider' &&
          Math.abs((signal.at?.line ?? 0) - (general.signal.at?.line ?? 0)) <= SAME_MESSAGE_LINES,
      ),
  )

/** No worker has started yet, so a crash is a failure of the stage itself. */
function asOfStage(candidate: Candidate, stage: Stage): Candidate {
  const own = candidate.reason === 'WORKER_CRASHED' ? preparingFailure(stage) : null
  return own === null ? candidate : { ...candidate, reason: own, rule: `stage.${stage}` }
}

/**
 * The agent's closing record says how it ended. The exit status is that of a process that did not exit and was
 * stopped.
 */
const isDone = (ending: Ending | undefined): boolean => ending?.kind === 'stopped' && ending.by === 'done'

const decidedBy = ({ reason, custom, rule, evidence }: Verdict): Parameters<typeof alternativesTo>[0] => ({
  reason: custom?.name ?? reason,
  rule,
  signal: evidence[0],
})

/** Sorts the candidates, best first. */
const rank = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted(
    (a, b) =>
      authorityOf(a) - authorityOf(b) ||
      Number(b.root) - Number(a.root) ||
      (b.signal.at?.line ?? 0) - (a.signal.at?.line ?? 0) ||
      rankOf(a) - rankOf(b),
  )
