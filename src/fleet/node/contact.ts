/** How long this node has reached the database without a gap (F3). It uses a monotonic clock. */
export class Contact {
  readonly #leaseMs: number
  readonly #nowMs: () => number
  #lastMs = Number.NEGATIVE_INFINITY
  #sinceMs = Number.POSITIVE_INFINITY

  constructor(leaseMs: number, nowMs: () => number = () => performance.now()) {
    this.#leaseMs = leaseMs
    this.#nowMs = nowMs
  }

  answered(): void {
    const now = this.#nowMs()
    if (now - this.#lastMs > this.#leaseMs / 2) this.#sinceMs = now
    this.#lastMs = now
  }

  /** A node that was disconnected itself must not declare other nodes lost. */
  get mayJudge(): boolean {
    return this.#nowMs() - this.#sinceMs >= this.#leaseMs
  }
}
