/** Which signals of an output count, if only a command wrote it. */
import type { Signal, What } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'

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
export function heardOf(input: DiagnoseInput): DiagnoseInput {
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
