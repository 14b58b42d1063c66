/** How long this node has heard from the database without a gap (F3). Monotonic: nobody sets this clock. */
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

  /** Whoever was away itself must not call others lost. */
  get mayJudge(): boolean {
    return this.#nowMs() - this.#sinceMs >= this.#leaseMs
  }
}
