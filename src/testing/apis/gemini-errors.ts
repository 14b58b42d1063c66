import type { Reply, ErrorTable } from './api.ts'

const RPC = 'type.googleapis.com/google.rpc'

const reply = (code: number, status: string, message: string, details: readonly object[] = []): Reply => ({
  status: code,
  body: { error: { code, message, status, details } },
})

const errorInfo = (reason: string): object => ({
  '@type': `${RPC}.ErrorInfo`,
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com' },
})

const retryInfo = (seconds: number): object => ({ '@type': `${RPC}.RetryInfo`, retryDelay: `${seconds}s` })

const quotaFailure = (metric: string, quotaId: string, quotaValue: string): object => ({
  '@type': `${RPC}.QuotaFailure`,
  violations: [{ quotaMetric: `generativelanguage.googleapis.com/${metric}`, quotaId, quotaValue }],
})

const quotaWords = 'You exceeded your current quota, please check your plan and billing details.'

function rateLimit(retryAfter: number | undefined, said: string | undefined): Reply {
  const again = retryAfter === undefined ? '' : `\nPlease retry in ${retryAfter}s.`
  return reply(429, 'RESOURCE_EXHAUSTED', said ?? `${quotaWords}${again}`, [
    quotaFailure(
      'generate_content_free_tier_requests',
      'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
      '2',
    ),
    ...(retryAfter === undefined ? [] : [retryInfo(retryAfter)]),
  ])
}

export const geminiErrors: ErrorTable = {
  unauthorized: (_, { message = 'API key not valid. Please pass a valid API key.' }) =>
    reply(400, 'INVALID_ARGUMENT', message, [errorInfo('API_KEY_INVALID')]),
  'login-expired': (
    _,
    {
      message = 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    },
  ) => reply(401, 'UNAUTHENTICATED', message),
  'payment-required': (_, { message = 'Payment required.' }) => reply(402, 'PAYMENT_REQUIRED', message),
  forbidden: (_, { message = 'The caller does not have permission' }) =>
    reply(403, 'PERMISSION_DENIED', message),
  'model-not-found': (
    model,
    {
      message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    },
  ) => reply(404, 'NOT_FOUND', message),
  'too-large': (_, { message = 'Request payload size exceeds the limit: 20971520 bytes.' }) =>
    reply(413, 'INVALID_ARGUMENT', message),
  'rate-limit': (_, { retryAfter, message }) => rateLimit(retryAfter, message),
  'usage-limit': (_, { resetIn = 7200, message = quotaWords }) =>
    reply(429, 'RESOURCE_EXHAUSTED', message, [
      quotaFailure(
        'generate_requests_per_model_per_day',
        'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
        '100',
      ),
      retryInfo(resetIn),
    ]),
  'no-credit': (
    _,
    {
      message = 'This API method requires billing to be enabled. Please enable billing on project #1 then retry.',
    },
  ) => reply(403, 'PERMISSION_DENIED', message, [errorInfo('BILLING_DISABLED')]),
  'context-too-long': (
    _,
    { message = 'The input token count (1213451) exceeds the maximum number of tokens allowed (1048576).' },
  ) => reply(400, 'INVALID_ARGUMENT', message),
  'bad-request': (_, { message = 'Invalid JSON payload received. Unknown name "scripted"' }) =>
    reply(400, 'INVALID_ARGUMENT', message),
  'server-error': (
    _,
    {
      message = 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    },
  ) => reply(500, 'INTERNAL', message),
  unavailable: (_, { message = 'The service is currently unavailable.' }) =>
    reply(503, 'UNAVAILABLE', message),
  overloaded: (_, { message = 'The model is overloaded. Please try again later.' }) =>
    reply(503, 'UNAVAILABLE', message),
}
