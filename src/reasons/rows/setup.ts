import type { ReasonRow } from '../reason-row.ts'
import { policy } from './policy.ts'

export const setupRows: Readonly<
  Record<
    | 'LAUNCH_REJECTED'
    | 'GIT_CLONE_FAILED'
    | 'GIT_CHECKOUT_FAILED'
    | 'SETUP_TIMEOUT'
    | 'SETUP_FAILED'
    | 'BASELINE_NOT_FAILING',
    ReasonRow
  >
> = {
  LAUNCH_REJECTED: {
    class: 'setup',
    claimable: false,
    transient: false,
    meaning:
      'The run never began: the launch was refused, or the agent stopped at its own flags, settings or installation.',
    brief: 'did not start',
    causes:
      'A command that does not exist, an incomplete installation of an agent, a wrong flag, a broken settings file, an untrusted folder, a session id that is gone.',
    policy: policy('escalate', 'ask a person: the command or its settings must change'),
    session: 'poisoned',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: "fix the command or the agent's settings",
    advice: { todo: 'Fix the command or the settings, then try again', deed: 'retry' },
    breaker: 'agent',
    shows: 'nothing',
    words: { bench: 'SANDBOX_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'launch' },
  },
  GIT_CLONE_FAILED: {
    class: 'setup',
    claimable: false,
    transient: true,
    meaning: 'The repository could not be fetched.',
    brief: 'could not fetch the repository',
    causes: 'A wrong address, no access, a network failure, a server error of the git host.',
    policy: policy('retry', 'try again after a pause, twice, then ask a person', {
      retries: 2,
      backoff: true,
    }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'GIT_CLONE_FAILED', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  GIT_CHECKOUT_FAILED: {
    class: 'setup',
    claimable: false,
    transient: false,
    meaning: 'The requested commit or branch could not be checked out.',
    brief: 'could not check out the commit',
    causes:
      'An unknown commit, a branch that was deleted, local changes that would be overwritten, a conflict.',
    policy: policy('escalate', 'ask a person: the commit or branch must be fixed'),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'git status, then fix the branch or commit',
    words: { bench: 'GIT_CHECKOUT_FAILED', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  SETUP_TIMEOUT: {
    class: 'setup',
    claimable: false,
    transient: 'evidence',
    meaning: 'The setup did not finish within its time limit.',
    brief: 'timed out in the setup',
    causes: 'A slow network, large dependencies, a package server that does not answer.',
    policy: policy('retry', 'try once more after a pause, then ask a person', { retries: 1, backoff: true }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'run the setup command by hand, or give it more time',
    breaker: 'setup',
    difference: 'larger-limit',
    words: { bench: 'SETUP_TIMEOUT', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'timeout' },
  },
  SETUP_FAILED: {
    class: 'setup',
    claimable: false,
    transient: 'evidence',
    meaning: 'Something the run needs could not be prepared.',
    brief: 'failed in the setup',
    causes: 'A missing dependency, a broken install, a command that does not exist.',
    policy: policy(
      'retry',
      'try once more after a pause if the cause may pass (network, lock), else ask a person',
      {
        retries: 1,
        backoff: true,
      },
    ),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'run the setup command by hand and fix it',
    breaker: 'setup',
    words: { bench: 'SETUP_FAILED', gza: 'UNKNOWN', recovery: 'BROKEN_BUILD', supervisor: 'exit' },
  },
  BASELINE_NOT_FAILING: {
    class: 'task',
    claimable: false,
    transient: false,
    meaning: 'The tests already pass before any work: there is nothing to fix.',
    brief: 'had a baseline that did not fail',
    causes: 'The task was already done, or its test does not test it.',
    policy: policy('stop', 'stop: the task is not valid'),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    advice: { todo: 'Check if it was done already', deed: 'done' },
    words: { bench: 'BASELINE_NOT_FAILING', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
}
