import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  resultOf,
  resultText,
  say,
  sayLine,
  sayError,
  usageOf,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'
import { readRetryNotice } from './text.ts'

export const story = (): StoryTeller => ({
  record: (record) => {
    const told = isSession(record) ? sessionItems(record) : (streamItems(record) ?? wholeItems(record))
    return told && allAt(told, record['timestamp'])
  },
  line: (line) => (readRetryNotice(line) === null ? sayLine(line) : [{ kind: 'retry', text: line }]),
})

function streamItems(record: JsonObject): readonly StoryItem[] | null {
  switch (record['type']) {
    case 'init':
      return []
    case 'message':
      return record['role'] === 'user'
        ? say('prompt', text(record['content']))
        : [{ kind: 'words', text: text(record['content']), joins: 'text' }]
    case 'tool_use':
      return [callOf(record['tool_id'], record['tool_name'], record['parameters'])]
    case 'tool_result': {
      const said = resultText(record['output']) || text(object(record['error'])['message'])
      return [resultOf(record['tool_id'], said, record['status'] !== 'success')]
    }
    case 'error':
      return record['severity'] === 'warning'
        ? [{ kind: 'notice', text: text(record['message']) }]
        : sayError(text(record['message']))
    case 'result':
      return [
        ...sayError(text(object(record['error'])['message'])),
        ...usageOf(object(record['stats'])['total_tokens']),
      ]
    default:
      return null
  }
}

/** The single object of --output-format json. */
function wholeItems(record: JsonObject): readonly StoryItem[] | null {
  if (!('response' in record) && !('error' in record)) return null
  return [...say('words', text(record['response'])), ...sayError(text(object(record['error'])['message']))]
}

const isSession = (record: JsonObject): boolean =>
  '$set' in record || 'projectHash' in record || (typeof record['id'] === 'string' && 'content' in record)

/** A session file has one object with all messages, or one line for each message. */
function sessionItems(record: JsonObject): readonly StoryItem[] {
  const messages = 'messages' in record ? objects(record['messages']) : [record]
  return messages.flatMap((one) => allAt(messageItems(one), one['timestamp']))
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  const said = resultText(message['content'])
  if (message['type'] === 'user') return say('prompt', said)
  if (message['type'] === 'error') return sayError(said)
  if (message['type'] === 'info') return [{ kind: 'notice', text: said }]
  if (message['type'] !== 'gemini') return []
  const answer = text(message['id'])
  const calls = objects(message['toolCalls']).flatMap(callItems)
  const thoughts = objects(message['thoughts']).map((one) => text(one['description']))
  return [
    ...say('thought', thoughts.join('\n')),
    ...say('words', said),
    ...calls,
    ...usageOf(object(message['tokens'])['total']),
  ].map((item) => ({ ...item, answer }))
}

function callItems(call: JsonObject): readonly StoryItem[] {
  const id = text(call['id'])
  const told = resultText(call['resultDisplay']) || resultText(call['result'])
  return [
    callOf(id, call['name'], call['args']),
    resultOf(id, told, call['status'] === 'error' || call['status'] === 'cancelled'),
  ]
}
