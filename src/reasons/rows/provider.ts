import type { ReasonRow } from '../reason-row.ts'
import { policy } from './policy.ts'

export const providerRows: Readonly<
  Record<
    | 'AUTH_FAILED'
    | 'USAGE_LIMIT'
    | 'RATE_LIMITED'
    | 'MODEL_UNAVAILABLE'
    | 'CONTEXT_EXHAUSTED'
    | 'REFUSED'
    | 'LLM_ERROR',
    ReasonRow
  >
> = {
  AUTH_FAILED: {
    class: 'provider',
    claimable: false,
    transient: false,
    meaning: 'The provider did not accept the login.',
    brief: 'had no valid login',
    causes: 'An expired login, a wrong or missing key, an account without access.',
    policy: policy('escalate', 'ask a person to log in again; everything on this account waits', {
      gate: { of: 'account', word: 'login' },
    }),
    session: 'resumable',
    fallback: 'at-once',
    handOff: false,
    transcript: 'not-asked',
    firstStep: '{login}',
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  USAGE_LIMIT: {
    class: 'provider',
    claimable: false,
    transient: true,
    meaning: "The account's quota, credit or plan limit is used up.",
    brief: 'hit a usage limit',
    causes: 'A five-hour or weekly limit, a daily quota, no credit left, a spending cap.',
    policy: policy(
      'wait',
      'wait until the limit resets; if no reset is known (credit, billing), ask a person',
      {
        gate: { of: 'account', word: 'usage' },
        bound: 'reset',
      },
    ),
    session: 'resumable',
    fallback: 'at-once',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'check the credit and billing of the account',
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  RATE_LIMITED: {
    class: 'provider',
    claimable: false,
    transient: true,
    meaning: 'The provider asked to slow down, or is overloaded.',
    brief: 'hit a rate limit',
    causes: 'Too many requests per minute, a provider at capacity.',
    policy: policy('wait', 'wait and try again with growing pauses; after two hours ask a person', {
      backoff: true,
      gate: { of: 'account', word: 'rate' },
      bound: 'time',
      escalateAfterMs: 2 * 3_600_000,
    }),
    session: 'resumable',
    fallback: 'at-once',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  MODEL_UNAVAILABLE: {
    class: 'provider',
    claimable: false,
    transient: false,
    meaning: 'The chosen model does not exist or may not be used by this account.',
    brief: 'could not use the model',
    causes: 'A misspelt or retired model, a plan without it.',
    policy: policy('escalate', 'ask a person to choose another model'),
    session: 'resumable',
    fallback: 'at-once',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'choose another model',
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  CONTEXT_EXHAUSTED: {
    class: 'provider',
    claimable: true,
    transient: false,
    meaning: 'The conversation no longer fits into the model.',
    brief: 'ran out of context',
    causes: 'A long session, a huge file or tool output in the prompt.',
    policy: policy(
      'continue',
      'keep the progress and continue in a new session; twice in a row without a change: ask a person',
      {
        bound: 'progress',
      },
    ),
    session: 'poisoned',
    fallback: 'never',
    handOff: true,
    transcript: 'not-asked',
    firstStep: null,
    difference: 'lesson',
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'CONTEXT_EXHAUSTED', supervisor: 'exit' },
  },
  REFUSED: {
    class: 'provider',
    claimable: false,
    transient: false,
    meaning: 'The model or its safety filter declined to answer.',
    brief: 'ended with a refusal of the model',
    causes: 'A content filter, a usage policy, a prompt that looks harmful.',
    policy: policy('escalate', 'ask a person to look at the prompt'),
    session: 'poisoned',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'look at the prompt',
    difference: 'lesson',
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  LLM_ERROR: {
    class: 'provider',
    claimable: false,
    transient: true,
    meaning: 'The model could not be reached, or its answer was broken.',
    brief: 'ended with a model error',
    causes:
      'A server error, a lost connection, a malformed or empty answer, a request the provider rejected.',
    policy: policy('retry', 'try again with growing pauses, 3 times, then ask a person', {
      retries: 3,
      backoff: true,
    }),
    session: 'poisoned',
    fallback: 'after-retries',
    handOff: false,
    transcript: 'asked-without-status',
    firstStep: null,
    words: { bench: 'LLM_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
}
