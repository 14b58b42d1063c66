import type { Retrying } from '../signals/activity.ts'

/** An agent that retries forever must not fill the run's events. */
const MOST_TOLD = 100

/** Measures how long an agent has been retrying a failed request, and finds notices that were not reported yet. */
export class RetryWatch {
  readonly #limitMs: number
  #retrying: Retrying | null = null
  #ms: number
  #toldNotice = 0
  #told = 0

  /** `retryingMs`: how long the agent had been retrying under an earlier supervisor. */
  constructor(limitMs: number = Infinity, retryingMs = 0) {
    this.#limitMs = limitMs
    this.#ms = retryingMs
  }

  /** Since its first notice; null if it is not retrying. */
  get retryingMs(): number | null {
    return this.#retrying === null ? null : Math.round(this.#ms)
  }

  /** Returns a notice that is new. */
  see(retrying: Retrying | null, passedMs: number): Retrying | null {
    if (retrying === null) this.#ms = 0
    else if (this.#retrying !== null) this.#ms += passedMs
    this.#retrying = retrying
    if (retrying === null || retrying.notice === this.#toldNotice || this.#told >= MOST_TOLD) return null
    this.#toldNotice = retrying.notice
    this.#told += 1
    return retrying
  }

  /** Whether the limit is reached, or will be before the agent's next try. */
  isTooLong(): boolean {
    if (this.#retrying === null) return false
    return this.#ms >= this.#limitMs || (this.#retrying.nextMs ?? 0) > this.#limitMs
  }
}
