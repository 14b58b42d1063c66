import { providerRules } from './provider-rules.ts'
import type { Rule } from './rule.ts'
import { TELLS } from './text-forms.ts'
import { plain } from './rule-examples.ts'
import { text } from './text-rule.ts'

/** The provider's phrases, in a plain line that reports an error. */
const providerExamples: Readonly<Record<string, readonly [yes: readonly string[], no: readonly string[]]>> = {
  'provider.context-too-long': [
    ['Error: prompt is too long: 210000 tokens > 200000 maximum', 'Too many input tokens: 210000.'],
    ['The React context is too long to explain here.', 'Too many tokens of the design were in the header.'],
  ],
  'provider.quota-that-refills': [
    [
      'Error: You exceeded your current quota. Please retry in 12.5s',
      'acme.errors.ResourceExhausted: 429 Quota exceeded for metric requests per minute',
    ],
    ['The quota page was added.'],
  ],
  'provider.credit': [
    [
      'Error: 402 insufficient credits',
      'Insufficient credits. Add more to go on.',
      'Out of credits. Add more in your settings.',
      "Error: your team doesn't have any credits yet",
      'You have used all of your monthly credits.',
    ],
    ['Added a check for insufficient credits to the shop.', 'Insufficient credits now give a clear message.'],
  ],
  'provider.plan-limit': [
    ['ERROR: You have reached your weekly limit; usage limit resets tomorrow'],
    ['The usage limit banner is now tested.'],
  ],
  'provider.model': [
    [
      'Error: model claude-9 not found',
      'acme.NotFoundError: the deployment for this resource does not exist',
      'Error: no valid model could be loaded',
      'Error: models/gemini-2.5-pro is not found for this version',
      '404 The model `m-1` does not exist or you do not have access to it.',
    ],
    ['The data model is not found in the docs.'],
  ],
  'provider.rate-limit': [
    [
      'openai.RateLimitError: Error code: 429 - Rate limit reached',
      'acme.ThrottlingException: Too many tokens, please wait before trying again.',
      'Connect error resource_exhausted: Error',
      'Error: 529 Overloaded. If it persists, look at the status page.',
    ],
    ['Wrote the rate limit middleware.', 'Error: handled if the server is overloaded'],
  ],
  'provider.auth': [
    [
      'Error: Invalid API key provided',
      'acme.exceptions.NoCredentialsError: Unable to locate credentials',
      'An error occurred (ExpiredTokenException): the security token is expired',
      'Authentication failed. Log in again.',
      'Incorrect API key provided: test. Look at your account.',
      'Error: API key required. Set ACME_API_KEY or use --api-key',
    ],
    ['Invalid API key handling is now covered.'],
  ],
  'provider.refusal': [
    [
      'Error: the response was blocked by the safety filter',
      'acme.exceptions.GuardrailTripwireTriggered: the guardrail was triggered',
    ],
    ['The content policy page is done.'],
  ],
}

export const providerText: readonly Rule[] = providerRules.flatMap((rule) => {
  const [yes, no] = providerExamples[rule.id] ?? []
  if (rule.says === undefined || yes === undefined || no === undefined) return []
  const { reason, sentence, says } = rule
  return [
    text({
      id: rule.id.replace('provider.', 'text.'),
      reason,
      sentence: `In plain text: ${sentence}`,
      says,
      and: TELLS,
      stages: ['agent_run', 'launch'],
      yes: yes.map((line) => plain(line, 1)),
      no: no.map((line) => plain(line, 1)),
    }),
  ]
})
