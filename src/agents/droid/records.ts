/** The records of Droid's session files that the reader, the story and the list of sessions need. */
import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'

/** The message in a record of a session file. The stream has its text beside the role. */
export const messageIn = (record: JsonObject): JsonObject | null =>
  record['type'] === 'message' && 'message' in record ? object(record['message']) : null

/** Droid sends reminders to the model as parts of the person's message. */
const REMINDER = '<system-reminder>'

const textOf = (message: JsonObject): string =>
  objects(message['content'])
    .map((part) => text(part['text']))
    .filter((said) => said !== '' && !said.startsWith(REMINDER))
    .join('\n')

/** The prompt of the person. Empty for everything that Droid itself writes in the role of the user. */
export const askedIn = (message: JsonObject): string =>
  message['role'] === 'user' && text(message['visibility']) === '' ? textOf(message) : ''

/** A notice of Droid to the person, which the model does not get: why it stopped. */
export const noticeIn = (message: JsonObject): string =>
  message['visibility'] === 'user_only' ? textOf(message) : ''

export const OUTCOME = 'agent_turn_outcome'
