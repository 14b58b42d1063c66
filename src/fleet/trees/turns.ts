/** Runs steps one after another, because git refuses to make two work trees of one repository at the same time. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work)
    // The caller gets the error. The next step only waits.
    this.#last = mine.catch(() => undefined)
    return mine
  }
}
