/** The limits of one run. A separate file, because help shows these values and must not load the supervisor. */
export type RunLimits = {
  readonly timeoutMs: number
  readonly idleMs: number
  /** How long an agent may retry one failed request itself; null means no limit. */
  readonly retryingMs: number | null
  readonly graceMs: number
  readonly setupMs: number
  readonly verifyMs: number
  readonly memoryBytes: number | null
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
 * Mayday waits behind a gate, which other tasks share, and this
 * costs no attempt. So an agent should not retry for long.
 */
export const taskLimits: RunLimits & { readonly retryingMs: number } = {
  ...defaultLimits,
  retryingMs: 5 * MINUTE_MS,
}
