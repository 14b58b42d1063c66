import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Form } from '../../signals/forms.ts'
import { number, object } from '../../signals/json.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { ClaudeTools } from './tools.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { formOf } from '../../signals/agents/text-mode.ts'
import { instant } from '../../signals/agents/provider-message.ts'

/** The differences between Claude Code and the agents with the same format. */
export type ClaudeDialect = {
  /** Text that is printed instead of an answer: in text mode as a line, in the stream as the error message. */
  readonly forms: readonly Form[]
  /** The error in an assistant's message, if no field marks it as an error. */
  readonly errorIn?: (said: string) => string | null
}

/** The state of one output so far. */
export type Run = {
  readonly notes: Notes
  readonly dialect: ClaudeDialect
  readonly tools: ClaudeTools
  structured: boolean
  /** True after a line of the main agent. Lines of subagents can then be distinguished. */
  mainSeen: boolean
  spoke: boolean
  errorCode: string
  resetAt: string | undefined
  messageId: string
  /** In a session file: where a turn ended with an answer and nothing followed. Such a file has no closing line. */
  answerEnd: Item | null
  /** The last words, if no tool call follows them. */
  spokenLast: Item | null
  /** The place in a session file where a turn ended without text and nothing followed. */
  emptyEnd: Item | null
  /** The id of a message with text: its other lines may have none. */
  spokenId: string
  closed: boolean
}

/** A request to the model that failed finally, reported by a message of the agent. */
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

/** Null if there is no information. */
export function tokensOf(value: unknown): number | null {
  const usage = object(value)
  const input = number(usage['input_tokens'])
  const output = number(usage['output_tokens'])
  return input === undefined && output === undefined ? null : (input ?? 0) + (output ?? 0)
}

/** Older versions put the reset time after a bar: `… usage limit reached|1754000000`. */
export function epochIn(message: string): string | undefined {
  const digits = /\|(\d{10})(?:\d{3})?\s*$/.exec(message.slice(0, 300))?.[1]
  return instant(digits)
}
