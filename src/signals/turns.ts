/** Work in steps. Between steps the caller can let other work run: limits, signals, other runs. */
export type Steps<Result> = Generator<undefined, Result>

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The longest turn. It is too short for a user or a time limit to notice. */
const TURN_MS = 15

export class Turns {
  #startedAt = performance.now()

  /** Yields to the event loop if this turn was long enough. */
  async give(): Promise<void> {
    if (performance.now() - this.#startedAt < TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#startedAt = performance.now()
  }

  /** Runs all steps and yields to the event loop between turns. */
  async finish<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      await this.give()
    }
  }
}
