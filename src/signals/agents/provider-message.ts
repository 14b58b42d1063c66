import type { JsonObject } from '../bytes/records.ts'
import { meaningOf, type Form } from '../forms.ts'
import { number, object, objects, parseObject, text } from '../json.ts'
import type { What } from '../signal.ts'
import type { Told } from './error-detail.ts'
import { isHttpError, statusIn } from './http-status.ts'

/** A provider's report of a failed request, taken from the agent's message. */
export type ProviderMessage = Told & { readonly message: string }

/** Longer bodies are web pages, not error messages. */
const MAX_BODY_CHARS = 100_000

/** Codes of providers that are specific enough alone. */
const NAMED_CODES: readonly Form[] = [
  [/context_length_exceeded|context_window_exceeded|ContextOverflow/i, 'context-full'],
  [/usage_limit|usage_not_included|insufficient_quota|insufficient_credits/i, 'usage-limit'],
  [/content_filter|ContentFilter|cyber_policy/i, 'refusal'],
]

export const whatOfCode = (code: string | undefined): What =>
  meaningOf(NAMED_CODES, code ?? '') ?? 'provider-error'

/** Reads an error message that is, or ends with, the provider's JSON body. */
export function readProviderMessage(raw: string): ProviderMessage {
  const body = bodyIn(raw)
  const error = object(body?.['error'])
  const told = text(error['message']) || text(body?.['message'])
  if (body === null || told === '') return { message: raw, status: statusIn(raw) }
  const numeric = number(error['code']) ?? number(error['status'])
  const reason = objects(error['details'])
    .map((detail) => text(detail['reason']))
    .find((one) => one !== '')
  return {
    message: told,
    status: isHttpError(numeric) ? numeric : statusIn(raw.slice(0, raw.indexOf('{'))),
    code:
      reason ??
      ([error['code'], error['type'], error['status']].map(text).find((one) => one !== '') || undefined),
    resetAt: instant(error['resets_at']),
  }
}

/** Converts seconds since 1970 to an ISO instant. */
export function instant(seconds: unknown): string | undefined {
  const value = typeof seconds === 'string' ? Number(seconds) : number(seconds)
  return value === undefined || !(value > 0 && value < 1e11)
    ? undefined
    : new Date(value * 1000).toISOString()
}

function bodyIn(raw: string): JsonObject | null {
  const from = raw.indexOf('{')
  const to = raw.lastIndexOf('}')
  if (from < 0 || to < from || to - from > MAX_BODY_CHARS) return null
  return parseObject(raw.slice(from, to + 1))
}
