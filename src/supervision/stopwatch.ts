/**
 * Running time as a sum of ticks, each at most twice its expected length. So the sleep of the machine, a stop of this
 * process (SIGSTOP) and changes of the clock do not count.
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

  /** `expectedMs` is how long ago the last tick should have been. Returns the time that was added. */
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

/** A busy machine can be late by this much without having slept. */
const SHORTEST_MS = 250
