import type { JsonObject } from '../../signals/bytes/records.ts'
import { objects, text } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  partItems,
  resultOf,
  say,
  sayError,
  sayLine,
  SHORTENED,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'
import { askedIn, messageIn, noticeIn } from './records.ts'

export const story = (): StoryTeller => ({ record: tellDroid, line: sayLine })

function tellDroid(record: JsonObject): readonly StoryItem[] | null {
  const message = messageIn(record)
  if (message === null && !('type' in record)) return null
  const items = message === null ? streamItems(record) : messageItems(message)
  return allAt(items, record['timestamp'])
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  if (message['role'] === 'user' && message['content'] !== undefined)
    return [
      ...say('prompt', askedIn(message)),
      ...sayError(noticeIn(message)),
      ...objects(message['content']).flatMap((part) =>
        part['type'] === 'tool_result' ? partItems(part) : [],
      ),
    ]
  return [{ kind: 'turn' }, ...objects(message['content']).flatMap(partItems)]
}

function streamItems(record: JsonObject): readonly StoryItem[] {
  switch (record['type']) {
    case 'message':
      return say(record['role'] === 'user' ? 'prompt' : 'words', text(record['text']))
    case 'tool_call':
      return [callOf(record['id'], record['toolName'], record['parameters'])]
    case 'tool_result':
      return [resultOf(record['id'], record['value'], record['isError'] === true)]
    case 'error':
      return sayError(text(record['message']))
    case 'compaction_state':
      return [SHORTENED]
    default:
      return []
  }
}
