import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text, textOfParts } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { readProviderMessage, whatOfCode } from '../../signals/agents/provider-message.ts'

/** Records that repeat another record, or do not show how the run ended. */
const REPEATS = new Set([
  'auto_retry_end',
  'compaction',
  'compaction_start',
  'compaction_end',
  'queue_update',
  'thinking_level_change',
  'agent_start',
  'agent_end',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'tool_execution_start',
  'tool_execution_update',
  'tool_execution_end',
])

export const reader: AgentOutput = {
  recordCue: { types: ['session', 'message', 'message_end', 'auto_retry_start'] },
  recognisesRecord: (record) => isHeader(record) || isAnswer(record) || isRetry(record),
  open: readPi,
}

/** The first line, of a session file and of the stream. */
const isHeader = (record: JsonObject): boolean =>
  record['type'] === 'session' &&
  number(record['version']) !== undefined &&
  [record['id'], record['timestamp'], record['cwd']].every((one) => typeof one === 'string')

/** A session file has `message`, the stream has `message_end`, with the same message in it. */
export const messageIn = (record: JsonObject): JsonObject | null =>
  record['type'] === 'message' || record['type'] === 'message_end' ? object(record['message']) : null

function isAnswer(record: JsonObject): boolean {
  const message = messageIn(record)
  return message?.['role'] === 'assistant' && 'stopReason' in message && 'api' in message
}

const isRetry = (record: JsonObject): boolean =>
  record['type'] === 'auto_retry_start' && 'attempt' in record && 'delayMs' in record

function readPi(notes: Notes): AgentReader {
  const spent: Spent = { costUsd: 0 }
  return {
    record: (record) => {
      const type = text(record['type'])
      const message = messageIn(record)
      if (message !== null) readMessage(notes, message, spent)
      else if (isHeader(record)) notes.session(record['id'])
      else if (isRetry(record)) readRetry(notes, record)
      else if (type === 'model_change') notes.model(record['modelId'])
      else return REPEATS.has(type)
      return true
    },
  }
}

/** Each answer has only its own cost. */
type Spent = { costUsd: number }

function readMessage(notes: Notes, message: JsonObject, spent: Spent): void {
  switch (message['role']) {
    case 'user':
      return notes.reopen()
    case 'assistant':
      notes.reopen()
      return readAnswer(notes, message, spent)
    case 'toolResult':
      notes.toolFinished(text(message['toolCallId']))
      if (message['isError'] !== true) notes.toolWorked()
  }
}

function readAnswer(notes: Notes, message: JsonObject, spent: Spent): void {
  const usage = object(message['usage'])
  notes.turn()
  notes.model(message['model'])
  notes.addTokens(usage['totalTokens'])
  spent.costUsd += number(object(usage['cost'])['total']) ?? 0
  // Without a price list every answer costs 0, so 0 is not a known cost.
  if (spent.costUsd > 0) notes.cost(spent.costUsd)
  const said = textOfParts(message['content'])
  const calls = objects(message['content']).filter(({ type }) => type === 'toolCall')
  if (said !== '' || calls.length > 0) notes.progress()
  notes.words(said)
  for (const call of calls)
    describeTool(notes, text(call['id']), text(call['name']), object(call['arguments']))
  readEnd(notes, message, said !== '')
}

/** How an answer ended. An answer that calls tools does not end the turn. */
function readEnd(notes: Notes, message: JsonObject, spoke: boolean): void {
  const reason = text(message['stopReason'])
  const needle = `"stopReason":"${reason}"`
  switch (reason) {
    case 'stop':
      notes.close()
      return spoke ? notes.success('the last answer ended with stop', needle) : noteNoAnswer(notes, needle)
    case 'length':
      return notes.typed('provider-error', 'the last answer ended with length', { code: reason }, needle)
    case 'aborted':
      return notes.typed('interrupt', text(message['errorMessage']) || 'aborted', {}, needle)
    case 'error':
      return readError(notes, text(message['errorMessage']) || 'error')
  }
}

function readError(notes: Notes, said: string): void {
  const told = readProviderMessage(said)
  notes.typed(whatOfCode(told.code), told.message, errorDetail(said, told))
}

/** The record of a retry follows the failed answer. */
function readRetry(notes: Notes, record: JsonObject): void {
  const attempt = number(record['attempt'])
  const delayMs = number(record['delayMs'])
  notes.retries({
    retry: {
      ...(attempt === undefined ? {} : { attempt }),
      ...(delayMs === undefined ? {} : { delayMs }),
    },
  })
}
