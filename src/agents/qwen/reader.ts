import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Form } from '../../signals/forms.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { readClaudeStream } from '../claude/stream.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { formOf } from '../../signals/agents/text-mode.ts'

const FORMS: readonly Form[] = [
  [/^Reached max session turns for this session\b/, 'turn-limit'],
  [
    /^(?:A potential loop was detected|Loop detected, stopping execution|Loop detection halted the run)\b/,
    'loop',
  ],
  [
    /^(?:Session token limit exceeded: |IMPORTANT: This conversation exceeded the compress threshold)/,
    'context-full',
  ],
  [/^\[API Error: .{0,1900}$/, 'provider-error'],
  [
    /^(?:No auth type is selected|Please set an Auth method|Missing API key for|Auth method .{1,60} is (?:invalid|not supported))/i,
    'auth',
  ],
  [
    /^(?:Unknown arguments?: |No input provided via stdin|Invalid session ID\b|No saved session found with ID\b)/,
    'bad-start',
  ],
]

/** Messages that it always prints on standard error. After an answer they resolve nothing. */
const NOISE =
  /^(?:Retrying provider attempt \(\d+ buffered tool call|Ripgrep not available: |.{0,400}\bQWEN_CODE_SUPPRESS_YOLO_WARNING=1)/
const OWN_LINE =
  /^(?:Retrying provider attempt \(\d+ buffered tool call|.{0,400}\bQWEN_CODE_SUPPRESS_YOLO_WARNING=1|\[API Error: .{1,1900}\]$|Usage: qwen \[options\])/

/** An error at the end of a message: `partial text[API Error: …]`. */
const API_ERROR = /\[API Error: ([\s\S]{0,4000})\]\s*$/

export const reader: AgentOutput = {
  recordCue: {
    keys: [
      ['qwen_code_version'],
      ['subtype', 'data'],
      ['session_id', 'uuid', 'message'],
      ['type', 'event'],
      ['permission_denials', 'duration_api_ms'],
      ['parentUuid'],
    ],
  },
  recognisesRecord: (record) => isStreamLine(record) || isChatLine(record),
  recognisesLine: (line) => OWN_LINE.test(line),
  open: readQwen,
  exitCodes: {
    41: { what: 'auth', message: 'exit 41: no valid login' },
    42: { what: 'bad-start', message: 'exit 42: invalid input' },
    44: { what: 'sandbox-failure', message: 'exit 44: the sandbox failed' },
    52: { what: 'bad-start', message: 'exit 52: invalid settings' },
    53: { what: 'turn-limit', message: 'exit 53: turn limit reached' },
  },
}

/** Unlike Qwen Code, Claude Code gives the message a separate id, and the result a cost. */
function isStreamLine(record: JsonObject): boolean {
  const message = object(record['message'])
  switch (record['type']) {
    case 'system':
      return (
        'qwen_code_version' in record ||
        (record['subtype'] === 'retry' && 'discardedToolCalls' in object(record['data']))
      )
    case 'assistant':
      return 'session_id' in record && text(record['uuid']) !== '' && message['id'] === record['uuid']
    case 'stream_event':
      return object(record['event'])['type'] === 'goal_state'
    case 'result':
      return 'permission_denials' in record && 'duration_api_ms' in record && !('total_cost_usd' in record)
    default:
      return false
  }
}

/** A line of a session file under chats/. */
export const isChatLine = (record: JsonObject): boolean =>
  'parentUuid' in record && (Array.isArray(object(record['message'])['parts']) || 'systemPayload' in record)

function readQwen(notes: Notes): AgentReader {
  const stream = readClaudeStream(notes, {
    forms: FORMS,
    errorIn: (said) => API_ERROR.exec(said.slice(-4100))?.[1] ?? null,
  })
  let answerEnd: Item | null = null
  return {
    ...stream,
    record: (line) => {
      // Standard error repeats the errors of the stream.
      if (object(line['error'])['type'] === 'AlreadyReportedError') return true
      if (!isChatLine(line)) return stream.record?.(line) === true
      readChat(notes, line)
      if (line['type'] !== 'system') answerEnd = endsTurn(line) ? notes.item : null
      return true
    },
    end: () => {
      if (answerEnd === null) return
      notes.close()
      notes.reading(answerEnd)
      if (!notes.hasError) notes.success('the session ends with an answer', '"assistant"')
    },
    line: (line) => {
      if (NOISE.test(line)) return 'taken'
      const ended = formOf(FORMS, line)
      if (ended === 'turn-limit' || ended === 'loop') {
        notes.add({ source: 'declared', what: ended, message: line })
        return 'taken'
      }
      return stream.line?.(line) ?? 'free'
    },
  }
}

/** A session file has no closing line: an answer without tool calls ends a turn. */
function endsTurn(line: JsonObject): boolean {
  const parts = objects(object(line['message'])['parts'])
  return line['type'] === 'assistant' && parts.length > 0 && parts.every((part) => !('functionCall' in part))
}

function readChat(notes: Notes, line: JsonObject): void {
  notes.session(line['sessionId'])
  const parts = objects(object(line['message'])['parts'])
  if (line['type'] === 'assistant') readAnswer(notes, line, parts)
  if (line['type'] === 'tool_result') readToolResult(notes, line, parts)
  if (line['subtype'] === 'ui_telemetry')
    readTelemetry(notes, object(object(line['systemPayload'])['uiEvent']))
}

function readAnswer(notes: Notes, line: JsonObject, parts: readonly JsonObject[]): void {
  notes.model(line['model'])
  notes.turn()
  notes.addTokens(object(line['usageMetadata'])['totalTokenCount'])
  const said = parts
    .filter((part) => part['thought'] !== true)
    .map((part) => text(part['text']))
    .join('')
  const calls = parts.map((part) => object(part['functionCall'])).filter((call) => text(call['name']) !== '')
  if (said.trim() === '' && calls.length === 0) return
  notes.progress()
  notes.words(said)
  for (const call of calls) describeTool(notes, text(call['id']), text(call['name']), object(call['args']))
}

function readToolResult(notes: Notes, line: JsonObject, parts: readonly JsonObject[]): void {
  for (const part of parts) notes.toolFinished(text(object(part['functionResponse'])['id']))
  if (object(line['toolCallResult'])['status'] === 'success') notes.toolWorked()
}

function readTelemetry(notes: Notes, event: JsonObject): void {
  const message = text(event['error_message'])
  if (text(event['event.name']).endsWith('.api_error')) {
    const known = { status: number(event['status_code']), code: text(event['error_type']) }
    const detail = { ...errorDetail(message, known), retry: {} }
    notes.typed('provider-error', message || known.code, detail)
  }
  if (text(event['event.name']).endsWith('.api_response')) notes.stopsRetrying()
  if (text(event['event.name']).endsWith('.tool_call') && event['decision'] === 'reject') {
    notes.typed('permission-denied', `${text(event['function_name'])} was rejected`, {}, '"reject"')
  }
}
