/** Which signals of an output count, if only a command wrote it. */
import type { Signal, What } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'
import { ENDS_IN_ERROR, TELLS, TRIES_AGAIN } from './text-forms.ts'

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
export function heardOf(told: DiagnoseInput): DiagnoseInput {
  const input = withoutNotices(withoutWait(withoutLoopLimit(withoutRetried(withStopReason(told)))))
  const stage = input.stage ?? input.signals[0]?.stage ?? 'agent_run'
  const isAgents = stage === 'agent_run' || stage === 'launch' || typeof input.agent === 'string'
  if (isAgents || input.isStageInferred !== true) return input
  const limit = input.signals.findLast((one) => LIMITS.has(one.what) && asLastWord(one, input) !== one)
  const signals = input.signals.filter((one) => !isOfEarlierTurn(one, limit))
  const isOutdone = outdoneIn(signals)
  // The output is that of a loop if tools ran in its turns.
  const kept = signals.length < input.signals.length ? limit : undefined
  const heard = signals.map((one) => (one === kept ? one : asLastWord(one, input)))
  const isHeard = (one: Signal, at: number): boolean =>
    (one === kept || !OF_MODELS.has(one.what)) && !isOutdone(one, at)
  return { ...input, signals: heard.filter(isHeard) }
}

const LIMITS: ReadonlySet<What> = new Set<What>(['turn-limit', 'budget-limit'])

/** What a tool said so many lines before the limit with which a loop ends is the result of one of its turns. */
const TURN_LINES = 20

const isOfEarlierTurn = ({ source, at }: Signal, limit: Signal | undefined): boolean =>
  limit !== undefined && source === 'tool' && (limit.at?.line ?? 0) - (at?.line ?? 0) > TURN_LINES

/** An error of the provider on a line that announces the next attempt is over if the output goes on. */
function withoutRetried(input: DiagnoseInput): DiagnoseInput {
  if (input.structured === true) return input
  const isRetried = ({ source, what, at, detail }: Signal): boolean =>
    what === 'provider-error' &&
    (source === 'declared' || source === 'typed') &&
    detail.retry === undefined &&
    (input.lines ?? 0) - (at?.line ?? 0) > 1 &&
    TRIES_AGAIN.test(at?.excerpt ?? '')
  return input.signals.some(isRetried)
    ? { ...input, signals: input.signals.filter((one) => !isRetried(one)) }
    : input
}

/** The reason that a loop gives for its stop is more telling than the stop. */
const NOT_ALLOWED = /^\W{0,4}Reason: {1,40}Permission denied\b/
const REASON_LINES = 40

function withStopReason(input: DiagnoseInput): DiagnoseInput {
  const reason = input.signals.findLast(
    ({ what, message }) => what === 'statement' && NOT_ALLOWED.test(message),
  )
  if (reason === undefined) return input
  const isStop = ({ source, what, at }: Signal): boolean =>
    source === 'declared' &&
    what === 'loop' &&
    Math.abs((at?.line ?? 0) - (reason.at?.line ?? 0)) <= REASON_LINES
  const stop = input.signals.findLast(isStop)
  if (stop === undefined) return input
  const told: Signal = { ...reason, source: 'declared', what: 'permission-denied' }
  return { ...input, signals: [...input.signals.filter((one) => !isStop(one)), told] }
}

/** `Retrying in 16 seconds` says only that the error before it will be tried again. */
function withoutNotices(input: DiagnoseInput): DiagnoseInput {
  const isNotice = ({ what, detail: { retry, status, code } }: Signal): boolean =>
    what === 'provider-error' && retry !== undefined && status === undefined && code === undefined
  const isError = (one: Signal): boolean =>
    one.what === 'provider-error' && !one.resolved && one.source === 'declared' && !isNotice(one)
  return input.signals.some(isError) && input.signals.some(isNotice)
    ? { ...input, signals: input.signals.filter((one) => one.source !== 'declared' || !isNotice(one)) }
    : input
}

/** After this many retries, an interrupt by a person means that the provider is the cause. */
const LEAST_RETRIES = 2
const RETRY_LINES = 12

/** Statuses of a request that no retry can help. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])

/** Has the provider refused for good, or again and again? */
const isLasting = (error: Signal, signals: readonly Signal[]): boolean =>
  FINAL_STATUSES.has(error.detail.status ?? 0) ||
  signals.some(
    ({ source, resolved, detail, at }) =>
      source === 'declared' &&
      !resolved &&
      (detail.retry?.attempt ?? 0) >= LEAST_RETRIES &&
      (error.at?.line ?? 0) - (at?.line ?? 0) <= RETRY_LINES,
  )

function withoutWait(input: DiagnoseInput): DiagnoseInput {
  const isInterrupt = ({ source, what }: Signal): boolean => source === 'declared' && what === 'interrupt'
  const before = input.signals.findLast((one) => one.what !== 'statement' && !isInterrupt(one))
  if (before?.source !== 'declared' || before.resolved || !isLasting(before, input.signals)) return input
  const isLater = (one: Signal): boolean => (one.at?.line ?? 0) > (before.at?.line ?? 0)
  return { ...input, signals: input.signals.filter((one) => !(isInterrupt(one) && isLater(one))) }
}

/** The maximum number of statements between the error of a loop's last iteration and its limit. */
const LOOP_STATEMENTS = 4

/** A loop whose iterations end with the same error reaches its limit because of that error. */
function withoutLoopLimit(input: DiagnoseInput): DiagnoseInput {
  const before = input.earlier?.runs.at(-1)
  const limitAt = input.signals.findIndex(({ what, resolved }) => what === 'turn-limit' && !resolved)
  if (before === undefined || limitAt < 0) return input
  const isRepeated = ({ what, message }: Signal): boolean =>
    what === 'statement' &&
    (ENDS_IN_ERROR.test(message) || TELLS.test(message)) &&
    before.signals.some((one) => one.message === message)
  const limit = input.signals[limitAt]?.at?.line ?? 0
  const last = input.signals.filter(({ what, at }) => what === 'statement' && (at?.line ?? 0) < limit)
  return last.slice(-LOOP_STATEMENTS).some(isRepeated)
    ? { ...input, signals: input.signals.filter(({ what }) => what !== 'turn-limit') }
    : input
}

/** The brackets of a record may follow the line of its error. */
const CLOSING_LINES = 4

/** A command that prints a JSON error last has failed of it. A request with a status may be one of many. */
function asLastWord(one: Signal, { lines = 0 }: DiagnoseInput): Signal {
  const isLimit = one.source === 'declared' && (one.what === 'budget-limit' || one.what === 'turn-limit')
  const isOpen = (one.source === 'typed' || isLimit) && OF_MODELS.has(one.what) && !one.resolved
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
