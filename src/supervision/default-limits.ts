import type { TaskLimits } from '../record/task.ts'

/** The limits of one run. A separate file, because help shows these values and must not load the supervisor. */
export type RunLimits = Required<TaskLimits>

/** What each limit means. The help of options and the page of mayday.yaml show it. */
export const limitWords: Readonly<Record<keyof RunLimits, string>> = {
  timeoutMs: 'timeout of the agent',
  idleMs: 'stop a run that makes no progress for this long',
  retryingMs: 'stop a run that retries one failed request for this long',
  graceMs: 'time between SIGTERM and SIGKILL',
  setupMs: 'timeout of the setup command',
  verifyMs: 'timeout of the verify and baseline commands',
  memoryBytes: 'maximum memory of the agent and its tools together',
}

const MINUTE_MS = 60_000

export const defaultLimits: RunLimits = {
  timeoutMs: 120 * MINUTE_MS,
  idleMs: 10 * MINUTE_MS,
  retryingMs: null,
  graceMs: 10_000,
  setupMs: 10 * MINUTE_MS,
  verifyMs: 15 * MINUTE_MS,
  memoryBytes: null,
}

/**
 * Mayday itself waits at a gate, which other tasks share, and this costs no attempt. So an agent should not retry for
 * long.
 */
export const taskLimits: RunLimits & { readonly retryingMs: number } = {
  ...defaultLimits,
  retryingMs: 5 * MINUTE_MS,
}
