/**
 * What a failed run taught: facts for the next attempt, never a suggestion.
 *
 * - L1 A failed run gives one lesson. A success and a canceled run give none.
 * - L2 All input was redacted when it was read. Nothing is read again.
 * - L3 A lesson is bounded: an error of 500 characters, a context of 2,000 in whole lines, 20 files.
 */
import { isUnknown, orUnknown } from '../reasons/reason.ts'
import { describeEnding } from '../diagnosis/endings.ts'
import { fingerprint } from '../diagnosis/fingerprint.ts'
import { SHOWN_NAMES } from '../diagnosis/test-run.ts'
import { failureText } from '../record/cause.ts'
import type { RunDiagnosis, RunResult } from '../record/run-result.ts'
import type { NewLesson } from '../record/task-story.ts'
import { EXCERPT_CHARS } from '../signals/place.ts'
import type { RunFacts, Signal } from '../signals/signal.ts'
import { describeAttempt } from './attempted.ts'
import { errorAtEnd, isComplaint, tellsError } from './error-lines.ts'
import { filesOf } from './lesson-files.ts'
import { cutAtWord, onOneLine, wholeLines } from './words.ts'

export const ERROR_CHARS = 500
export const CONTEXT_CHARS = 2000

const NO_MESSAGE = 'Task failed (no specific error message captured)'
const NO_LOG = 'Unknown failure (no output file)'

export type LessonInput = {
  readonly result: RunResult
  /** The facts of the agent stage. Null if it never ran. */
  readonly facts: RunFacts | null
  /** The signals of all stages. */
  readonly signals: readonly Signal[]
  /** Is there an output that could be read? */
  readonly hasLog: boolean
  readonly task: number
  /** Paths inside it are relative to it. */
  readonly root?: string
}

/** The lesson of a failed run. Null for every other run (L1). */
export function lessonOf(input: LessonInput): NewLesson | null {
  const { result, facts, task, root = null } = input
  if (result.status !== 'failed') return null
  const error = errorOf(input)
  return {
    runId: result.runId,
    run: result.run,
    task,
    phase: result.phase,
    at: result.endedAt,
    error,
    attempted: describeAttempt(result, facts, error),
    files: filesOf(result, facts, { error, root }),
    context: contextOf(input),
    fingerprint: fingerprintOf(result, error),
    reason: orUnknown(result.reason),
  }
}

/**
 * In this order: the statement of the agent, the typed error, the decisive evidence, a line in the form of an error.
 */
function errorOf(input: LessonInput): string {
  const { signals, hasLog } = input
  const { diagnosis } = input.result
  const stated = statedIn(signals)?.message ?? diagnosis?.statedReason
  const plain = [decisiveMessage(diagnosis, signals), errorLine(input)]
  const said = [
    stated,
    typedMessage(diagnosis, signals),
    ...(isBareExit(diagnosis) ? plain.toReversed() : plain),
    agentError(input),
  ]
    .map((text) => cutAtWord(whole(text ?? ''), ERROR_CHARS))
    .find((text) => text !== '' && text.toLowerCase() !== 'unknown')
  return said ?? (hasLog ? NO_MESSAGE : NO_LOG)
}

const statedIn = (signals: readonly Signal[]): Signal | undefined =>
  signals.findLast(({ what }) => what === 'stated-reason')

/** Only an exit code decided, which does not help the next attempt. */
const isBareExit = (diagnosis: RunDiagnosis | null): boolean =>
  /^exit code \d+$/.test(diagnosis?.evidence[0]?.excerpt ?? '')

/** From the stage that failed. */
function errorStatement({ result: { stage }, signals }: LessonInput): Signal | undefined {
  const lines = signals.filter((one) => one.what === 'statement' && one.stage === stage)
  return lines.findLast(({ message }) => tellsError(message))
}

/** If verify fails without output, the error at the end of the agent's words is the best available explanation. */
const agentError = ({ result: { stage }, facts }: LessonInput): string | undefined =>
  stage === 'final_test' && facts !== null ? errorAtEnd(facts.lastWords) : undefined

function errorLine(input: LessonInput): string | undefined {
  const { facts } = input
  const said = input.result.stage === 'agent_run' ? (facts?.lastWords.split('\n') ?? []) : []
  // Without an answer, these are the last lines of an unknown program.
  const isProgram = facts !== null && !facts.answered
  return (
    errorStatement(input)?.message ??
    said.findLast(tellsError) ??
    (isProgram ? said.findLast(isComplaint) : undefined)
  )
}

/** Messages are cut after 500 characters, possibly inside a word. */
const whole = (text: string): string =>
  text.length < ERROR_CHARS || !/\s\S+$/.test(text) ? text : text.replace(/\s\S*$/, '')

/** The typed error that decided. If something else decided, the last unresolved one. */
function typedMessage(diagnosis: RunDiagnosis | null, signals: readonly Signal[]): string | undefined {
  const decided = signalOf(diagnosis?.evidence[0], signals)
  const found =
    decided !== undefined && isTyped(decided)
      ? decided
      : signals.findLast((signal) => isTyped(signal) && !signal.resolved && signal.what !== 'success')
  return found === undefined || !isTold(found, signals) ? undefined : found.message
}

const isTyped = ({ source }: Signal): boolean => source === 'typed' || source === 'declared'

