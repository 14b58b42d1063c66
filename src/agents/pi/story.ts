import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text, textOfParts } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  SHORTENED,
  resultOf,
  say,
  sayLine,
  sayError,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'
import { messageIn } from './reader.ts'

export const story = (): StoryTeller => ({ record: tellPi, line: sayLine })

function tellPi(record: JsonObject): readonly StoryItem[] | null {
  const message = messageIn(record)
  if (message !== null) return allAt(messageItems(message), message['timestamp'])
  switch (record['type']) {
    case 'auto_retry_start':
      return [{ kind: 'retry', text: text(record['errorMessage']) }]
    case 'compaction':
    case 'compaction_end':
      return [SHORTENED]
    default:
      return 'type' in record ? [] : null
  }
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  const { role, content } = message
  if (role === 'user') return say('prompt', text(content) || textOfParts(content))
  if (role === 'assistant') return answerItems(message)
  if (role !== 'toolResult') return []
  return [resultOf(message['toolCallId'], content, message['isError'] === true)]
}

function answerItems(message: JsonObject): readonly StoryItem[] {
  const usage = object(message['usage'])
  return [
    { kind: 'turn' },
    ...objects(message['content']).flatMap(partItems),
    ...(message['stopReason'] === 'error' ? sayError(text(message['errorMessage'])) : []),
    ...(message['stopReason'] === 'aborted' ? [STOPPED] : []),
    {
      kind: 'usage',
      tokens: number(usage['totalTokens']),
      costUsd: number(object(usage['cost'])['total']),
    },
  ]
}

const STOPPED: StoryItem = { kind: 'notice', text: 'The person stopped the agent.' }

function partItems(part: JsonObject): readonly StoryItem[] {
  if (part['type'] === 'toolCall') return [callOf(part['id'], part['name'], part['arguments'])]
  return part['type'] === 'thinking'
    ? say('thought', text(part['thinking']))
    : say('words', text(part['text']))
}
