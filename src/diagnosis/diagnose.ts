/**
 * Computes a verdict from signals and history. It is a pure function.
 *
 * D1 Every input has a verdict. D2 A success is claimed only if all known facts agree. D3 Plain text never turns a
 * success into a failure. D4 Within a stage, authority decides, then the later signal. A root cause (memory, disk,
 * engine) wins over its consequences.
 */
import { fromStage } from '../reasons/dialects/bench.ts'
import type { Ending } from '../reasons/ending.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import { reasons } from '../reasons/table.ts'
import type { Signal, What } from '../signals/signal.ts'
import { alternativesTo } from './alternatives.ts'
import { diagnoseBaseline } from './baseline.ts'
import { diagnoseCi } from './ci-steps.ts'
import { AUTHORITY, candidatesOf, textCandidatesOf } from './candidates.ts'
import {
  classifier,
  rankOf,
  UNDETERMINED_RULE,
  type Candidate,
  type Confidence,
  type DiagnoseInput,
  type Diagnosis,
  type Verdict,
} from './diagnosis.ts'
import {
  CRASH_CODES,
  isPreparing,
  isUnknownCrash,
  readEnding,
  shellCode,
  signalOfDisk,
  signalOfEnding,
  verdictOfEnding,
} from './endings.ts'
import { judgeEarlier } from './earlier.ts'
import { suggestedBy } from './last-resort.ts'
import { hasFailed, isCutOff, isPlainFailure, isSuccess, isTrouble, questionOf } from './success-gate.ts'
import {
  authorityOf,
  isNew,
  isOld,
  newLinesOf,
  SHOWN_LINES,
  withoutOldText,
  worthLookingAt,
} from './new-lines.ts'
import { withoutDistant } from './nearest-error.ts'
import { hasPytestCodes } from './pytest-codes.ts'
import { provingLines } from './proving-lines.ts'
import { besidePast } from './repetition.ts'
import { statedSuccess } from './stated-success.ts'
import { ENDS_IN_ERROR, TELLS } from './text-forms.ts'

/** Text further from the end says nothing about the ending. */
const NEAR_END_LINES = 120
/** The number of lines that are shown if no verdict is possible. */
const TROUBLE_LINES = 3

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
  return besidePast({ ...verdict, evidence, stage, alternatives, circular: false, ending, classifier }, input)
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

const NOTHING: DiagnoseInput = { signals: [] }

/** No worker has started yet, so a crash is a failure of the stage itself. */
function asOfStage(candidate: Candidate, stage: Stage): Candidate {
  const own =
    candidate.reason === 'WORKER_CRASHED' && isPreparing(stage) ? stageDefault(stage, 1, NOTHING) : null
  return own === null ? candidate : { ...candidate, ...own }
}

/** Signals that only an agent or a model client can report. */
const OF_MODELS: ReadonlySet<What> = new Set<What>([
  'provider-error',
  'usage-limit',
  'turn-limit',
  'budget-limit',
  'context-full',
  'refusal',
  'auth',
  'no-answer',
])

/** An error in the JSON of a server or a test is not the model's. A command's output does not report for a model. */
function heardOf(input: DiagnoseInput): DiagnoseInput {
  const stage = input.stage ?? input.signals[0]?.stage ?? 'agent_run'
  const isAgents = stage === 'agent_run' || stage === 'launch' || typeof input.agent === 'string'
  if (isAgents || input.isStageInferred !== true) return input
  const isOutdone = outdoneIn(input.signals)
  const heard = input.signals.map((one) => asLastWord(one, input))
  return { ...input, signals: heard.filter((one, at) => !OF_MODELS.has(one.what) && !isOutdone(one, at)) }
}

/** The brackets of a record may follow the line of its error. */
const CLOSING_LINES = 4

/** A command that prints a JSON error last has failed of it. A request with a status may be one of many. */
function asLastWord(one: Signal, { lines = 0 }: DiagnoseInput): Signal {
  const isOpen = one.source === 'typed' && OF_MODELS.has(one.what) && !one.resolved
  const isLast = lines - (one.at?.line ?? 0) <= CLOSING_LINES && one.detail.status === undefined
  if (!isOpen || !isLast) return one
  return { ...one, source: 'text', what: 'statement', message: `Error: ${one.message}`, detail: { after: 0 } }
}

