import type { ReasonRow } from '../reason-row.ts'
import { policy } from './policy.ts'

export const machineRows: Readonly<
  Record<'SANDBOX_ERROR' | 'DISK_FULL' | 'OUT_OF_MEMORY' | 'WORKER_CRASHED', ReasonRow>
> = {
  SANDBOX_ERROR: {
    class: 'machine',
    claimable: false,
    transient: true,
    meaning: 'The place where the run should happen is broken: a container, a sandbox, a build machine.',
    causes: 'The container engine is down, an image cannot be had, the machine lost its connection.',
    policy: policy('wait', 'wait until the machine answers again (3 probes), then ask a person', {
      retries: 3,
      backoff: true,
      gate: { of: 'machine', word: 'docker' },
    }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'docker info, then start the engine again',
    words: { bench: 'SANDBOX_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  DISK_FULL: {
    class: 'machine',
    claimable: false,
    transient: false,
    meaning: 'The disk is full.',
    causes: 'Logs, caches, build outputs, a quota.',
    policy: policy('escalate', 'ask a person to free space; everything on this machine waits', {
      gate: { of: 'machine', word: 'disk' },
    }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: 'df -h, then free space: mayday clean removes old logs',
    words: { bench: 'SANDBOX_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'exit' },
  },
  OUT_OF_MEMORY: {
    class: 'machine',
    claimable: false,
    transient: true,
    meaning: 'The machine or the runtime ran out of memory.',
    causes: 'Too many things at once, a leak, a heap limit that is too small.',
    policy: policy('retry', 'try once more after a pause, then ask a person', { retries: 1, backoff: true }),
    session: 'resumable',
    fallback: 'never',
    handOff: false,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'SANDBOX_ERROR', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'crash' },
  },
  WORKER_CRASHED: {
    class: 'machine',
    claimable: false,
    transient: true,
    meaning: 'The agent process died without an ending of its own.',
    causes: 'A crash, a kill from outside, a lost machine.',
    policy: policy(
      'resume',
      'resume its session, else start again, with growing pauses, 5 times, then ask a person',
      {
        otherwise: 'retry',
        retries: 5,
        backoff: true,
      },
    ),
    session: 'resumable',
    fallback: 'never',
    handOff: true,
    transcript: 'not-asked',
    firstStep: null,
    words: { bench: 'UNKNOWN', gza: 'UNKNOWN', recovery: 'UNKNOWN', supervisor: 'crash' },
  },
}
