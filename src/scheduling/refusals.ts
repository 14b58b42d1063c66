/** Remembers tasks that another process works on. The scheduler tries them again after a while. */
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

  /** If the clock was set back, the entry expires too. */
  has(task: number): boolean {
    const since = this.#sinceMs.get(task)
    if (since === undefined) return false
    const waited = this.#now() - since
    if (waited >= 0 && waited < this.#lastMs) return true
    this.#sinceMs.delete(task)
    return false
  }
}
