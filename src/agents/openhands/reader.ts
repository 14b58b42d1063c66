import type { JsonObject } from '../../signals/bytes/records.ts'
import { isObject } from '../../signals/bytes/records.ts'
import { meaningOf, type Form } from '../../signals/forms.ts'
import { object, objects, text, textOfParts } from '../../signals/json.ts'
import type { Note } from '../../signals/drafts.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { HtmlPage } from '../../signals/agents/generic/html-page.ts'
import { readLitellmError } from '../../signals/agents/litellm.ts'

/** States of the agent, and of a conversation in the newer SDK. Waiting and running are not ends. */
const STATES: Readonly<Record<string, What>> = {
  finished: 'success',
  error: 'failure',
  stuck: 'loop',
  stopped: 'interrupt',
  paused: 'interrupt',
  user_rejected: 'interrupt',
  rejected: 'gave-up',
  rate_limited: 'provider-error',
}

/** Texts of its errors, in any kind of report. */
const ERRORS: readonly Form[] = [
  [
    /\breached maximum iterations?\b|\bMaxIterationsReached\b|\bmaximum (?:number of )?iterations\b/i,
    'turn-limit',
  ],
  [/\breached maximum budget\b|\bmax(?:imum)? budget (?:per task )?(?:reached|exceeded)\b/i, 'budget-limit'],
  [/\bAgentStuckInLoopError\b|\bgot stuck in a loop\b/, 'loop'],
  [/\b(?:UserCancelledError|OperationCancelled)\b|\bkeyboard ?interrupt\b/i, 'interrupt'],
  [
    /\bAgentRuntime(?:Build|Timeout|Unavailable|NotReady|Disconnected|NotFound)?Error\b|\bRequestHTTPError\b.*\/execute_action\b|\bRuntime (?:\S+ )?(?:disconnected|is not ready|failed to start)\b|\bSTATUS\$ERROR_RUNTIME/i,
    'sandbox-failure',
  ],
  [/\bLLMContextWindowExceedError\b|\bcontext window exceeded\b|\bprompt is too long\b/i, 'context-full'],
  [/\bBrowserInitException\b|\bBrowserUnavailableException\b/, 'tool-failure'],
  [
    /\bSTATUS\$ERROR_LLM_(?:\w+)\b|\bLLM(?:NoResponse|Authentication|RateLimit|Timeout|ServiceUnavailable|BadRequest)Error\b/,
    'provider-error',
  ],
]

const LOG_LINE =
  /^\d\d:\d\d:\d\d - openhands[\w.]*:(DEBUG|INFO|WARNING|ERROR|CRITICAL|ACTION|OBSERVATION|USER_ACTION|DETAIL)\s*: ?(?:[\w.-]+\.py:\d+ - )?(.*)$/
const STATE_CHANGE = /\bstate from AgentState\.(\w+) to AgentState\.(\w+)/
const RETRY = /\bAttempt #(\d+)\b/
/** The log also contains output of the tool runtime, which is not the agent's words. */
const RUNTIME_OUTPUT = /^(?:\[runtime [\w-]+\] )?Server: /

export const reader: AgentOutput = {
  recordCue: {
    keys: [
      ['source', 'timestamp'],
      ['history', 'instance_id'],
    ],
  },
  recognisesRecord: (record) => isEvent(record) || isSdkEvent(record) || isEvaluation(record),
  recognisesLine: (line) => LOG_LINE.test(line),
  open: readOpenhands,
}

const isEvent = (record: JsonObject): boolean =>
  ('action' in record || 'observation' in record) &&
  'source' in record &&
  'timestamp' in record &&
  (isObject(record['args']) || isObject(record['extras']) || 'content' in record)

const isSdkEvent = (record: JsonObject): boolean =>
  /^(?:Action|Observation|Message|SystemPrompt|AgentError|ConversationError|ConversationStateUpdate|Pause|UserReject\w*|Condensation\w*)(?:Event)?$/.test(
    text(record['kind']),
  ) &&
  'source' in record &&
  'timestamp' in record

/** A line of an evaluation's output.jsonl. */
const isEvaluation = (record: JsonObject): boolean =>
  Array.isArray(record['history']) &&
  'instance_id' in record &&
  isObject(record['metadata']) &&
  'agent_class' in object(record['metadata'])

function readOpenhands(notes: Notes): AgentReader {
  const page = new HtmlPage(notes, (note) => notes.add(note))
  let level: string | null = null
  let ended = false
  let last = ''
  const line = (raw: string): LineRole => {
    const logged = LOG_LINE.exec(raw)
    if (page.takes(raw, logged !== null)) return 'taken'
    // A traceback below an error is its detail. Text below an action or an observation is only shown.
    if (logged === null) return level === null ? 'free' : 'fenced'
    level = logged[1] ?? ''
    const message = logged[2] ?? ''
    if (RUNTIME_OUTPUT.test(message)) {
      if (!ended && / 200 OK$/.test(message)) notes.progress()
      return 'fenced'
    }
    const change = STATE_CHANGE.exec(message)
    if (change !== null) {
      last = (change[2] ?? '').toLowerCase()
      ended = noteState(notes, last, message)
      return 'taken'
    }
    // The log may give the error only after the state that it led to.
    if (ended && last !== 'error') return 'fenced'
    if (level === 'ERROR' || level === 'CRITICAL' || level === 'WARNING')
      return noteError(notes, message, 'declared', level === 'WARNING') ? 'taken' : 'fenced'
    return 'fenced'
  }
  return { line, record: (record) => readEvent(notes, record), end: () => page.end() }
}