const PASSED: ReadonlySet<What> = new Set<What>(['tests-passed', 'build-passed', 'install-passed'])

/**
 * Commands also print the words that loops around agents use for their end. A tool that names a cause, or later
 * reports success, is more reliable.
 */
function outdoneIn(signals: readonly Signal[]): (one: Signal, at: number) => boolean {
  const isTool = ({ source, resolved }: Signal): boolean => source === 'tool' && !resolved
  const isCause = signals.some((one) => isTool(one) && one.what !== 'failure' && !PASSED.has(one.what))
  const lastPassed = signals.findLastIndex((one) => isTool(one) && PASSED.has(one.what))
  return ({ source, what }, at) =>
    (source === 'declared' || source === 'typed') && what !== 'success' && (isCause || at < lastPassed)
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

/** Causes that a run may have printed before it ended with such a code. The code only confirms them. */
const CONFIRMS: ReadonlyMap<number, readonly Reason[]> = new Map<number, readonly Reason[]>([
  [124, ['DISK_FULL']],
  [125, ['SANDBOX_ERROR']],
  [137, ['OUT_OF_MEMORY', 'DISK_FULL']],
  ...[...CRASH_CODES].map((code): [number, readonly Reason[]] => [code, ['DISK_FULL']]),
])

/** A full disk within this many lines of the end is the cause. If it came earlier, the run continued. */
const LAST_LINES = 3

const isConfirmed = ({ reason, signal }: Candidate, code: number, { lines = 0 }: DiagnoseInput): boolean =>
  CONFIRMS.get(code)?.includes(reason) === true &&
  (reason !== 'DISK_FULL' || lines - (signal.at?.line ?? 0) <= LAST_LINES)

function withEnding(
  candidates: readonly Candidate[],
  input: DiagnoseInput,
  stage: Stage,
  ending: Ending,
): readonly Candidate[] {
  const verdict = verdictOfEnding(input, stage)
  if (verdict === null || isUsageError(input, stage)) return candidates
  const cause = candidates.findLast((one) => isConfirmed(one, shellCode(input) ?? 0, input))
  if (ending.kind !== 'stopped' && cause !== undefined) return [{ ...cause, authority: AUTHORITY.ending }]
  const signal = { ...signalOfEnding(ending, stage), ...startErrorIn(input) }
  if (ending.kind !== 'stopped')
    return [...candidates, { ...verdict, authority: AUTHORITY.ending, signal, root: false }]
  // The unresolved error of a stopped agent is the cause. The stop is only the ending.
  const unresolved = candidates.filter(isProviderTrouble).map((one) => ({ ...one, authority: 0 }))
  return [...candidates, ...unresolved, { ...verdict, authority: AUTHORITY.mayday, signal, root: false }]
}

/** GNU programs also use exit code 125 for a wrong flag. */
const isUsageError = (input: DiagnoseInput, stage: Stage): boolean =>
  stage === 'agent_run' &&
  shellCode(input) === 125 &&
  textCandidatesOf(input, NEAR_END_LINES).some(({ reason }) => reason === 'LAUNCH_REJECTED')

const startErrorIn = ({ startError }: DiagnoseInput): Partial<Signal> =>
  startError === undefined ? {} : { source: 'mayday', message: startError }

/**
 * A full disk is more specific than an ending that follows from it. A program that named the cause itself is more
 * reliable.
 */
function withDisk(
  candidates: readonly Candidate[],
  { diskProof }: DiagnoseInput,
  stage: Stage,
): readonly Candidate[] {
  if (diskProof === undefined) return candidates
  const signal = signalOfDisk(diskProof, stage)
  const { ending: authority } = AUTHORITY
  return [...candidates, { reason: 'DISK_FULL', rule: 'mayday.disk-full', authority, signal, root: true }]
}

const isProviderTrouble = ({ reason, signal }: Candidate): boolean =>
  (signal.source === 'typed' || signal.source === 'declared') && reasons[reason].class === 'provider'

/** Sorts the candidates, best first. */
const rank = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted(
    (a, b) =>
      authorityOf(a) - authorityOf(b) ||
      Number(b.root) - Number(a.root) ||
      (b.signal.at?.line ?? 0) - (a.signal.at?.line ?? 0) ||
      rankOf(a) - rankOf(b),
  )

function successOf(input: DiagnoseInput): Verdict {
  const passed = input.ci?.passed ?? null
  if (passed !== null) return { reason: null, rule: 'success.ci', evidence: [passed], confidence: 'high' }
  const evidence = input.signals.filter(isSuccess).slice(-1)
  if (shellCode(input) === 0) {
    return {
      reason: null,
      rule: 'success.exit-0',
      evidence,
      confidence: evidence.length > 0 ? 'high' : 'medium',
    }
  }
  if (evidence.length > 0) return { reason: null, rule: 'success.stated', evidence, confidence: 'low' }
  const stated = statedSuccess(input)
  if (stated === null) return undetermined(input)
  return { reason: null, rule: stated.rule, evidence: [stated.signal], confidence: 'low' }
}

/** Shows the statements, last one first. A person may understand them. */
const undetermined = (input: DiagnoseInput): Verdict => ({
  reason: 'UNKNOWN',
  rule: UNDETERMINED_RULE,
  evidence: whereToLook(input, input.signals.filter(speaksOfTrouble).slice(-TROUBLE_LINES).toReversed()),
  confidence: 'low',
})

/** The proof of the failure, and what is new since the last good run. Without a comparison, only the proof. */
function whereToLook(input: DiagnoseInput, proof: readonly Signal[]): readonly Signal[] {
  const fresh = newLinesOf(input.signals)
  if (fresh.length === 0) return proof
  const proven = proof.filter((one) => !isOld(one) && !fresh.some(({ at }) => at?.line === one.at?.line))
  return [...proven, ...fresh].slice(0, SHOWN_LINES)
}

function failureOf(input: DiagnoseInput, stage: Stage, winner: Candidate | undefined): Verdict {
  if (winner !== undefined) {
    const { reason, custom, rule, signal } = winner
    return {
      reason,
      ...(custom === undefined ? {} : { custom }),
      rule,
      evidence: [signal],
      confidence: confidenceIn(winner, input),
    }
  }
  const question = questionOf(input)
  if (question !== null)
    return { reason: 'AGENT_GAVE_UP', rule: 'agent.asks', evidence: [question], confidence: 'low' }
  const proof = lastProof(input)
  const evidence = whereToLook(input, proof === undefined ? [] : [proof])
  if (isUnknownCrash(input, stage))
    return { reason: 'WORKER_CRASHED', rule: 'ending.crash', evidence, confidence: 'low' }
  const suggested = suggestionFor(input, proof)
  if (suggested !== null) return suggested
  const byStage =
    stepDefault(input) ?? stageDefault(stage, shellCode(input), input) ?? programDefault(input, proof)
  if (byStage !== null) return { ...byStage, evidence, confidence: 'low' }
  return {
    reason: 'UNKNOWN',
    rule: isCutOff(input) ? 'unknown.cut-off' : 'unknown',
    evidence,
    confidence: 'low',
  }
}

/** Only for outputs that Mayday did not run. For the others the stage is known and implies the kind of failure. */
function suggestionFor(input: DiagnoseInput, proof: Signal | undefined): Verdict | null {
  // An agent that states in words what stopped it is quoted, and its words are not guessed at.
  const isStated = input.signals.some(({ what }) => what === 'stated-reason')
  const found = input.isStageInferred === true && !isStated ? suggestedBy(input, proof) : null
  if (found === null) return null
  const { reason, rule, signal } = found
  return { reason, rule: rule.id, evidence: whereToLook(input, [signal]), confidence: 'low' }
}

/** The verdict if only the name of the failed step is known. */
function stepDefault({
  failedStep,
}: DiagnoseInput): { readonly reason: Reason; readonly rule: string } | null {
  if (failedStep?.kind === 'check') return { reason: 'TESTS_FAILED', rule: 'step.check' }
  return failedStep?.kind === 'build' ? { reason: 'BROKEN_BUILD', rule: 'step.build' } : null
}

/** The verdict if nothing specific is known: the default failure of this stage. */
function stageDefault(
  stage: Stage,
  code: number | null,
  input: DiagnoseInput,
): { readonly reason: Reason; readonly rule: string } | null {
  // If the stage was inferred from a git command that the program survived, it says nothing about the end.
  const isToldStage = input.isStageInferred !== true || !input.signals.some(({ what }) => what === 'uncaught')
  if (stage === 'git_clone' && isToldStage) return { reason: 'GIT_CLONE_FAILED', rule: 'stage.git_clone' }
  if (stage === 'git_checkout' && isToldStage)
    return { reason: 'GIT_CHECKOUT_FAILED', rule: 'stage.git_checkout' }
  if (stage === 'setup') return { reason: 'SETUP_FAILED', rule: 'stage.setup' }
  if (stage === 'launch') return { reason: 'LAUNCH_REJECTED', rule: 'stage.launch' }
  if (stage === 'final_test' && code === 1 && input.isStageInferred !== true)
    return { reason: 'TESTS_FAILED', rule: 'stage.final_test' }
  if (code === null || code === 1 || !hasPytestCodes(input)) return null
  const word = fromStage(stage, code)
  return word === null || word === 'UNKNOWN' ? null : { reason: word, rule: 'ending.bench-code' }
}

/** The place of the error is in an installed package, so the code of the project did not fail. */
const IN_LIBRARY = /\/(?:gems|lib\/ruby|site-packages|dist-packages|node_modules)\/\S+:\d+/

/**
 * An unknown program died from an uncaught error of an unknown kind. An exception comes from its code. A fatal line of
 * a log says only that it ended.
 */
function programDefault(
  { isStageInferred, failedStep }: DiagnoseInput,
  proof: Signal | undefined,
): { readonly reason: Reason; readonly rule: string } | null {
  const isPlain = isStageInferred === true && failedStep === undefined
  if (!isPlain || proof?.what !== 'uncaught') return null
  const isException = /\b[A-Za-z]*(?:Error|Exception)\b|panick?/.test(proof.message)
  return isException && !IN_LIBRARY.test(proof.message)
    ? { reason: 'BROKEN_BUILD', rule: 'program.died' }
    : null
}

const speaksOfTrouble = ({ what, message }: Signal): boolean =>
  what === 'statement' && (ENDS_IN_ERROR.test(message) || TELLS.test(message))

/** The last line about the failure, as a starting point for a person. */
function lastProof({ signals: all, failedStep }: DiagnoseInput): Signal | undefined {
  const signals = worthLookingAt(all)
  return (
    signals.findLast((signal) => isTrouble(signal) && !signal.specific) ??
    signals.findLast((signal) => signal.what === 'uncaught' && (signal.detail.after ?? 0) < NEAR_END_LINES) ??
    signals.findLast((signal) => signal.what === 'statement' && ENDS_IN_ERROR.test(signal.message)) ??
    signals.findLast(isPlainFailure) ??
    (signals.some(isNew) ? undefined : (failedStep?.verdict ?? undefined))
  )
}

function confidenceIn(winner: Candidate, input: DiagnoseInput): Confidence {
  if (isOld(winner.signal)) return 'low'
  if (winner.rule === 'ending.killed') return 'medium'
  if (winner.rule === 'ending.agent-killed') return input.ending === undefined ? 'medium' : 'high'
  if (winner.rule === 'ending.out-of-memory' || winner.rule === 'ending.child-out-of-memory')
    return input.memoryProof === 'own' ? 'high' : 'medium'
  if (winner.signal.what === 'killed' || winner.signal.what === 'permission-open') return 'medium'
  if (winner.authority <= AUTHORITY.ending) return 'high'
  const known = shellCode(input) !== null
  if (winner.authority === AUTHORITY.tool) return known ? 'high' : 'medium'
  if (winner.authority === AUTHORITY.marker) return 'medium'
  return known ? 'medium' : 'low'
}
