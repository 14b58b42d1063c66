import type { JsonObject } from '../../signals/bytes/records.ts'
import { isObject } from '../../signals/bytes/records.ts'
import { tryJson } from '../../signals/bytes/try-json.ts'
import { list, number, object, objects, text } from '../../signals/json.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { formOf } from '../../signals/agents/text-mode.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { codingAgent, isApiError, isCodingAgentLine } from './coding-agent.ts'
import { isCopilotLine, TEXT_FORMS, textReader } from './text.ts'

/** `errorType` of a session error, if it says more than that a request failed. */
const ERROR_TYPES: Readonly<Record<string, What>> = {
  quota: 'usage-limit',
  context_limit: 'context-full',
}

/** How an answer ended, if that is an error. Only the session file contains it. */
const BAD_ENDS: Readonly<Record<string, What>> = { length: 'provider-error', content_filter: 'refusal' }

export const reader: AgentOutput = {
  recordCue: {
    keys: [
      ['parentId', 'data'],
      ['exitCode', 'sessionId'],
      ['status', 'requestID', 'name'],
    ],
  },
  recognisesRecord: (record) => isEvent(record) || isResult(record) || isApiError(record),
  recognisesLine: isCopilotLine,
  open: readCopilot,
}

const isEvent = (record: JsonObject): boolean =>
  'parentId' in record &&
  isObject(record['data']) &&
  /^(?:abort|[a-z]+\.[a-z_.]+)$/.test(text(record['type']))

const isResult = (record: JsonObject): boolean =>
  record['type'] === 'result' && typeof record['exitCode'] === 'number' && 'sessionId' in record

/** Reads the JSON stream, the session's events.jsonl and the text mode. */
function readCopilot(notes: Notes): AgentReader {
  let structured = false
  const calls: Calls = { lastCode: '', endedBadly: false, aborted: false, answerEnd: null }
  const onGitHub = codingAgent(notes)
  // Its records are read before its lines, and its first lines may be missing.
  let isOnGitHub = false
  const record = (line: JsonObject): boolean => {
    if (isResult(line)) readResult(notes, line, calls)
    else if (isEvent(line)) readEvent(notes, text(line['type']), object(line['data']), calls)
    else if (onGitHub.record(line)) return (isOnGitHub = true)
    else return false
    structured = true
    return true
  }
  const inText = textReader(notes)
  return {
    record,
    line: (line) => {
      isOnGitHub ||= isCodingAgentLine(line)
      if (isOnGitHub) return onGitHub.line(line)
      return structured ? 'free' : inText.line(line)
    },
    end: (exitCode) => {
      if (isOnGitHub) onGitHub.end()
      else if (structured) endSession(notes, calls)
      else inText.end(exitCode)
    },
  }
}

/**
 * The state of the earlier calls. A session error of the type `query` says less than the failed call before it. The
 * record with the bad end of an answer precedes the answer, so that answer does not prove a recovery.
 */
type Calls = {
  lastCode: string
  endedBadly: boolean
  aborted: boolean
  /** An answer without a call, after which nothing was asked: a session file has no other good end. */
  answerEnd: Item | null
}

function endSession(notes: Notes, { answerEnd }: Calls): void {
  if (answerEnd === null || notes.hasError || notes.hasSuccess) return
  notes.reading(answerEnd)
  notes.success('the session ends with an answer', '"assistant.message"')
}

function readEvent(notes: Notes, type: string, data: JsonObject, calls: Calls): void {
  switch (type) {
    case 'session.start':
    case 'session.resume':
      notes.session(data['sessionId'])
      return notes.model(data['selectedModel'])
    case 'session.tools_updated':
      return notes.model(data['model'])
    case 'user.message':
      calls.answerEnd = null
      return
    case 'assistant.turn_start':
      calls.answerEnd = null
      return notes.turn()
    case 'assistant.message':
      return readMessage(notes, data, calls)
    case 'session.usage_record':
    case 'assistant.usage':
      return readUsage(notes, 'usage' in data ? object(data['usage']) : data, calls)
    case 'model.call_failure':
      return readCallFailure(notes, data, calls)
    case 'session.error':
      return readError(notes, data, calls)
    case 'session.shutdown':
      return readShutdown(notes, data)
    case 'abort':
      calls.aborted = true
      return readAbort(notes, data)
    default:
      readTool(notes, type, data)
  }
}

