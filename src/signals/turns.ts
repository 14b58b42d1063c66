/** Work in steps, so that whoever runs it can let others have their turn: limits, signals, other runs. */
export type Steps<Result> = Generator<undefined, Result>

/** All steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** How long one turn may take: shorter than a person or a limit notices. */
const TURN_MS = 15

export class Turns {
  #startedAt = performance.now()

  /** Lets the event loop go round where this turn was long enough. */
  async give(): Promise<void> {
    if (performance.now() - this.#startedAt < TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#startedAt = performance.now()
  }

  /** All steps, turn by turn. */
  async finish<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      await this.give()
    }
  }
}
