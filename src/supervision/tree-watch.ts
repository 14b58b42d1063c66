import { changedSince, type Baseline } from './changes/changes.ts'

/** The files that a run has changed so far. */
export class TreeWatch {
  readonly #baseline: Baseline
  #taken: Promise<readonly string[] | null> | null = null

  constructor(baseline: Baseline) {
    this.#baseline = baseline
  }

  /** Begins to look, because somebody will ask in a moment: the verdict should not wait for git. */
  look(): void {
    this.#taken = changedSince(this.#baseline)
  }

  /** As the last look found it; relative to the work tree's top, null where it cannot be known. */
  files(): Promise<readonly string[] | null> {
    if (this.#taken === null) this.look()
    return this.#taken ?? Promise.resolve(null)
  }
}
