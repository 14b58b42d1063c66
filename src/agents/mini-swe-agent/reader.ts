import type { JsonObject } from '../../signals/bytes/records.ts'
import { isObject } from '../../signals/bytes/records.ts'
import { list, number, object, objects, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { isJsonLine } from '../../signals/agents/json-line.ts'
import { readLitellmError } from '../../signals/agents/litellm.ts'

/** `exit_status` is the name of the exception that ended the run. */
const EXITS: Readonly<Record<string, What>> = {
  Submitted: 'success',
  LimitsExceeded: 'turn-limit',
  TimeExceeded: 'time-limit',
  UserInterruption: 'interrupt',
  KeyboardInterrupt: 'interrupt',
  RepeatedFormatError: 'tool-failure',
  FormatError: 'tool-failure',
  ExecutionTimeoutError: 'time-limit',
  TimeoutExpired: 'sandbox-failure',
  CalledProcessError: 'sandbox-failure',
  DockerException: 'sandbox-failure',
  RetryError: 'provider-error',
}

const STEP = /^mini-swe-agent \(step (\d+), \$([\d.]+)\):$/
const OTHERS_TURN = /^(?:User|System|Tool|Exit)(?: \(step \d+, \$[\d.]+\))?:$/
const SPINNER = /^(?:[\u2800-\u28FF]\s?Waiting for the LM to respond\.\.\.\s*)+/
const SAVED = /^Saved trajectory to '/
/** The interface names the exception with which the run ended. */
const FINISHED = /^Agent finished: ([A-Z]\w+)$/
const SUBMITS = /\bCOMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\b|\bMINI_SWE_AGENT_FINAL_OUTPUT\b/
const LOG_LINE =
  /^(?:\d{4}-\d\d-\d\d[ T][\d:,.]+ - )?minisweagent(?:\.[\w.]+)?(?: - |: )(DEBUG|INFO|WARNING|ERROR|CRITICAL)(?: - |: )(.*)$/
const INSTANCE_FAILED = /^Error processing instance \S+: (.*)$/
const EXIT_FIELD = /^\s*"exit_status":\s*"([A-Z]\w+)",?\s*$/
const FORMAT_FIELD = /^\s*"trajectory_format":\s*"mini-swe-agent/

export const reader: AgentOutput = {
  recordCue: { keys: [['trajectory_format'], ['info']] },
  recognisesRecord: (record) =>
    text(record['trajectory_format']).startsWith('mini-swe-agent') ||
    'mini_version' in object(record['info']),
  recognisesLine: (line) =>
    line.includes('mini') && (STEP.test(line) || FORMAT_FIELD.test(line) || LOG_LINE.test(line)),
  open: readMiniSweAgent,
}

type Run = {
  readonly notes: Notes
  /** The current speaker; null before the first turn and after the last. */
  turn: 'agent' | 'other' | null
  submits: boolean
}

function readMiniSweAgent(notes: Notes): AgentReader {
  const run: Run = { notes, turn: null, submits: false }
  return {
    line: (line) => readLine(run, line.length > 2000 ? line : line.replace(SPINNER, '').trimEnd()),
    seesBlocks: true,
    record: (record) => {
      if (!isObject(record['info']) && !Array.isArray(record['messages'])) return false
      readTrajectory(notes, record)
      return true
    },
  }
}

function readLine(run: Run, line: string): LineRole {
  const { notes } = run
  const step = STEP.exec(line)
  if (step !== null) return readStep(run, step)
  if (OTHERS_TURN.test(line)) run.turn = 'other'
  if (SAVED.test(line)) {
    run.turn = null
    if (run.submits) notes.success('it handed in its work', line, 'declared')
    return 'taken'
  }
  const exit = FINISHED.exec(line)?.[1]
  const meaning = exit === undefined ? undefined : EXITS[exit]
  if (exit !== undefined && meaning !== undefined) {
    run.turn = null
    if (meaning === 'success') notes.success('it handed in its work', line, 'declared')
    else notes.add({ source: 'declared', what: meaning, message: `it ended with ${exit}`, needle: line })
    return 'taken'
  }
  const logged = LOG_LINE.exec(line)
  if (logged !== null) return readLog(notes, logged[1] ?? '', logged[2] ?? '')
  if (run.turn === null) return readJsonLine(notes, line)
  if (run.turn === 'other') return 'fenced'
  run.submits ||= SUBMITS.test(line)
  return 'own'
}

function readStep(run: Run, step: RegExpExecArray): LineRole {
  ;[run.turn, run.submits] = ['agent', false]
  run.notes.progress()
  run.notes.turns(Number(step[1]))
  run.notes.cost(Number(step[2]))
  return 'taken'
}

function readTrajectory(notes: Notes, record: JsonObject): void {
  const info = object(record['info'])
  const messages = objects(record['messages'])
  for (const message of messages.slice(-50)) {
    if (message['role'] === 'assistant') notes.words(text(message['content']))
    for (const action of objects(object(message['extra'])['actions'])) notes.action(text(action['command']))
  }
  const stats = object(info['model_stats'])
  notes.cost(stats['instance_cost'])
  notes.turns(stats['api_calls'])
  notes.model(object(object(info['config'])['model'])['model_name'])
  const last = object(messages.at(-1)?.['extra'])
  const status = text(info['exit_status']) || text(last['exit_status'])
  if (status === '') return
  notes.close()
  noteExit(notes, status, {
    spent: isSpent(info),
    said: text(last['exception_str']) || lastLine(text(info['traceback']) || text(last['traceback'])),
  })
}

/** LimitsExceeded names neither steps nor cost, so the counts are compared with the limits. */
function isSpent(info: JsonObject): boolean {
  const limits = object(object(info['config'])['agent'])
  const stats = object(info['model_stats'])
  const steps = number(limits['step_limit']) ?? 0
  const usd = number(limits['cost_limit']) ?? 0
  if (steps > 0 && (number(stats['api_calls']) ?? 0) >= steps) return false
  return usd > 0 && (number(stats['instance_cost']) ?? 0) >= usd
}

function noteExit(notes: Notes, status: string, { spent, said }: { spent: boolean; said: string }): void {
  const what = EXITS[status]
  const litellm = readLitellmError(`${status}: ${said}`)
  const message = said === '' ? status : `${status}: ${said}`
  if (what === 'success') notes.success(status, '"exit_status"')
  else if (what !== undefined)
    notes.typed(
      spent && what === 'turn-limit' ? 'budget-limit' : what,
      message,
      { code: status },
      '"exit_status"',
    )
  else if (litellm !== null) notes.typed(litellm.what, message, litellm.detail, '"exit_status"')
  else notes.typed('crash', message, { code: status }, '"exit_status"')
}

const lastLine = (traceback: string): string => list(traceback.trimEnd().split('\n')).map(text).at(-1) ?? ''

function readLog(notes: Notes, level: string, message: string): LineRole {
  const failed = INSTANCE_FAILED.exec(message)
  if (failed === null && level !== 'ERROR' && level !== 'CRITICAL' && level !== 'WARNING') return 'taken'
  const cause = failed?.[1] ?? message
  const litellm = readLitellmError(cause)
  if (litellm !== null) notes.add({ source: 'declared', message, ...litellm })
  else if (
    /^Command '?\[?'?(?:docker|podman|singularity|apptainer)\b|\b(?:docker|container)\b.*\b(?:returned non-zero|failed|not found|timed out)\b/i.test(
      cause,
    )
  ) {
    notes.add({ source: 'declared', what: 'sandbox-failure', message })
  } else if (failed !== null) notes.add({ source: 'declared', what: 'failure', message, specific: false })
  else return 'free'
  return 'taken'
}

/** Lines of a trajectory whose beginning is missing. */
function readJsonLine(notes: Notes, line: string): LineRole {
  const status = EXIT_FIELD.exec(line)?.[1]
  if (status !== undefined) {
    noteExit(notes, status, { spent: false, said: '' })
    return 'taken'
  }
  return isJsonLine(line) ? 'fenced' : 'free'
}
