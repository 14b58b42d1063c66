/** The records that Mayday makes of Cline's session files, and those of its stream (`--json`). */
import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'

export const START = 'cline_start'
export const MESSAGE = 'cline_message'
export const END = 'cline_end'

/** The text that the person typed is between these tags. */
const TYPED = /^<user_input\b[^>]*>(.*)<\/user_input>$/s

/** The prompt of the person. Empty for the results of tools. */
export const askedIn = (message: JsonObject): string =>
  message['role'] === 'user'
    ? objects(message['content'])
        .map((part) => TYPED.exec(text(part['text']))?.[1] ?? text(part['text']))
        .filter((said) => said !== '')
        .join('\n')
    : ''

/** Cline shows a failed request as a message that is not sent to the model. */
export const isError = (message: JsonObject): boolean =>
  object(message['metadata'])['displayRole'] === 'error'

export const isEmptyAnswer = (said: string): boolean => said === 'Model returned empty response'

/** The results of one call of a tool, one for each command. */
export const failedIn = (results: unknown): boolean =>
  objects(results).some(({ success }) => success === false)
