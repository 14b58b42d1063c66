/** The records of Droid's session files that the reader, the story and the list of sessions need. */
import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'

/** The message in a record of a session file. The stream has its text beside the role. */
export const messageIn = (record: JsonObject): JsonObject | null =>
  record['type'] === 'message' && 'message' in record ? object(record['message']) : null

/** It sends reminders to the model as parts of the person's message. */
const REMINDER = '<system-reminder>'

const textOf = (message: JsonObject): string =>
  objects(message['content'])
    .map((part) => text(part['text']))
    .filter((said) => said !== '' && !said.startsWith(REMINDER))
    .join('\n')

/** What the person asked. Empty for everything that Droid itself writes in the name of the user. */
export const askedIn = (message: JsonObject): string =>
  message['role'] === 'user' && text(message['visibility']) === '' ? textOf(message) : ''

/** What Droid tells the person and not the model: why it stopped. */
export const noticeIn = (message: JsonObject): string =>
  message['visibility'] === 'user_only' ? textOf(message) : ''

export const OUTCOME = 'agent_turn_outcome'
