/** Finds the error that a record of unknown shape reports, by common field names. */
import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { list, number, object, parseObject, text } from '../../json.ts'
import type { Detail, What } from '../../signal.ts'
import { asWords } from './as-words.ts'
import { errorRules, eventRules, warningRules } from './error-rules.ts'
import { WORKED_KEYS } from './field-names.ts'
import { sentenceOutcome } from './final-status.ts'
import { statusIn, statusOf } from './generic-status.ts'
import { has, meaningOf, SAYS } from './name-meaning.ts'
import { loggedMessage } from './log-record.ts'
import { outcomeOf } from './outcomes.ts'
import { shapeOf, type Shape } from './shape.ts'
import { ruleFor } from './word-rule.ts'

export type FoundError = { readonly what: What; readonly message: string; readonly detail: Detail }

/** The message of an error without a message. */
export const NO_MESSAGE = 'error'

const MESSAGE_KEYS = [
  'message',
  'msg',
  'detail',
  'details',
  'description',
  'reason',
  'exception_message',
  'error_message',
  'errorMessage',
  'text',
  'title',
  'result',
  'content',
  'summary',
]
const CODE_KEYS = [
  'code',
  'type',
  'name',
  'error_type',
  'errorType',
  'error_code',
  'errorCode',
  'exception_type',
  'status',
  'kind',
  'reason',
]
/** If a record has an error field, its `type` and `status` belong to the event. */
const OUTER_CODE_KEYS = [
  'code',
  'error_type',
  'errorType',
  'error_code',
  'errorCode',
  'error_class',
  'errorClass',
  'exception_type',
]
/** Names for errors without a specific name. */
const SAYS_NOTHING = /^(?:unknown)?[ _-]?(?:error|exception|failure)?$/i
/** pino and bunyan write 50 for an error and 60 for a fatal one. */
const ERROR_LEVEL = 50

export function errorOf(record: JsonObject, shape: Shape = shapeOf(record)): FoundError | null {
  const found = findError(record, shape)
  return found !== null && ruleFor(warningRules, found.message.slice(0, 500)) !== undefined ? null : found
}

function findError(record: JsonObject, shape: Shape): FoundError | null {
  if (isMarkedFine(record, shape)) return null
  for (const field of shape.errors) if (isTold(record[field])) return describe(record[field], record)
  const isError =
    isNamedError(record, shape) ||
    isMarkedFailed(record, shape) ||
    (shape.httpStatuses.length > 0 &&
      (isFailedWithMessage(record) || (statusOf(record, shape) !== undefined && hasMessage(record))))
  return isError ? describe(record, record) : null
}

const isTold = (value: unknown): boolean =>
  (typeof value === 'string' &&
    value.trim() !== '' &&
    value !== 'null' &&
    value !== 'none' &&
    value !== 'None') ||
  (isObject(value) && Object.keys(value).length > 0) ||
  (Array.isArray(value) && value.length > 0)

function isNamedError(record: JsonObject, { labels }: Shape): boolean {
  for (const key of labels) {
    const label = record[key]
    if (typeof label === 'string' && has(meaningOf(label), SAYS.error)) return true
    if (key === 'level' && typeof label === 'number' && label >= ERROR_LEVEL && label <= 60) return true
  }
  return false
}

function isMarkedFailed(record: JsonObject, { failed, worked }: Shape): boolean {
  for (const key of failed) if (record[key] === true) return true
  for (const key of worked) if (record[key] === false) return true
  return false
}

/** If a record is marked as successful, its error was expected or the program recovered from it. */
function isMarkedFine(record: JsonObject, { failed, worked }: Shape): boolean {
  if (failed.some((key) => record[key] === true) || worked.some((key) => record[key] === false)) return false
  return worked.some((key) => record[key] === true)
}

/** {"status": "error", "message": …}: the message is the error. */
const isFailedWithMessage = (record: JsonObject): boolean =>
  /^(?:error|failed|failure|fatal)$/i.test(text(record['status'])) &&
  ['message', 'msg', 'detail', 'reason'].some((key) => text(record[key]) !== '')

/** The mark of a failure, for a record that has only that. */
const markOf = (record: JsonObject): string => {
  const mark = WORKED_KEYS.find((key) => record[key] === false)
  return mark === undefined ? NO_MESSAGE : `${mark}: false`
}

const hasMessage = (record: JsonObject): boolean => MESSAGE_KEYS.some((key) => text(record[key]) !== '')

function describe(value: unknown, around: JsonObject): FoundError {
  const cause = inner(Array.isArray(value) ? value[0] : value)
  const told = isObject(cause) ? cause : {}
  const code = codeOf(value, told, around)
  const message =
    withInternal(
      (typeof cause === 'string' ? cause : first(MESSAGE_KEYS, told)) || first(MESSAGE_KEYS, around),
      around,
    ) ||
    code ||
    (loggedMessage(around) ?? markOf(around))
  const packed = object(inner(unpackedTail(message)))
  const status =
    statusOf(told) ?? statusOf(object(value)) ?? statusOf(packed) ?? statusOf(around) ?? statusIn(message)
  const retry = retryOf(around) ?? retryOf(told)
  return {
    what: kindOf(
      message,
      code,
      status,
      ruleFor(eventRules, asWords(first(['subtype', 'type', 'event', 'kind'], around).slice(0, 60))) !==
        undefined,
    ),
    message,
    detail: {
      ...(status === undefined ? {} : { status }),
      ...(code === '' || code === message ? {} : { code: code.slice(0, 100) }),
      ...(retry === undefined ? {} : { retry }),
    },
  }
}

