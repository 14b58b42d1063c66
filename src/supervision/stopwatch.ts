/**
 * Running time as a sum of ticks, each at most twice as long as it was meant to be: what the machine slept, what
 * this process was stopped, and a clock that was set do not count.
 */
export class Stopwatch {
  #elapsedMs: number
  #last: number
  readonly #now: () => number

  constructor(elapsedMs = 0, now: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs
    this.#now = now
    this.#last = now()
  }

  /** `expectedMs` is how long ago the last tick should have been. Returns what this one counted. */
  tick(expectedMs: number): number {
    const now = this.#now()
    const counted = Math.max(0, Math.min(now - this.#last, 2 * Math.max(expectedMs, SHORTEST_MS)))
    this.#last = now
    this.#elapsedMs += counted
    return counted
  }

  get elapsedMs(): number {
    return this.#elapsedMs
  }
}

/** A busy machine is late by this much without having slept. */
const SHORTEST_MS = 250