/** A run that is stopped during its retries reports `abort` too. The error before it is the cause. */
function readAbort(notes: Notes, data: JsonObject): void {
  if (!notes.hasError) notes.typed('interrupt', text(data['reason']) || 'aborted', {}, '"abort"')
}

function readTool(notes: Notes, type: string, data: JsonObject): void {
  const id = text(data['toolCallId'])
  if (type === 'tool.execution_start')
    describeTool(notes, id, text(data['toolName']), object(data['arguments']))
  if (type !== 'tool.execution_complete') return
  notes.toolFinished(id)
  const { code, message } = object(data['error'])
  if (data['success'] === true) notes.toolWorked()
  else if (code === 'denied' || code === 'rejected')
    notes.typed('permission-denied', text(message) || 'permission denied')
}

function readMessage(notes: Notes, data: JsonObject, calls: Calls): void {
  const said = text(data['content'])
  const callsTools = objects(data['toolRequests']).length > 0
  notes.model(data['model'])
  if (said === '' && !callsTools) return
  calls.answerEnd = callsTools || text(data['parentToolCallId']) !== '' ? null : notes.item
  if (!calls.endedBadly) notes.progress()
  if (text(data['parentToolCallId']) === '') notes.words(said)
}

function readUsage(notes: Notes, usage: JsonObject, calls: Calls): void {
  notes.addTokens((number(usage['inputTokens']) ?? 0) + (number(usage['outputTokens']) ?? 0))
  const reason = text(usage['finishReason'])
  const bad = BAD_ENDS[reason]
  calls.endedBadly = bad !== undefined
  if (bad !== undefined)
    notes.typed(bad, `the answer ended with ${reason}`, { code: reason }, `"finishReason":"${reason}"`)
}

function readCallFailure(notes: Notes, data: JsonObject, calls: Calls): void {
  calls.lastCode = text(data['errorCode']) || text(data['errorType']) || text(data['failureKind'])
  const message =
    humanMessage(text(data['errorMessage'])) || `model call failed: ${text(data['failureKind'])}`
  const attempt = number(data['retryAttempt'])
  const known = {
    status: number(data['statusCode']),
    code: calls.lastCode,
    attempt: attempt === undefined ? undefined : attempt + 1,
  }
  notes.typed('provider-error', message, errorDetail(message, known))
}

/** Copilot stores the provider's error as JSON inside a string. */
function humanMessage(raw: string): string {
  if (!/^["{]/.test(raw)) return raw
  // A string alone is not a record, so it is wrapped in a list. A message that only looks like JSON stays unchanged.
  const [value] = list(tryJson(`[${raw}]`))
  return text(value) || text(object(value)['message']) || raw
}

function readError(notes: Notes, data: JsonObject, calls: Calls): void {
  const message = text(data['message'])
  const errorType = text(data['errorType'])
  const code = errorType === 'query' && calls.lastCode !== '' ? calls.lastCode : errorType
  const form = formOf(TEXT_FORMS, message)
  const what = ERROR_TYPES[errorType] ?? (form === undefined || form === 'auth' ? 'provider-error' : form)
  notes.typed(what, message || errorType, errorDetail(message, { status: number(data['statusCode']), code }))
}

/** The end of a session file. It is `routine` after an error too, so it proves no success. */
function readShutdown(notes: Notes, data: JsonObject): void {
  const reason = text(data['errorReason'])
  if (data['shutdownType'] === 'error')
    notes.add({
      source: 'typed',
      what: 'failure',
      message: reason || 'shutdownType error',
      needle: reason || '"shutdownType"',
    })
  notes.close()
}

/** An aborted run may still report exit code 0. */
function readResult(notes: Notes, line: JsonObject, { aborted }: Calls): void {
  notes.session(line['sessionId'])
  notes.close()
  if (aborted) return
  if (line['exitCode'] !== 0) {
    if (!notes.hasError) notes.typed('failure', `exitCode ${String(line['exitCode'])}`, {}, '"exitCode"')
  } else if (notes.answered) notes.success(notes.lastWords, '"exitCode"')
  else if (!notes.hasError) noteNoAnswer(notes, '"exitCode"')
}