/** Prose next to a failure is not an error message: `I fixed the error handling. All good.` */
const PROSE = /^(?:I|I['’]\w+|The|All|This|It|We|My|Here|Done)\b.*\s\S+\s/

const isTold = (signal: Signal, signals: readonly Signal[]): boolean =>
  signal.specific ||
  !PROSE.test(signal.message) ||
  signals.some(({ source, message }) => source === 'text' && message === signal.message)

type OneEvidence = RunDiagnosis['evidence'][number]

const signalOf = (evidence: OneEvidence | undefined, signals: readonly Signal[]): Signal | undefined =>
  evidence === undefined
    ? undefined
    : signals.findLast(({ source, at }) => source === evidence.source && at?.excerpt === evidence.excerpt)

/** A bare exit code is not a message. A stop by Mayday or by a signal is one. */
function decisiveMessage(diagnosis: RunDiagnosis | null, signals: readonly Signal[]): string | undefined {
  const [first] = diagnosis?.evidence ?? []
  if (diagnosis === null || first === undefined || first.source === 'marker') return undefined
  if (first.source === 'ending' && isUnknown(diagnosis.reason)) return undefined
  const signal = signalOf(first, signals)
  if (signal !== undefined && isTyped(signal) && !isTold(signal, signals)) return undefined
  const said = fullExcerpt(first, signals)
  return first.source === 'tool' ? withTests(said, diagnosis) : said
}

/** An excerpt may be shorter than the message. The result never ends inside a word. */
function fullExcerpt(evidence: OneEvidence, signals: readonly Signal[]): string {
  const { excerpt } = evidence
  const signal = signalOf(evidence, signals)
  // The message of a panic is on the line after the one that decided.
  if (excerpt.length < EXCERPT_CHARS && signal?.what !== 'uncaught') return excerpt
  const message = signal?.message ?? ''
  if (message.length > excerpt.length && message.startsWith(excerpt))
    return cutAtWord(whole(message), ERROR_CHARS)
  return excerpt.length < EXCERPT_CHARS ? excerpt : excerpt.replace(/\s\S*$/, '')
}

/** If failing tests were compared, the next attempt must know which of them are new. */
function withTests(excerpt: string, { failing = [], compared }: RunDiagnosis): string {
  if (compared === undefined || compared.kinds === null) return withNames(excerpt, failing)
  const fresh = compared.kinds.new.slice(0, SAID_NAMES).map(onOneLine)
  return `${excerpt} (${compared.words}${fresh.length === 0 ? '' : `; new: ${fresh.join(', ')}`})`
}

const SAID_NAMES = 3

/** `1 failed` alone is not helpful. The first failing tests are added, unless it names them. */
function withNames(excerpt: string, failing: readonly string[]): string {
  if (failing.length === 0 || failing.some((name) => excerpt.includes(name))) return excerpt
  return `${excerpt} (${failing.slice(0, SAID_NAMES).map(onOneLine).join(', ')})`
}

/** The evidence of the failure, with the line before it, the failing tests and the verify command. */
function contextOf(input: LessonInput): string {
  const { diagnosis, verify, rejection, ending, stage } = input.result
  const proof = proofOf(input)
  const failing = diagnosis?.failing ?? []
  const lines = [
    ...proof,
    ...(proof.length === 0 || statedIn(input.signals) !== undefined
      ? [`ended: ${describeEnding(ending)} at ${stage}`]
      : []),
    ...(failing.length === 0
      ? []
      : [`${hasNew(diagnosis) ? 'new failures' : 'failing'}: ${failing.map(onOneLine).join(', ')}`]),
    ...oldLines(diagnosis),
    ...(verify === null ? [] : [`verify: ${onOneLine(verify.command)}${codeWords(verify)}`]),
    ...(rejection === null ? [] : [`rejected: ${onOneLine(rejection)}`]),
  ]
  return wholeLines([...new Set(lines)], CONTEXT_CHARS)
}

const hasNew = (diagnosis: RunDiagnosis | null): boolean => (diagnosis?.compared?.kinds?.new.length ?? 0) > 0

/** Failures that the agent did not cause. */
function oldLines(diagnosis: RunDiagnosis | null): readonly string[] {
  const { old = [], flaky = [] } = diagnosis?.compared?.kinds ?? {}
  const listed = (label: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${label}: ${names.slice(0, SHOWN_NAMES).map(onOneLine).join(', ')}`]
  return [
    ...listed('failed before the agent began', old),
    ...listed(
      'flaky',
      flaky.map(({ name }) => name),
    ),
  ]
}

/** If only the ending decided: the statement of the agent, or the line in the form of an error. */
function proofOf(input: LessonInput): readonly string[] {
  const { signals, result } = input
  const evidence = result.diagnosis?.evidence ?? []
  if (evidence.length > 0)
    return evidence.flatMap((one) => placeLines({ ...one, excerpt: fullExcerpt(one, signals) }))
  const signal = statedIn(signals) ?? errorStatement(input)
  const at = signal?.at ?? null
  if (at === null) return []
  return placeLines({ ...at, ...(at.before === undefined ? {} : { context: at.before }) })
}

type Placed = Pick<OneEvidence, 'file' | 'line' | 'excerpt' | 'context'>

const placeLines = ({ file, line, excerpt, context }: Placed): readonly string[] => [
  ...(context === undefined || context.trim() === '' || onOneLine(context) === onOneLine(excerpt)
    ? []
    : [`before: ${onOneLine(context)}`]),
  `${file === null || line === null ? 'evidence' : `${file.split('/').at(-1) ?? file}:${line}`}: ${onOneLine(excerpt)}`,
]

const codeWords = ({ passed, exitCode }: { passed: boolean; exitCode: number | null }): string =>
  passed ? ' (passed)' : exitCode === null ? ' (failed)' : ` (exit code ${exitCode})`

/** The same for two occurrences of one failure: its reason, what decided, and the failing tests. */
export const fingerprintOf = (
  verdict: Pick<RunResult, 'diagnosis'> & { readonly reason: string | null },
  error: string,
): string => fingerprint(failureText(verdict, error))
