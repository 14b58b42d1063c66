import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text, textOfParts } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  partItems,
  resultOf,
  resultText,
  say,
  sayError,
  sayLine,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'
import { askedIn, failedIn, isError, MESSAGE } from './records.ts'

export const story = (): StoryTeller => ({ record: tellCline, line: sayLine })

function tellCline(record: JsonObject): readonly StoryItem[] | null {
  if (record['type'] === MESSAGE) return allAt(messageItems(record), record['timestamp'])
  if (record['type'] === 'agent_event') return allAt(eventItems(object(record['event'])), record['ts'])
  return 'type' in record ? [] : null
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  if (isError(message)) return sayError(textOfParts(message['content']))
  if (message['role'] !== 'assistant')
    return [
      ...say('prompt', askedIn(message)),
      ...objects(message['content']).flatMap((part) =>
        part['type'] === 'tool_result' ? [resultsOf(part['tool_use_id'], part['content'])] : [],
      ),
    ]
  return [{ kind: 'turn' }, ...objects(message['content']).flatMap(partItems)]
}

const resultsOf = (id: unknown, results: unknown): StoryItem => {
  const told = objects(results).map((one) => resultText(one['result']))
  return resultOf(id, told.join('\n'), failedIn(results))
}

function eventItems(event: JsonObject): readonly StoryItem[] {
  const isTool = event['contentType'] === 'tool'
  switch (event['type']) {
    case 'iteration_start':
      return [{ kind: 'turn' }]
    case 'content_start':
      return isTool ? [callOf(event['toolCallId'], event['toolName'], event['input'])] : []
    case 'content_end':
      return isTool ? [resultsOf(event['toolCallId'], event['output'])] : say('words', text(event['text']))
    case 'error':
      return sayError(text(object(event['error'])['message']))
    default:
      return []
  }
}
