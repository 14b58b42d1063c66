import type { JsonObject } from '../../bytes/records.ts'
import type { Form } from '../../forms.ts'
import { number, object } from '../../json.ts'
import type { Item } from '../../item.ts'
import type { Notes } from '../../notes.ts'
import type { ClaudeTools } from './claude-tools.ts'
import { errorDetail } from '../error-detail.ts'
import { formOf } from '../text-mode.ts'
import { instant } from '../provider-message.ts'

/** Where the relatives differ. */
export type ClaudeDialect = {
  /** What is printed instead of an answer: in text mode as a line, in the stream as the error's message. */
  readonly forms: readonly Form[]
  /** The error that an assistant's message really is, where no field says so. */
  readonly errorIn?: (said: string) => string | null
}

/** What one output has told so far. */
export type Run = {
  readonly notes: Notes
  readonly dialect: ClaudeDialect
  readonly tools: ClaudeTools
  structured: boolean
  /** The agent's own line was seen, so that a subagent's lines are a subagent's. */
  mainSeen: boolean
  spoke: boolean
  errorCode: string
  resetAt: string | undefined
  messageId: string
  /** Where in a session file a turn ended with an answer, and nothing came after it: there is no closing line in it. */
  answerEnd: Item | null
  /** Where in a session file a turn ended without a word, and nothing came after it. */
  emptyEnd: Item | null
  /** The message that has said something: its other lines may hold no words. */
  spokenId: string
  closed: boolean
}

/** A request to the model that failed for good, told by a message of the agent. */
export function noteApiError(run: Run, message: string, line: JsonObject, code: string): void {
  const status = number(line['api_error_status']) ?? number(line['apiErrorStatus'])
  const form = formOf(run.dialect.forms, message.split('\n', 1)[0] ?? '')
  const what =
    form === undefined || (form === 'auth' && status !== undefined) || form === 'bad-start'
      ? 'provider-error'
      : form
  const resetAt = what === 'usage-limit' ? (epochIn(message) ?? run.resetAt) : undefined
  run.notes.typed(
    what,
    message || code || 'API error',
    errorDetail(message, { status, code, resetAt }),
    message || '"error"',
  )
}

/** Null where nothing is told. */
export function tokensOf(value: unknown): number | null {
  const usage = object(value)
  const input = number(usage['input_tokens'])
  const output = number(usage['output_tokens'])
  return input === undefined && output === undefined ? null : (input ?? 0) + (output ?? 0)
}

/** Older versions put the moment of the reset behind a bar: `… usage limit reached|1754000000`. */
export function epochIn(message: string): string | undefined {
  const digits = /\|(\d{10})(?:\d{3})?\s*$/.exec(message.slice(0, 300))?.[1]
  return instant(digits)
}
