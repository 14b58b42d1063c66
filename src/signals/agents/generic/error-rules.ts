/** Decides who caused an error of an unknown program. */
import type { WordRule } from './word-rule.ts'

/** Names of events, in words. */
export const eventRules: readonly WordRule<'request'>[] = [
  {
    id: 'event.request',
    means: 'request',
    sentence: 'The event is about a request to a model. A retry of an agent is such a request.',
    says: /\b(?:api|llm|model|provider|completion|retry)\b/,
    yes: ['api error', 'llm call failed'],
    no: ['tool error', 'apiary error'],
  },
]

/** Messages and codes of errors. */
export const errorRules: readonly WordRule<'provider'>[] = [
  {
    id: 'error.names-model',
    means: 'provider',
    sentence: 'The error names a model, its provider or an API of one.',
    says: /\b(?:api|llm|model|provider|completion|inference|openai|anthropic|claude|gemini|vertex|bedrock|openrouter|litellm|mistral|deepseek|ollama)\b/i,
    yes: ['the model is not available', 'OpenRouter answered nothing'],
    no: ['the data could not be modelled'],
  },
  {
    id: 'error.limit',
    means: 'provider',
    sentence: 'A rate limit, a quota, a credit or the context window is used up.',
    says: /\b(?:rate[- ]?limit\w*|quota|overloaded|too many requests|context (?:length|window)|usage limit|high demand|at capacity|credit|billing|(?:request|payload) (?:is )?too large)\b/i,
    yes: ['rate limited, wait 3 s', 'quota exhausted'],
    no: ['the limit of the list is 3'],
  },
  {
    id: 'error.http',
    means: 'provider',
    sentence: 'An HTTP response has a client or server error status.',
    says: /\b(?:bad gateway|service unavailable|internal server error|gateway time-?out|unauthori[sz]ed|authentication|forbidden|invalid[_ ]request|server had an error|HTTP [45]\d\d|(?:country|region|territory) (?:is )?not supported)\b/i,
    yes: ['502 Bad Gateway', 'HTTP 503'],
    no: ['HTTP 200'],
  },
  {
    id: 'error.stream',
    means: 'provider',
    sentence: 'A response is incomplete or is not JSON.',
    says: /\b(?:stream(?:ing)? (?:error|ended|closed|disconnected|interrupted)|invalid stream chunk|(?:request|response|message|stream) (?:ended|closed|finished) (?:without|before|early|prematurely|unexpectedly)|JSON pars(?:e|ing) (?:error|failed)|in JSON at position \d+|unexpected end of JSON)\b/i,
    yes: ['stream closed before the end', 'Unexpected token < in JSON at position 0'],
    no: ['the stream of events goes on'],
  },
  {
    id: 'error.connection',
    means: 'provider',
    sentence: 'The connection failed.',
    says: /\b(?:fetch failed|connection (?:was )?(?:error|reset|refused|aborted|closed|timed out)|socket hang up|ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b/i,
    yes: ['connect ECONNREFUSED', 'socket hang up'],
    no: ['connection is fine'],
  },
]

/** Problems that the program works around. */
export const warningRules: readonly WordRule<'goes-on'>[] = [
  {
    id: 'warning.goes-on',
    means: 'goes-on',
    sentence: 'The program says that it works around the problem, so it is a warning.',
    says: /\b(?:defaulting to|falling back to|using the default)\b/i,
    yes: ['model not set, defaulting to small'],
    no: ['the default model is missing'],
  },
]
