import { newId } from '../answer.ts'
import { epochIn, type Reply, type ErrorTable } from './api.ts'

function reply(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const id = newId('req_')
  return {
    status,
    headers: { 'request-id': id, ...headers },
    body: { type: 'error', error: { type, message }, request_id: id },
  }
}

/** The headers of a subscription's rejected request. Claude Code reads the reset from them. */
function planHeaders(resetIn: number): Readonly<Record<string, string>> {
  const reset = String(epochIn(resetIn))
  const unified = 'anthropic-ratelimit-unified'
  return {
    'retry-after': String(resetIn),
    'x-should-retry': 'false',
    [`${unified}-status`]: 'rejected',
    [`${unified}-reset`]: reset,
    [`${unified}-representative-claim`]: 'five_hour',
    [`${unified}-5h-status`]: 'rejected',
    [`${unified}-5h-utilization`]: '1.0',
    [`${unified}-5h-reset`]: reset,
    [`${unified}-overage-status`]: 'rejected',
    [`${unified}-overage-disabled-reason`]: 'org_level_disabled',
  }
}

export const anthropicErrors: ErrorTable = {
  unauthorized: (_, { message = 'invalid x-api-key' }) => reply(401, 'authentication_error', message),
  'login-expired': (
    _,
    { message = 'OAuth token has expired. Please obtain a new token or refresh your existing token.' },
  ) => reply(401, 'authentication_error', message),
  'payment-required': (_, { message = 'Your account has insufficient credits.' }) =>
    reply(402, 'billing_error', message),
  forbidden: (_, { message = 'Your API key does not have permission to use the specified resource' }) =>
    reply(403, 'permission_error', message),
  'model-not-found': (model, { message = `model: ${model}` }) => reply(404, 'not_found_error', message),
  'too-large': (_, { message = 'Request exceeds the maximum size' }) =>
    reply(413, 'request_too_large', message),
  'rate-limit': (
    _,
    {
      retryAfter,
      message = "This request would exceed your organization's rate limit of 50,000 input tokens per minute.",
    },
  ) =>
    reply(
      429,
      'rate_limit_error',
      message,
      retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
    ),
  'usage-limit': (
    _,
    {
      resetIn = 7200,
      message = "This request would exceed your account's rate limit. Please try again later.",
    },
  ) => reply(429, 'rate_limit_error', message, planHeaders(resetIn)),
  'no-credit': (
    _,
    {
      message = 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    },
  ) => reply(400, 'invalid_request_error', message),
  'context-too-long': (_, { message = 'prompt is too long: 213451 tokens > 200000 maximum' }) =>
    reply(400, 'invalid_request_error', message),
  'bad-request': (
    _,
    {
      message = 'messages.1.content.0: tool_use ids were found without tool_result blocks immediately after: toolu_01',
    },
  ) => reply(400, 'invalid_request_error', message),
  'server-error': (_, { message = 'Internal server error' }) => reply(500, 'api_error', message),
  unavailable: (_, { message = 'Service unavailable' }) => reply(503, 'api_error', message),
  overloaded: (_, { message = 'Overloaded' }) => reply(529, 'overloaded_error', message),
}