/** Notes a state and returns whether it is an end. */
function noteState(notes: Notes, state: string, needle: string): boolean {
  const what = STATES[state.toLowerCase()]
  const message = `the agent's state is ${state.toLowerCase()}`
  if (what === undefined) {
    if (state.toLowerCase() === 'running') notes.progress()
    return false
  }
  if (what === 'success') notes.success(message, needle)
  else if (what === 'failure') notes.add({ source: 'typed', what, message, needle, specific: false })
  else notes.typed(what, message, what === 'provider-error' ? { code: 'rate_limited' } : {}, needle)
  return true
}

function noteError(
  notes: Notes,
  message: string,
  source: 'typed' | 'declared',
  onlyRetries = false,
): boolean {
  const error = errorOf(message)
  if (error === null || (onlyRetries && error.what !== 'provider-error')) return false
  const attempt = RETRY.exec(message)?.[1]
  const retry = attempt === undefined ? {} : { retry: { attempt: Number(attempt) } }
  notes.add({ source, message, ...error, detail: { ...error.detail, ...retry } })
  return true
}

function errorOf(message: string): Pick<Note, 'what' | 'detail'> | null {
  const what = meaningOf(ERRORS, message.slice(0, 2000))
  if (what !== undefined && what !== 'provider-error') return { what }
  return readLitellmError(message) ?? (what === undefined ? null : { what })
}

function readEvent(notes: Notes, record: JsonObject): boolean {
  if (isEvaluation(record)) {
    for (const event of objects(record['history']).slice(-2000))
      if (!isEvaluation(event)) readEvent(notes, event)
    notes.cost(object(record['metrics'])['accumulated_cost'])
    const error = text(record['error'])
    if (error !== '' && !noteError(notes, error, 'typed')) notes.typed('failure', error)
    return true
  }
  if (isSdkEvent(record)) return readSdkEvent(notes, record)
  if (!isEvent(record)) return false
  if ('observation' in record) readObservation(notes, record)
  else readAction(notes, record)
  return true
}

function readAction(notes: Notes, record: JsonObject): void {
  const args = object(record['args'])
  const action = text(record['action'])
  notes.cost(object(object(record['llm_metrics']))['accumulated_cost'])
  if (record['source'] !== 'agent') return
  notes.progress()
  if (action === 'message' || action === 'think') notes.words(text(args['content']) || text(args['thought']))
  else if (action === 'finish') {
    notes.words(text(args['final_thought']) || text(args['thought']) || text(record['message']))
    notes.success('the agent finished', '"finish"')
  } else if (action === 'reject')
    notes.typed(
      'gave-up',
      text(object(args['outputs'])['reason']) || 'the agent rejected the task',
      {},
      '"reject"',
    )
  else if (action !== '' && action !== 'system' && action !== 'null') describeTool(notes, '', action, args)
}

function readObservation(notes: Notes, record: JsonObject): void {
  const extras = object(record['extras'])
  if (record['observation'] === 'agent_state_changed') {
    const reason = text(extras['reason'])
    if (reason !== '') noteError(notes, reason, 'typed')
    noteState(notes, text(extras['agent_state']), `"${text(extras['agent_state'])}"`)
  } else if (record['observation'] === 'error' && record['source'] === 'environment')
    noteError(notes, text(record['content']), 'typed')
}

function readSdkEvent(notes: Notes, record: JsonObject): boolean {
  switch (text(record['kind']).replace(/Event$/, '')) {
    case 'Action': {
      notes.progress()
      const action = object(record['action'])
      describeTool(notes, text(record['tool_call_id']), text(record['tool_name']), action)
      if (text(record['tool_name']) === 'finish') notes.words(text(action['message']))
      break
    }
    case 'Observation':
      notes.toolFinished(text(record['tool_call_id']))
      break
    case 'Message':
      if (record['source'] === 'agent') {
        notes.progress()
        notes.words(textOfParts(object(record['llm_message'])['content']))
      }
      break
    case 'ConversationError': {
      const said = text(record['detail']) || text(record['code'])
      if (!noteError(notes, `${text(record['code'])}: ${said}`, 'typed'))
        notes.typed('failure', said || 'conversation error')
      break
    }
    case 'ConversationStateUpdate':
      if (record['key'] === 'execution_status' || record['key'] === 'agent_status')
        noteState(notes, text(record['value']), `"${text(record['value'])}"`)
      break
    default:
  }
  return true
}
