/** What one run may use. In a file of its own: help shows these values, and must not load what supervises. */
export type RunLimits = {
  readonly timeoutMs: number
  readonly idleMs: number
  /** How long an agent may try a failed request again by itself; null: as long as it likes. */
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

/** Mayday waits better than an agent does: behind a gate, which others see, and without a turn of the budget. */
export const taskLimits: RunLimits & { readonly retryingMs: number } = {
  ...defaultLimits,
  retryingMs: 5 * MINUTE_MS,
}
