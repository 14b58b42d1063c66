import type { EarlierRun, EarlierRuns, Reading } from '../signal.ts'
import { MOST_EARLIER, shortened } from './read-loop.ts'

/** The runs before the current one, oldest first and bounded in number. */
export class EarlierRunsKept {
  #runs: EarlierRun[] = []
  #unread = 0

  add(reading: Reading): void {
    this.#runs.push(shortened(reading))
    if (this.#runs.length <= MOST_EARLIER) return
    this.#runs.shift()
    this.#unread += 1
  }

  /** The runs as a part of the last run's reading. Empty if there was no other run. */
  asField(): { readonly earlier?: EarlierRuns } {
    return this.#runs.length === 0 ? {} : { earlier: { runs: this.#runs, unread: this.#unread } }
  }
}
