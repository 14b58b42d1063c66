import { readOwnWrites } from '../record/own-writes.ts'
import { changedSince, type Baseline } from './changes/changes.ts'

/** The files that a run has changed so far. */
export class TreeWatch {
  #baseline: Baseline
  readonly #ignore: readonly string[]
  readonly #record: string
  #taken: Promise<readonly string[] | null> | null = null

  /** `record` knows what Mayday itself wrote; `ignore` is never the agent's work. */
  constructor(baseline: Baseline, record: string, ignore: readonly string[] = []) {
    this.#baseline = baseline
    this.#record = record
    this.#ignore = ignore
  }

  /** From here on changes count. */
  begin(baseline: Baseline): void {
    this.#baseline = baseline
    this.#taken = null
  }

  /** Begins to look, because somebody will ask in a moment: the verdict should not wait for git. */
  look(): void {
    this.#taken = changedSince(this.#baseline, { ignore: this.#ignore, own: readOwnWrites(this.#record) })
  }

  /** As the last look found it; relative to the work tree's top, null where it cannot be known. */
  files(): Promise<readonly string[] | null> {
    if (this.#taken === null) this.look()
    return this.#taken ?? Promise.resolve(null)
  }
}
