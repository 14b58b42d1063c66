import type { JsonObject } from '../../signals/bytes/records.ts'
import { isObject } from '../../signals/bytes/records.ts'
import { meaningOf, type Form } from '../../signals/forms.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { isJsonLine } from '../../signals/agents/json-line.ts'

/** `exit_status` of a trajectory. After an error it still submits the current patch: `submitted (exit_cost)`. */
const EXITS: Readonly<Record<string, What>> = {
  submitted: 'success',
  exit_cost: 'budget-limit',
  exit_total_cost: 'budget-limit',
  exit_context: 'context-full',
  exit_format: 'tool-failure',
  exit_api: 'provider-error',
  exit_environment_error: 'sandbox-failure',
  exit_command_timeout: 'time-limit',
  exit_total_execution_time: 'time-limit',
  exit_forfeit: 'gave-up',
  exit_command: 'gave-up',
  exit_error: 'crash',
  early_exit: 'tool-failure',
  skipped: 'interrupt',
}

/** Log messages of its own stops. */
const LOGGED: readonly Form[] = [
  [/\bExit(?:ing)? due to (?:total )?cost limit\b/, 'budget-limit'],
  [/\bExit due to context window\b/, 'context-full'],
  [/\bExit due to total execution time exceeded\b/, 'time-limit'],
  [/\bExit due to multiple consecutive command timeouts\b/, 'time-limit'],
  [/\bExit(?:ing)? due to forfeit\b/, 'gave-up'],
  [/\bExit due to retry error\b/, 'provider-error'],
  [/\bExit due to environment error\b/, 'sandbox-failure'],
  [/\bExit due to repeated format\b/, 'tool-failure'],
  [/\bExit due to (?:runtime|unknown) error\b/, 'crash'],
]

const EXIT_FIELD = /^\s*"exit_status":\s*"((?:submitted|early_exit|skipped|exit_\w+)(?: \([\w ]+\))?)",?\s*$/
/** Its log lines begin with one of a few signs and a level. */
const LOG_LINE = /^\S{1,3}\s+(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\s+(.*)$/u

export const reader: AgentOutput = {
  recordCue: { keys: [['trajectory', 'info']] },
  recognisesRecord: (record) =>
    Array.isArray(record['trajectory']) && isObject(record['info']) && !('trajectory_format' in record),
  recognisesLine: (line) =>
    EXIT_FIELD.test(line) || LOGGED.some(([form]) => LOG_LINE.test(line) && form.test(line)),
  open: readSweAgent,
}

function readSweAgent(notes: Notes): AgentReader {
  return {
    record: (record) => {
      if (!Array.isArray(record['trajectory']) || !isObject(record['info'])) return false
      readTrajectory(notes, record)
      return true
    },
    line: (line) => readLine(notes, line),
  }
}

function readTrajectory(notes: Notes, record: JsonObject): void {
  const info = object(record['info'])
  const steps = objects(record['trajectory'])
  for (const step of steps.slice(-50)) {
    notes.words(text(step['response']) || text(step['thought']))
    if (text(step['action']).trim() !== '') notes.action(text(step['action']))
  }
  const stats = object(info['model_stats'])
  notes.cost(stats['instance_cost'])
  notes.turns(stats['api_calls'] ?? steps.length)
  notes.tokens((number(stats['tokens_sent']) ?? 0) + (number(stats['tokens_received']) ?? 0))
  const status = text(info['exit_status'])
  if (status === '') return
  notes.close()
  const last = text(steps.at(-1)?.['thought']) || text(steps.at(-1)?.['response'])
  noteExit(notes, status, last.startsWith('Exit') ? last : '', '"exit_status"')
}

/** Notes the end. The cause in brackets outweighs the submitted patch. */
function noteExit(notes: Notes, status: string, said: string, needle: string): void {
  const word = /\(([\w ]+)\)/.exec(status)?.[1] ?? status
  const what = EXITS[word] ?? 'failure'
  if (what === 'success') notes.success(status, needle)
  else notes.typed(what, said === '' ? status : `${status}: ${said}`, { code: word }, needle)
}

function readLine(notes: Notes, line: string): LineRole {
  const status = EXIT_FIELD.exec(line)?.[1]
  if (status !== undefined) {
    noteExit(notes, status, '', '"exit_status"')
    return 'taken'
  }
  if (isJsonLine(line)) return 'fenced'
  const message = LOG_LINE.exec(line)?.[1]
  const what = message === undefined ? undefined : meaningOf(LOGGED, message)
  if (what === undefined || message === undefined) return 'free'
  notes.add({ source: 'declared', what, message })
  return 'taken'
}
