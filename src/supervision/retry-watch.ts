import type { Retrying } from '../signals/activity.ts'

/** An agent that never stops trying must not fill the run's story. */
const MOST_TOLD = 100

/** How long an agent has been trying a failed request again, and which of its notices nobody has been told of. */
export class RetryWatch {
  readonly #limitMs: number
  #retrying: Retrying | null = null
  #ms: number
  #toldNotice = 0
  #told = 0

  /** `retryingMs`: how long it had been when somebody else watched it. */
  constructor(limitMs: number = Infinity, retryingMs = 0) {
    this.#limitMs = limitMs
    this.#ms = retryingMs
  }

  /** Since its first notice; null where it works. */
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

  /** Has it been long enough, or will it be before the agent tries again? */
  isTooLong(): boolean {
    if (this.#retrying === null) return false
    return this.#ms >= this.#limitMs || (this.#retrying.nextMs ?? 0) > this.#limitMs
  }
}
