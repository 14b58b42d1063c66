/** The verdict of an output that is known to have failed or not. */
import { fromStage } from '../reasons/dialects/bench.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Signal } from '../signals/signal.ts'
import { AUTHORITY, NEAR_END_LINES } from './candidates.ts'
import {
  UNDETERMINED_RULE,
  type Candidate,
  type Confidence,
  type DiagnoseInput,
  type Verdict,
} from './diagnosis.ts'
import { isUnknownCrash, preparingFailure, shellCode } from './endings.ts'
import { suggestedBy } from './last-resort.ts'
import { isNew, isOld, newLinesOf, SHOWN_LINES, worthLookingAt } from './new-lines.ts'
import { hasPytestCodes } from './pytest-codes.ts'
import { statedSuccess } from './stated-success.ts'
import { statedStatus } from './stated-status.ts'
import {
  complaintOf,
  isCutOff,
  isPlainFailure,
  isSuccess,
  isTrouble,
  questionOf,
  redTestsOf,
} from './success-gate.ts'
import { ENDS_IN_ERROR, QUIET, TELLS } from './text-forms.ts'

/** The number of lines that are shown if no verdict is possible. */
const TROUBLE_LINES = 3

export function successOf(input: DiagnoseInput): Verdict {
  const passed = input.ci?.passed ?? null
  if (passed !== null) return { reason: null, rule: 'success.ci', evidence: [passed], confidence: 'high' }
  const evidence = input.signals.filter((one) => isSuccess(one) && !isLongAgo(one, input)).slice(-1)
  if (shellCode(input) === 0) {
    return {
      reason: null,
      rule: 'success.exit-0',
      evidence,
      confidence: evidence.length > 0 ? 'high' : 'medium',
    }
  }
  if (evidence.length > 0) return { reason: null, rule: 'success.stated', evidence, confidence: 'low' }
  const status = statedStatus(input)
  if (status?.status === 0)
    return { reason: null, rule: 'success.status-zero', evidence: [status.signal], confidence: 'medium' }
  const stated = statedSuccess(input)
  if (stated === null) return undetermined(input)
  return { reason: null, rule: stated.rule, evidence: [stated.signal], confidence: 'low' }
}

/**
 * An install is a step before the work, and a passed check may be one of several. After this many further lines they
 * say nothing about the end.
 */
const LONG_AGO = 20
/** These tools are the work themselves. They list what they made after they report their end. */
const LIST_THEIR_RESULT: ReadonlySet<string> = new Set(['provisioning', 'deploy'])
const LISTED_LINES = 120

const isLongAgo = ({ what, at, detail }: Signal, { lines = 0 }: DiagnoseInput): boolean =>
  (what === 'install-passed' || (what === 'tests-passed' && detail.soFar === true)) &&
  lines - (at?.line ?? lines) > (LIST_THEIR_RESULT.has(detail.by ?? '') ? LISTED_LINES : LONG_AGO)

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

export function failureOf(input: DiagnoseInput, stage: Stage, winner: Candidate | undefined): Verdict {
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
  const evidence = whereToLook(input, proof === undefined ? [] : withLastWords(proof, input))
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

/** The CI system says only that the step failed. What the step said last may say why. */
const withLastWords = (proof: Signal, { failedStep }: DiagnoseInput): readonly Signal[] =>
  failedStep?.verdict === proof && failedStep.lastWords !== null ? [failedStep.lastWords, proof] : [proof]

/** Only for outputs that Mayday did not run. For the others the stage is known and implies the kind of failure. */
function suggestionFor(input: DiagnoseInput, proof: Signal | undefined): Verdict | null {
  // If an agent states what stopped it, its words are quoted and not interpreted.
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
  const unprepared = preparingFailure(stage)
  if (unprepared !== null && (isToldStage || stage === 'setup'))
    return { reason: unprepared, rule: `stage.${stage}` }
  if (stage === 'launch') return { reason: 'LAUNCH_REJECTED', rule: 'stage.launch' }
  if (stage === 'final_test' && code === 1 && input.isStageInferred !== true)
    return { reason: 'TESTS_FAILED', rule: 'stage.final_test' }
  if (code === null || code === 1 || !hasPytestCodes(input)) return null
  const word = fromStage(stage, code)
  return word === null || word === 'UNKNOWN' ? null : { reason: word, rule: 'ending.bench-code' }
}

/** The place of the error is in an installed package, so the code of the project did not fail. */
const IN_LIBRARY = /\/(?:gems|lib\/ruby|site-packages|dist-packages|node_modules)\/\S+:\d+/

/** The report of a language's runtime about an error that the program did not handle. */
const BY_RUNTIME =
  /\b[A-Za-z]*(?:Error|Exception)\b|^(?:[A-Za-z_]\w*\.){1,12}[A-Z]\w*(?::|$)|^StopIteration\b|panick?|^Unhandled exception:|^lua(?:\d[\d.]*|jit)?: | at (?:-e|\S+\.(?:pl|pm|t)) line \d+\.$|: Prelude\.|: <<loop>>$|^Fatal error: /

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
  return BY_RUNTIME.test(proof.message) && !IN_LIBRARY.test(proof.message)
    ? { reason: 'BROKEN_BUILD', rule: 'program.died' }
    : null
}

const speaksOfTrouble = ({ what, message }: Signal): boolean =>
  what === 'statement' && !QUIET.test(message) && (ENDS_IN_ERROR.test(message) || TELLS.test(message))

/** The last line about the failure, as a starting point for a person. */
function lastProof({ signals: all, failedStep, ...told }: DiagnoseInput): Signal | undefined {
  const signals = worthLookingAt(all)
  return (
    signals.findLast((signal) => isTrouble(signal) && !signal.specific) ??
    signals.findLast((signal) => signal.what === 'uncaught' && (signal.detail.after ?? 0) < NEAR_END_LINES) ??
    signals.findLast((signal) => signal.what === 'statement' && ENDS_IN_ERROR.test(signal.message)) ??
    signals.findLast(isPlainFailure) ??
    statedStatus({ signals, ...told })?.signal ??
    redTestsOf({ signals, ...told }) ??
    (signals.some(isNew)
      ? undefined
      : (failedStep?.verdict ?? complaintOf({ signals: all, ...told }) ?? undefined))
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
