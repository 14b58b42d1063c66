import { meaningOf, type Form } from '../../signals/forms.ts'
import { number, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Note } from '../../signals/drafts.ts'
import type { Notes } from '../../signals/notes.ts'
import type { Detail, Source, What } from '../../signals/signal.ts'
import type { ExitMeaning } from '../../signals/agent-reader.ts'
import { detailOf } from '../../signals/agents/error-detail.ts'
import { isHttpError } from '../../signals/agents/http-status.ts'
import { readProviderMessage, whatOfCode } from '../../signals/agents/provider-message.ts'

/** The error classes of Gemini CLI that alone identify the end. */
const CLASSES: Readonly<Record<string, What>> = {
  FatalTurnLimitedError: 'turn-limit',
  FatalAuthenticationError: 'auth',
  FatalCancellationError: 'interrupt',
  FatalInputError: 'bad-start',
  FatalConfigError: 'bad-start',
  FatalUntrustedWorkspaceError: 'bad-start',
  FatalSandboxError: 'sandbox-failure',
  FatalToolExecutionError: 'tool-failure',
  FatalToolError: 'tool-failure',
}

/** Error classes with a fixed HTTP status, for messages without one. */
const CLASS_STATUS: Readonly<Record<string, number>> = {
  TerminalQuotaError: 429,
  RetryableQuotaError: 429,
  ModelNotFoundError: 404,
}

const OWN_WORDS: readonly Form[] = [
  [/^(?:Reached max session turns|Maximum session turns exceeded)/, 'turn-limit'],
  [/^Loop detected, stopping execution/, 'loop'],
  [/^The model returned an empty response/, 'no-answer'],
  [/^(?:Request|Operation|The request|Agent execution) (?:was )?(?:cancell?ed|aborted)\b/, 'interrupt'],
  [/^You have exhausted your (?:daily|weekly|monthly|capacity|quota)\b/, 'usage-limit'],
  [/^(?:The response|Response|The prompt|Request) was blocked\b/, 'refusal'],
]

/** A message of Gemini CLI itself that says how a request ended. */
export const isOwnEnding = (message: string): boolean => meaningOf(OWN_WORDS, message) !== undefined

export type GeminiError = {
  readonly message: string
  /** `error.type` or the class before the message. */
  readonly type?: string
  /** An HTTP status, or an exit code of Gemini CLI. */
  readonly code?: number | undefined
  readonly retry?: Detail['retry']
  readonly source?: Source
}

/** Notes an error in the provider's words, without `[API Error: …]` and the JSON around them. */
export function noteGeminiError(
  notes: Notes,
  { message, type = '', code, retry, source = 'typed' }: GeminiError,
): Note {
  const told = readProviderMessage(unwrap(message))
  const found = {
    message: told.message,
    status: told.status ?? (isHttpError(code) ? code : undefined) ?? CLASS_STATUS[type],
    code: told.code ?? (/^(?:|unknown|Error|_?ApiError)$/.test(type) ? undefined : type),
  }
  const own = meaningOf(OWN_WORDS, found.message)
  const what = CLASSES[type] ?? own ?? whatOfCode(found.code)
  const note = { source, what, message: found.message, detail: detailOf({ ...found, ...retry }) }
  notes.add(note)
  return note
}

/** Whether the run has ended, and how. `unclear` means that a request failed with an unknown status. */
export type Ending = 'open' | 'settled' | 'unclear'

/** The `error` object of a result. */
export function noteErrorField(notes: Notes, error: JsonObject): Ending {
  const { what, detail } = noteGeminiError(notes, {
    message: text(error['message']) || text(error['type']) || 'error',
    type: text(error['type']),
    code: number(error['code']),
  })
  return what === 'provider-error' && detail?.status === undefined ? 'unclear' : 'settled'
}

function unwrap(told: string): string {
  const prefix = '[API Error: '
  const message = told.replace(COMPRESS, '')
  if (!message.startsWith(prefix)) return message
  const end = message.lastIndexOf(']')
  return message.slice(prefix.length, end > prefix.length ? end : undefined)
}

/** The advice that it prints when an answer exceeds the output limit. It reads as if the conversation were too long. */
const COMPRESS = / Try using \/compress to free up context space\.$/

/** Exit codes of Gemini CLI. For any other failed request, the exit code is the lower byte of the HTTP status. */
const OWN_EXITS: Readonly<Record<number, { readonly what: What; readonly message: string }>> = {
  41: { what: 'auth', message: 'exit code 41: no valid login' },
  42: { what: 'bad-start', message: 'exit code 42: bad input, or no such session' },
  44: { what: 'sandbox-failure', message: 'exit code 44: the sandbox failed' },
  52: { what: 'bad-start', message: 'exit code 52: bad settings' },
  53: { what: 'turn-limit', message: 'exit code 53: the turn limit was reached' },
  54: { what: 'tool-failure', message: 'exit code 54: a tool failed fatally' },
  55: { what: 'bad-start', message: 'exit code 55: the folder is not trusted' },
}

const HTTP_STATUSES = [400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504]

const HTTP_EXITS: ReadonlyMap<number, number> = new Map(HTTP_STATUSES.map((status) => [status % 256, status]))

export const geminiExits: Readonly<Record<number, ExitMeaning>> = {
  ...Object.fromEntries(
    [...HTTP_EXITS].map(([exit, status]) => [
      exit,
      {
        what: 'provider-error',
        message: `exit code ${exit}: a request failed with status ${status}`,
        detail: { status },
      },
    ]),
  ),
  ...OWN_EXITS,
}
