import type { ReasonRow } from '../reason-row.ts'
import { policy } from './policy.ts'

export const workRows: Readonly<
  Record<
    | 'BROKEN_BUILD'
    | 'TESTS_FAILED'
    | 'NO_CHANGES'
    | 'NO_TESTS_COLLECTED'
    | 'INTERNAL_ERROR'
    | 'INTERRUPTED'
    | 'UNKNOWN',
    ReasonRow
  >
> = {
  BROKEN_BUILD: {
    class: 'work',
    claimable: true,
    transient: false,
    meaning: 'The code does not compile, load or parse.',
    causes: 'A syntax or type error, a missing import, a link error.',
    policy: policy('rollback', 'go back to the last good state, then try again, twice, then ask a person', {
      retries: 2,
    }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'mayday snapshots {task}',
    words: { bench: 'INTERNAL_ERROR', gza: 'TEST_FAILURE', recovery: 'BROKEN_BUILD', supervisor: 'exit' },
  },
  TESTS_FAILED: {
    class: 'work',
    claimable: true,
    transient: false,
    meaning: 'The code runs, but its tests or checks fail.',
    causes: 'The bug is not fixed, a new one was made, a check (lint, coverage) is not met.',
    policy: policy('retry', 'try a different way, 3 attempts in all, then ask a person', { retries: 2 }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: {
      bench: 'TESTS_FAILED',
      gza: 'TEST_FAILURE',
      recovery: 'VERIFICATION_FAILED',
      supervisor: 'exit',
    },
  },
  NO_CHANGES: {
    class: 'work',
    claimable: false,
    transient: false,
    meaning: 'The run ended well but changed nothing, although the task needs a change.',
    causes: 'The agent only talked, wrote elsewhere, or undid its work.',
    policy: policy('retry', 'try once more, then ask a person', { retries: 1 }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'TESTS_FAILED', gza: 'UNKNOWN', recovery: 'VERIFICATION_FAILED', supervisor: 'exit' },
  },
  NO_TESTS_COLLECTED: {
    class: 'work',
    claimable: false,
    transient: false,
    meaning: 'The test command found no tests to run.',
    causes: 'A wrong path or filter, tests that were removed.',
    policy: policy('retry', 'try once more, then ask a person', { retries: 1 }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: {
      bench: 'NO_TESTS_COLLECTED',
      gza: 'UNKNOWN',
      recovery: 'VERIFICATION_FAILED',
      supervisor: 'exit',
    },
  },
  INTERNAL_ERROR: {
    class: 'work',
    claimable: false,
    transient: false,
    meaning: 'The test runner itself failed.',
    causes: 'A broken plugin or configuration, a wrong option, a verifier that wrote no result.',
    policy: policy('retry', 'try once more, then ask a person', { retries: 1 }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'INTERNAL_ERROR', gza: 'UNKNOWN', recovery: 'BROKEN_BUILD', supervisor: 'exit' },
  },
  INTERRUPTED: {
    class: 'person',
    claimable: false,
    transient: false,
    meaning: 'Somebody or something outside ended the run politely.',
    causes: 'Ctrl+C, a SIGTERM, a shutdown.',
    policy: policy('stop', 'stop: start it again when you want to'),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'INTERRUPTED', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  UNKNOWN: {
    class: 'unknown',
    claimable: false,
    transient: false,
    meaning: 'The run failed, and nothing it left behind says why.',
    causes: 'No output, an output that ends in the middle, an error that no rule knows yet.',
    policy: policy('retry', 'try once more, then ask a person', { retries: 1 }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'asked',
    firstStep: null,
    words: { bench: 'UNKNOWN', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
}
