import { newId } from '../answer.ts'
import { epochIn, type Reply, type ErrorTable } from './api.ts'

function reply(
  status: number,
  [type, code]: readonly [string, string | null],
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'x-request-id': newId('req_'), ...headers },
    body: { error: { message, type, param: null, code } },
  }
}

const invalid = (code: string | null): readonly [string, string | null] => ['invalid_request_error', code]

/** A duration as OpenAI writes it: `30s`, `1h0m0s`. */
function asWait(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const long = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : ''
  return `${long}${seconds % 60}s`
}

function rateLimit(model: string, retryAfter: number | undefined, said: string | undefined): Reply {
  const message =
    said ??
    `Rate limit reached for ${model} in organization org-scripted on tokens per min (TPM): Limit 30000, Used 30000, Requested 1.${retryAfter === undefined ? '' : ` Please try again in ${asWait(retryAfter)}.`}`
  return reply(
    429,
    ['tokens', 'rate_limit_exceeded'],
    message,
    retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
  )
}

/** The error of a used-up plan, which Codex reads. */
function usageLimit(resetIn: number, message: string): Reply {
  const reset = epochIn(resetIn)
  return {
    status: 429,
    headers: {
      'x-codex-primary-used-percent': '100.0',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': String(reset),
    },
    body: {
      error: {
        type: 'usage_limit_reached',
        message,
        plan_type: 'plus',
        resets_at: reset,
        resets_in_seconds: resetIn,
      },
    },
  }
}

/** Both APIs of OpenAI, except for the message about a full context. */
const openaiErrors: Omit<ErrorTable, 'context-too-long'> = {
  unauthorized: (
    _,
    {
      message = 'Incorrect API key provided: test-key. You can find your API key at https://platform.openai.com/account/api-keys.',
    },
  ) => reply(401, invalid('invalid_api_key'), message),
  'login-expired': (_, { message = 'Your authentication token has expired. Please try signing in again.' }) =>
    reply(401, invalid(null), message),
  'payment-required': (_, { message = 'Insufficient credits. Add more credits to continue.' }) =>
    reply(402, ['insufficient_credits', 'insufficient_credits'], message),
  forbidden: (_, { message = 'Country, region, or territory not supported' }) =>
    reply(403, invalid('unsupported_country_region_territory'), message),
  'model-not-found': (
    model,
    { message = `The model \`${model}\` does not exist or you do not have access to it.` },
  ) => reply(404, invalid('model_not_found'), message),
  'too-large': (_, { message = 'Request too large' }) => reply(413, invalid(null), message),
  'rate-limit': (model, { retryAfter, message }) => rateLimit(model, retryAfter, message),
  'usage-limit': (_, { resetIn = 7200, message = 'The usage limit has been reached' }) =>
    usageLimit(resetIn, message),
  'no-credit': (
    _,
    {
      message = 'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    },
  ) => reply(429, ['insufficient_quota', 'insufficient_quota'], message),
  'bad-request': (
    _,
    { message = "Unsupported parameter: 'reasoning.effort' is not supported with this model." },
  ) => reply(400, invalid('unsupported_parameter'), message),
  'server-error': (
    _,
    { message = 'The server had an error while processing your request. Sorry about that!' },
  ) => reply(500, ['server_error', null], message),
  unavailable: (_, { message = 'Service Unavailable' }) => reply(503, ['server_error', null], message),
  overloaded: (_, { message = 'The engine is currently overloaded, please try again later' }) =>
    reply(503, ['server_error', 'server_is_overloaded'], message),
}

const tooLong = (message: string): Reply => reply(400, invalid('context_length_exceeded'), message)

export const responsesErrors: ErrorTable = {
  ...openaiErrors,
  'context-too-long': (
    _,
    {
      message = 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    },
  ) => tooLong(message),
}

export const chatErrors: ErrorTable = {
  ...openaiErrors,
  'context-too-long': (
    _,
    {
      message = "This model's maximum context length is 128000 tokens. However, your messages resulted in 213451 tokens. Please reduce the length of the messages.",
    },
  ) => tooLong(message),
}