/** Fields beside an error with details that a server logs and does not send to its clients. */
const INTERNAL_KEYS = ['internal', 'cause', 'innerError', 'inner_error', 'innererror'] as const

/** `database query error`, and what the database said. */
function withInternal(message: string, around: JsonObject): string {
  if (message === '' || typeof around['error'] !== 'string') return message
  const kept = INTERNAL_KEYS.map((key) => around[key]).find(isObject)
  const said = kept === undefined ? '' : first(MESSAGE_KEYS, object(inner(kept)))
  return said === '' ? message : said
}

/** The code of the provider, else that of the program that wrapped it. */
function codeOf(value: unknown, told: JsonObject, around: JsonObject): string {
  const packed = inner(unpackedTail(text(value) || first(MESSAGE_KEYS, told)))
  return (
    [
      first(CODE_KEYS, object(packed)),
      told === around ? '' : first(CODE_KEYS, told),
      told === around ? '' : first(['name', 'code'], object(value)),
      first(OUTER_CODE_KEYS, around),
    ].find((code) => !SAYS_NOTHING.test(code)) ?? ''
  )
}

/** Providers wrap their errors: {"error": {"error": {"type": …}}}, {"data": {"message": …}}. */
function inner(value: unknown): unknown {
  let cause = unpacked(value)
  for (let depth = 0; depth < 4 && isObject(cause); depth += 1) {
    const next: unknown = [cause['error'], cause['data'], cause['cause'], cause['payload']].find(
      (one) => isObject(one) && (first(MESSAGE_KEYS, one) !== '' || isObject(one['error'])),
    )
    if (next === undefined) break
    cause = next
  }
  return cause
}

/** Some agents pass on the provider's answer as a string. */
function unpacked(value: unknown): unknown {
  const packed = typeof value === 'string' ? value : isObject(value) ? text(value['message']) : ''
  if (!packed.startsWith('{') || packed.length > 20_000) return value
  // If the text is not JSON but prose that begins with a brace, it is the message.
  return parseObject(packed) ?? value
}

/** The words before a provider's answer are short. */
const FAR = 200

/** `401 {"type":"error",…}`: a status, then the provider's answer. */
function unpackedTail(message: string): JsonObject {
  const said = message.length > 20_000 ? '' : message.trimEnd()
  const at = said.endsWith('}') ? said.search(/\{\s{0,20}"/) : -1
  const answer = at < 0 || at > FAR ? null : unpacked(said.slice(at))
  return object(answer)
}

const first = (keys: readonly string[], record: JsonObject): string => {
  for (const key of keys) {
    const value = record[key]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (Array.isArray(value) && typeof list(value)[0] === 'string') return text(list(value)[0])
  }
  return ''
}

function retryOf(record: JsonObject): Detail['retry'] {
  const attempt =
    number(record['attempt']) ??
    number(record['retry_attempt']) ??
    number(record['retryAttempt']) ??
    number(record['retry'])
  const seconds = number(record['retry_after']) ?? number(record['retryAfter'])
  const delayMs =
    number(record['retry_delay_ms']) ??
    number(record['retry_after_ms']) ??
    number(record['delay_ms']) ??
    (seconds === undefined ? undefined : seconds * 1000)
  if (attempt === undefined && delayMs === undefined) return undefined
  const of = number(record['max_retries']) ?? number(record['maxRetries']) ?? number(record['max_attempts'])
  return {
    attempt: attempt ?? 1,
    ...(of === undefined ? {} : { of }),
    ...(delayMs === undefined ? {} : { delayMs }),
  }
}

const isProvidersWord = (said: string): boolean => ruleFor(errorRules, said) !== undefined

function kindOf(message: string, code: string, status: number | undefined, ofRequest: boolean): What {
  const named = code === '' ? null : outcomeOf(code)
  // A 403 of the provider denies the key, not a tool.
  const isDenied = named === 'permission-denied' && status !== undefined
  if (named !== null && named !== 'failure' && named !== 'success' && !isDenied) return named
  if (status !== undefined) return 'provider-error'
  const head = message.slice(0, 500)
  const told = outcomeOf(message) ?? sentenceOutcome(head)
  const isProviders = ofRequest || isProvidersWord(head) || isProvidersWord(code)
  // The timeout of a request is a problem of the provider, not the time limit of the run.
  if (told === 'time-limit' && (isProviders || /\b(?:request|response|stream|connection)\b/i.test(head)))
    return 'provider-error'
  if (told !== null && told !== 'failure' && told !== 'success') return told
  return isProviders ? 'provider-error' : 'failure'
}
