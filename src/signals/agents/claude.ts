import type { JsonObject } from '../bytes/records.ts'
import { list, number, object, objects, text } from '../json.ts'
import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import type { AgentAdapter, AgentReader, LineRole } from './adapter.ts'
import { describeTool } from './describe-tool.ts'

/** Ends that `subtype` and `terminal_reason` name by themselves. `success` as a subtype proves nothing. */
const NAMED_ENDS: Readonly<Record<string, What>> = {
  error_max_turns: 'turn-limit',
  max_turns: 'turn-limit',
  error_max_budget_usd: 'budget-limit',
  budget_exhausted: 'budget-limit',
  prompt_too_long: 'context-full',
  aborted_tools: 'interrupt',
  aborted_streaming: 'interrupt',
}

/** What Claude Code prints instead of an answer in text mode. */
const TEXT_ERRORS: readonly (readonly [RegExp, What])[] = [
  [/^Error: Reached max turns/, 'turn-limit'],
  [/^Error: Exceeded USD budget/, 'budget-limit'],
  [/^(?:API Error\b|Invalid API key\b|Credit balance is too low|Not logged in\b|Please run \/login|OAuth (?:token|authentication)|There's an issue with the selected model)/, 'provider-error'],
  [/^(?:Claude (?:AI )?usage limit reached|You(?:'|’)(?:ve hit your|re out of)\b.*\bresets?\b|5-hour limit reached|Weekly limit reached|Limit reached ·)/, 'usage-limit'],
  [/^(?:Prompt is too long|Conversation too long)/i, 'context-full'],
  [/^(?:error: (?:unknown option|option )|Error: (?:Input must be provided|When using --print|Invalid (?:settings|MCP config)|MCP config|Settings file|Session ID .* is already in use)|--dangerously-skip-permissions cannot be used|No conversation found with session ID)/, 'bad-start'],
]

export const claude: AgentAdapter = {
  name: 'claude',
  title: 'Claude Code',
  recognisesRecord: (record) => {
    if (record['type'] === 'system') return record['subtype'] === 'init' && 'apiKeySource' in record
    if (record['type'] === 'result') return 'total_cost_usd' in record || 'duration_api_ms' in record
    if (record['type'] === 'rate_limit_event') return true
    return isTranscriptLine(record)
  },
  recognisesLine: (line) => TEXT_ERRORS.some(([form]) => form.test(line)),
  open: readClaude,
}

/** A line of a session file, or of a stream whose beginning was cut off. */
const isTranscriptLine = (record: JsonObject): boolean =>
  ('parent_tool_use_id' in record || 'parentUuid' in record) &&
  (record['type'] === 'assistant' || record['type'] === 'user') &&
  (text(object(record['message'])['id']).startsWith('msg_') || 'request_id' in record || 'requestId' in record)

/** Reads the stream and session format that Claude Code and its relatives share. */
export function readClaude(notes: Notes): AgentReader {
  let lastErrorCode = ''
  const record = (line: JsonObject): boolean => {
    notes.session(line['session_id'] ?? line['sessionId'])
    switch (line['type']) {
      case 'system':
        readSystem(notes, line)
        return true
      case 'assistant':
        lastErrorCode = readAssistant(notes, line) || lastErrorCode
        return true
      case 'user':
        readUser(notes, line)
        return true
      case 'rate_limit_event':
        readRateLimit(notes, object(line['rate_limit_info']))
        return true
      case 'result':
        readResult(notes, line, lastErrorCode)
        return true
      default:
        // Heartbeats, stream events, queue operations: signs of life without a verdict.
        return 'session_id' in line || 'sessionId' in line || line['type'] === 'summary'
    }
  }
  return { record, line: (line) => readLine(notes, line) }
}

function readSystem(notes: Notes, line: JsonObject): void {
  switch (line['subtype']) {
    case 'init':
      notes.model(line['model'])
      return
    case 'api_retry':
    case 'api_error': {
      const cause = object(line['error'])
      const status = number(line['error_status']) ?? number(cause['status'])
      const code = text(line['error']) || text(object(object(cause['error'])['error'])['type'])
      const attempt = number(line['attempt']) ?? number(line['retryAttempt'])
      const of = number(line['max_retries']) ?? number(line['maxRetries'])
      const delayMs = number(line['retry_delay_ms']) ?? number(line['retryInMs'])
      notes.typed('provider-error', text(cause['message']) || `${code || 'request failed'}${status ? ` (${status})` : ''}`, {
        ...(status === undefined ? {} : { status }),
        ...(code === '' ? {} : { code }),
        ...(attempt === undefined
          ? {}
          : { retry: { attempt, ...(of === undefined ? {} : { of }), ...(delayMs === undefined ? {} : { delayMs }) } }),
      }, code || 'error')
      return
    }
    case 'permission_denied':
      notes.typed('permission-denied', text(line['message']) || `${text(line['tool_name'])} was denied`)
  }
}

function readAssistant(notes: Notes, line: JsonObject): string {
  const message = object(line['message'])
  const parts = objects(message['content'])
  const said = parts.map((part) => text(part['text'])).filter((part) => part !== '').join('\n') || text(message['content'])
  const code = text(line['error'])
  if (line['is_api_error_message'] === true || line['isApiErrorMessage'] === true || (message['model'] === '<synthetic>' && code !== '')) {
    noteApiError(notes, said, number(line['api_error_status']), code)
    return code
  }
  if (message['model'] === '<synthetic>') return code
  notes.model(message['model'])
  notes.progress()
  if (text(line['parent_tool_use_id']) === '') notes.words(said)
  for (const part of parts) {
    if (part['type'] === 'tool_use') describeTool(notes, text(part['id']), text(part['name']), object(part['input']))
  }
  if (message['stop_reason'] === 'refusal') notes.typed('refusal', said || 'stop_reason refusal', {}, 'refusal')
  return ''
}

function readUser(notes: Notes, line: JsonObject): void {
  const { content } = object(line['message'])
  for (const part of objects(content)) {
    if (part['type'] === 'tool_result') {
      notes.toolFinished(text(part['tool_use_id']))
      if (part['is_error'] !== true) notes.toolWorked()
    }
    if (text(part['text']).startsWith('[Request interrupted by user')) notes.typed('interrupt', text(part['text']))
  }
}

function readRateLimit(notes: Notes, info: JsonObject): void {
  if (info['status'] !== 'rejected') return
  const resetsAt = number(info['resetsAt'])
  notes.typed('usage-limit', `${text(info['rateLimitType']) || 'plan'} limit reached`, {
    ...(resetsAt === undefined ? {} : { resetAt: new Date(resetsAt * 1000).toISOString() }),
    ...(text(info['rateLimitType']) === '' ? {} : { code: text(info['rateLimitType']) }),
  }, '"rejected"')
}

function noteApiError(notes: Notes, message: string, status: number | undefined, code: string): void {
  const form = TEXT_ERRORS.find(([one]) => one.test(message))?.[1]
  const what = form === 'usage-limit' || form === 'context-full' ? form : 'provider-error'
  notes.typed(what, message || code || 'API error', {
    ...(status === undefined ? {} : { status }),
    ...(code === '' ? {} : { code }),
  })
}

function readResult(notes: Notes, line: JsonObject, lastErrorCode: string): void {
  notes.turns(line['num_turns'])
  notes.cost(line['total_cost_usd'])
  const usage = object(line['usage'])
  notes.tokens((number(usage['input_tokens']) ?? 0) + (number(usage['output_tokens']) ?? 0))
  notes.close()
  const subtype = text(line['subtype'])
  const ended = NAMED_ENDS[text(line['terminal_reason'])] ?? NAMED_ENDS[subtype]
  const said = text(line['result']) || list(line['errors']).map(text).join('\n') || text(object(line['error'])['message'])
  const failed = line['is_error'] === true || subtype.startsWith('error')
  if (ended !== undefined && (failed || ended !== 'interrupt')) {
    notes.typed(ended, said || `${subtype} ${text(line['terminal_reason'])}`, {}, said || subtype)
  } else if (/No conversation found with session ID/.test(said)) {
    notes.typed('bad-start', said)
  } else if (failed) {
    noteApiError(notes, said || subtype, number(line['api_error_status']), lastErrorCode)
  } else if (line['stop_reason'] === 'refusal') {
    notes.typed('refusal', said || 'stop_reason refusal', {}, 'refusal')
  } else {
    notes.success(said, '"subtype":"success"')
    if (said === '' && !notes.facts().answered) notes.typed('no-answer', 'it ended without an answer', {}, '"subtype"')
  }
}

function readLine(notes: Notes, line: string): LineRole {
  const form = TEXT_ERRORS.find(([one]) => one.test(line))
  if (form === undefined) return 'free'
  notes.add({ source: 'declared', what: form[1], message: line })
  return 'taken'
}
