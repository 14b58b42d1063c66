import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import { tellClaude } from '../claude/story.ts'
import { isChatLine } from './reader.ts'
import {
  allAt,
  callOf,
  SHORTENED,
  resultOf,
  say,
  sayLine,
  sayError,
  usageOf,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

/** The stream is that of Claude Code. A session file has its own form. */
export const story = (): StoryTeller => ({
  record: (record) => (isChatLine(record) ? allAt(chatItems(record), record['timestamp']) : tellQwen(record)),
  line: sayLine,
})

/** Each message has its own id, also within one answer of the model. So ids do not distinguish turns. */
const tellQwen = (record: JsonObject): readonly StoryItem[] | null =>
  tellClaude(record)?.map(({ answer: _, ...item }) => item) ?? null

function chatItems(record: JsonObject): readonly StoryItem[] {
  const parts = objects(object(record['message'])['parts'])
  if (record['type'] === 'system') return systemItems(record)
  if (record['type'] === 'user') return say('prompt', parts.map((part) => text(part['text'])).join('\n'))
  return [...parts.flatMap(partItems), ...usageOf(object(record['usageMetadata'])['totalTokenCount'])]
}

function partItems(part: JsonObject): readonly StoryItem[] {
  const call = object(part['functionCall'])
  const answer = object(part['functionResponse'])
  if (text(call['name']) !== '') return [callOf(call['id'], call['name'], call['args'])]
  if (text(answer['id']) === '')
    return say(part['thought'] === true ? 'thought' : 'words', text(part['text']))
  const response = object(answer['response'])
  return [resultOf(answer['id'], response['error'] ?? response, 'error' in response)]
}

function systemItems(record: JsonObject): readonly StoryItem[] {
  const payload = object(record['systemPayload'])
  if (record['subtype'] === 'chat_compression') return [SHORTENED]
  const event = object(payload['uiEvent'])
  return text(event['event.name']).endsWith('.api_error') ? sayError(text(event['error_message'])) : []
}
