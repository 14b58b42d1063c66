/** Tasks that were in somebody else's hands: they are asked for again after a while, not at once. */
export class Refusals {
  readonly #sinceMs = new Map<number, number>()
  readonly #now: () => number
  readonly #lastMs: number

  constructor(now: () => number, lastMs: number) {
    this.#now = now
    this.#lastMs = lastMs
  }

  add(task: number): void {
    this.#sinceMs.set(task, this.#now())
  }

  /** A clock that was set back ends it too. */
  has(task: number): boolean {
    const since = this.#sinceMs.get(task)
    if (since === undefined) return false
    const waited = this.#now() - since
    if (waited >= 0 && waited < this.#lastMs) return true
    this.#sinceMs.delete(task)
    return false
  }
}
