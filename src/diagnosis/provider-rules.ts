import { anyOf } from '../signals/any-of.ts'
import type { Rule } from './rule.ts'

const AGENT = ['typed', 'declared', 'ending'] as const
const ERROR = ['provider-error'] as const
const LIMIT = ['provider-error', 'usage-limit'] as const

/** A typed error in the format of Claude Code, for the examples. */
const claudeError = (message: string, status?: number): { output: string; exitCode: number } => ({
  exitCode: 1,
  output: JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: true,
    ...(status === undefined ? {} : { api_error_status: status }),
    duration_api_ms: 0,
    num_turns: 1,
    result: message,
    session_id: '00000000-0000-4000-8000-000000000000',
    total_cost_usd: 0,
  }),
})

/** The same words in a tool result of a successful run. */
const quoted = (words: string): { output: string; exitCode: number } => ({
  exitCode: 0,
  output: [
    { type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none', model: 'm' },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't', content: words }] },
      session_id: 's',
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      duration_api_ms: 1,
      result: 'Done.',
      session_id: 's',
      total_cost_usd: 0,
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
})

/**
 * The meaning of a failed request to a model, most specific first. The statuses and codes are those of the providers.
 * The phrases are for agents that pass on only the message.
 */
export const providerRules: readonly Rule[] = [
  {
    id: 'provider.context-too-long',
    reason: 'CONTEXT_EXHAUSTED',
    sentence: 'The provider reports that the prompt exceeds the context window of the model.',
    sources: AGENT,
    what: ERROR,
    statuses: [413],
    codes:
      /context_length|context_size|context_window|prompt_too_long|prompt_tokens_exceeded|ContextOverflow|request_too_large/i,
    says: anyOf(
      [
        /\bContext(?:Window|Length)(?:Exceeded|Overflow)/,
        /\b(?:prompt|input|conversation|messages?)(?: is| are| was)? too (?:long|large)\b/,
        /\brequest is too (?:long|large)\b/,
        /tokens? exceeds? the (?:[\d,]+ token|configured|model'?s?|maximum|context) limit/,
        /maximum context length/,
        /context (?:length|window|limit|size)\b.{0,40}\b(?:exceed|full|reached|overflow|exhaust)/,
        /(?:exceed|overflow|larger than|beyond|ran out of|out of)\w{0,12}.{0,60}\bcontext\b/,
        /(?:input|prompt) token count\b.{0,40}\bexceeds|\bcontext\b.{0,20}\bexceeds\b/,
        /(?<!output )tokens? (?:count )?exceeds? (?:the )?(?:model|limit|max)/,
        /too many (?:input |prompt )?tokens\b(?!, please wait)|tokens? > \d+ maximum/,
        /payload size exceeds the limit|request[- ](?:body|entity)\b.{0,20}\b(?:limit|too large)/,
        /^(?!.*tokens per min).*\brequest too large\b/,
      ],
      'i',
    ),
    yes: [claudeError('input length and max_tokens exceed context limit: 199000 + 8192 > 200000', 400)],
    no: [
      claudeError('Rate limit reached: Request too large for gpt-5 on tokens per min (TPM)', 429),
      claudeError('Model response was truncated because it exceeded the token limit.'),
      quoted('Error: maximum context length exceeded'),
    ],
  },
  {
    id: 'provider.quota-that-refills',
    reason: 'RATE_LIMITED',
    sentence: 'A quota per minute or hour is used up, and the provider says in how many seconds it refills.',
    sources: AGENT,
    what: LIMIT,
    // Gemini's code for a quota error that is worth a retry.
    codes: /^RetryableQuotaError$/,
    says: /exceeded your current quota\b[^]{0,200}\bretry (?:in|after) [\d.]+ ?s|quota exceeded\b.{0,200}\bper[_ -]?minute|quota exceeded for .{0,80}\w_requests_per_/i,
    yes: [claudeError('You exceeded your current quota. Please retry in 34.5s.', 429)],
    no: [claudeError('You exceeded your current quota, please check your plan and billing details.', 429)],
  },
  {
    id: 'provider.credit',
    reason: 'USAGE_LIMIT',
    sentence: 'The account has no credit left, an unpaid bill, or a spending cap.',
    sources: AGENT,
    what: LIMIT,
    statuses: [402],
    codes: /insufficient_quota|billing|payment_required|credit/i,
    says: anyOf(
      [
        /\b(?:credit )?balance (?:is )?too low|\blow credit\b/,
        /(?:no|any|more|run out of (?:\w+ ){0,3}|ran out of (?:\w+ ){0,3}) ?credits (?:yet|left|remaining)?\b/,
        /can only afford \d|used (?:up )?all (?:of )?your (?:[\w-]+ ){0,3}credits\b/,
        /\b(?:status(?:[ _]code)?|HTTP|code|error)[: ]+402\b|insufficient credit balance/,
        /insufficient[ _](?:credits?|funds|balance|quota)/,
        /(?:out of|not enough|no more|no remaining) (?:credits?|funds)\b|payment required/,
        /spend(?:ing)? (?:limit|cap)|billing (?:hard )?limit|check your plan and billing/,
      ],
      'i',
    ),
    // An account of a block chain has a balance too.
    not: /\b(?:transaction|gas (?:fee|price|\*)|wallet|lamports|VmError)\b/i,
    yes: [
      claudeError('Credit balance is too low', 400),
      claudeError('Insufficient credits. Add more to go on.', 402),
    ],
    no: [
      quoted('402 Payment Required: insufficient credits'),
      claudeError('Invalid transaction: INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 400),
    ],
  },
  {
    id: 'provider.plan-limit',
    reason: 'USAGE_LIMIT',
    sentence: 'The limit of a plan (five hours, a day, a week, a month) is used up.',
    sources: AGENT,
    what: LIMIT,
    codes: /usage_limit|five_hour|seven_day|weekly|daily|monthly/i,
    says: /usage limit|hit your (?:[\w-]+ ){0,3}limit|limit reached\b.{0,30}\breset|out of extra usage|(?:daily|weekly|monthly|5-hour|five-hour|hourly|session) (?:usage |request |token |free )?(?:limit|quota)\b|exhausted your .{0,40}quota|quota (?:has been )?(?:exceeded|exhausted|reached|will reset)|exceeded your (?:[\w-]+ ){0,3}(?:quota|allowance)\b|\bfree[- ](?:[\w]+[- ]){0,3}per[- ]day\b/i,
    yes: [
      claudeError("You've hit your session limit · resets 7:10am (UTC)", 429),
      claudeError('You have exhausted your daily quota on this model.', 429),
      claudeError('Rate limit exceeded: free-models-per-day. Add 10 credits to unlock more.', 429),
    ],
    no: [
      claudeError('Number of request tokens has exceeded your per-minute rate limit', 429),
      claudeError('Rate limit reached on requests per day (RPD): Limit 200. Please try again in 7m12s.', 429),
    ],
  },
  {
    id: 'provider.usage-limit',
    reason: 'USAGE_LIMIT',
    sentence: 'The agent reports in a typed field that a limit is used up.',
    sources: AGENT,
    what: ['usage-limit'],
    yes: [
      {
        exitCode: 1,
        output: JSON.stringify({
          type: 'rate_limit_event',
          session_id: 's',
          rate_limit_info: { status: 'rejected', resetsAt: 1794733260 },
        }),
      },
    ],
    no: [
      {
        exitCode: 1,
        output: JSON.stringify({
          type: 'rate_limit_event',
          session_id: 's',
          rate_limit_info: { status: 'allowed_warning', resetsAt: 1794733260, rateLimitType: 'five_hour' },
        }),
      },
    ],
  },
  {
    id: 'provider.model',
    reason: 'MODEL_UNAVAILABLE',
    sentence: 'The provider does not know the model, or this account may not use it.',
    sources: AGENT,
    what: ERROR,
    statuses: [404, 410],
    codes: /model_not_found|model_not_available|unsupported_model|unknown_model|ModelNotFound/i,
    says: anyOf(
      [
        /\bmodels?\b(?! (?:path|file|folder|directory)\b)(?:[^.]|\.(?=\S)){0,80}\b(?:not found|does(?:n't| not) exist|is not (?:available|supported|found)|no longer (?:available|supported|served|offered)|(?:has been|was) (?:deprecated|retired|shut down|discontinued|decommissioned)|reached (?:its )?end of life)/,
        /\b(?:unknown|invalid|unsupported|no such) model\b|\b\w{0,40}ModelNotFoundError\b/,
        /issue with the selected model|\bDeploymentNotFound\b|\bdeployment\b.{0,40}\bdoes not exist/,
        /no endpoints found for|\bcannot use this model: /,
        /\bno (?:valid |default |such )?models? (?:is |was |were |are |could be )?(?:configured|selected|available|found|loaded|specified)\b/,
        /(?:don't|do not) have access to the model|may not exist or you may not have access/,
      ],
      'i',
    ),
    yes: [
      claudeError('The model `gpt-9` does not exist or you do not have access to it.', 404),
      claudeError('This model has reached its end of life.', 400),
    ],
    no: [claudeError("Unsupported parameter: 'effort' is not supported with this model.", 400)],
  },
  {
    id: 'provider.rate-limit',
    reason: 'RATE_LIMITED',
    sentence: 'The provider asks to slow down, or is overloaded.',
    sources: AGENT,
    what: ERROR,
    statuses: [429, 529],
    codes: /rate_?limit|overload|too_many_requests|throttl|resource_exhausted|capacity/i,
    says: /\bcode\\?"?: ?429\b|rate[- ]?limit|too many requests|\boverload(?:ed)?\b|\bat capacity\b|\bthrottl(?:ed|ing)|\b(?:status(?:[ _]code)?|HTTP|code|error)[: ]+(?:429|529)\b|\bresource[ _]?exhausted\b|too many tokens, please wait|\b(?:429|529) (?:Too Many|Overloaded)/i,
    yes: [
      claudeError('API Error: Request rejected (429) · slow down', 429),
      claudeError('API Error: 529 Overloaded', 529),
    ],
    no: [
      quoted('HTTP 429 Too Many Requests: rate limit exceeded'),
      claudeError('Internal server error', 500),
    ],
  },
  {
    id: 'provider.auth',
    reason: 'AUTH_FAILED',
    sentence: 'The provider does not accept the login or the key.',
    sources: AGENT,
    what: [...ERROR, 'auth'],
    statuses: [401, 403],
    codes:
      /account_(?:deactivated|disabled|suspended|terminated)|consumer_suspended|authentication|invalid_api_key|permission_error|permission_denied|unauthori[sz]ed|forbidden|oauth|auth_/i,
    says: anyOf(
      [
        /\b(?:account|organi[sz]ation|consumer)(?: '[^']{1,80}')? (?:has been|is|was) (?:deactivated|disabled|suspended|terminated|banned)\b/,
        /\b(?:invalid|incorrect|missing|expired|wrong|bad)\b.{0,20}\b(?:api[ _-]?keys?|credentials?|access token|auth token|bearer)\b/,
        /api[ _-]?key (?:is )?(?:not valid|invalid|not found|expired|missing|required)/,
        /authentication (?:failed|error|required|token has expired)|failed to authenticate|unauthori[sz]ed\b/,
        /\b(?:AccessDenied|ExpiredToken|UnrecognizedClient|InvalidSignature)(?:Exception)?\b/,
        /\b(?:Authentication|PermissionDenied)Error\b|\byour (?:session|token|login) (?:has )?expired\b/,
        /\b(?:No|Default|Partial)Credentials\w*Error\b|unable to locate credentials|\binvalid_grant\b/,
        /\bauth tokens?\b.{0,20}\b(?:expired|invalid|revoked)|problem refreshing your current auth/,
        /credentials (?:were|was|are|is|could) not (?:be )?found|security token .{0,40}\b(?:expired|invalid)/,
        /api[ _-]?key .{0,24}\b(?:leaked|revoked|disabled|blocked|suspended)|not logged in/,
        /(?:please )?(?:log|sign)(?:ing)? in again|run \/login/,
        /token (?:has |is )?(?:expired|been revoked|invalid)/,
        /\b(?:status(?:[ _]code)?|HTTP|code|error)[: ]+(?:401|403)\b|\b(?:401|403) [A-Z]+_[A-Z]+\b/,
        /\b403 Forbidden\b|missing environment variable/,
        /\b(?:country|region|territory|location) (?:is )?not supported/,
      ],
      'i',
    ),
    yes: [
      claudeError('Invalid API key · Fix external API key', 401),
      claudeError('OAuth token has expired. Please run /login'),
      claudeError('Country, region, or territory not supported'),
      claudeError('User location is not supported for the API use.', 400),
      claudeError('This organization has been disabled.', 400),
    ],
    no: [
      quoted('401 Unauthorized: invalid API key'),
      claudeError('The author of this request is unknown', 400),
      claudeError('The region parameter must be a string', 400),
      claudeError('The account setting is disabled in this request', 400),
    ],
  },
  {
    id: 'provider.refusal',
    reason: 'REFUSED',
    sentence: 'A safety filter or the model itself refused the request.',
    sources: AGENT,
    what: ERROR,
    codes: /content_filter|ContentFilter|refusal|safety|prohibited|policy_violation|blocklist/i,
    says: /content[ -](?:filter|management policy|policy|moderation)|\bmoderation (?:policy|filter|system)\b|\bflagged\b.{0,60}\b(?:content|policy|safety|violat)|usage polic(?:y|ies)|violat\w+ .{0,60}polic(?:y|ies)|blocked by .{0,30}(?:safety|filter|policy)|safety (?:filters?|system|reasons|settings)|\bContentPolicyViolation|\bguardrail\w*\b.{0,60}\b(?:tripwire|triggered|blocked)|unable to respond to this request/i,
    yes: [
      claudeError('Your request was blocked by the safety filter', 400),
      claudeError("The request triggered the provider's content moderation policy"),
    ],
    no: [
      claudeError('The retry policy was exceeded', 500),
      claudeError('The moderation service is down', 503),
    ],
  },
  {
    id: 'provider.error',
    reason: 'LLM_ERROR',
    sentence:
      'The request failed in another way: a server error, a lost connection, an invalid or rejected request.',
    sources: AGENT,
    what: ERROR,
    yes: [
      claudeError('API Error: 500 Internal server error', 500),
      claudeError('API Error: Connection error.'),
    ],
    no: [quoted('API Error: 500 Internal server error'), claudeError('API Error: 401 Unauthorized', 401)],
  },
]
