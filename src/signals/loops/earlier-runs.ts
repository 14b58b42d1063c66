import type { EarlierRun, EarlierRuns, Reading } from '../signal.ts'
import { MOST_EARLIER, shortened } from './read-loop.ts'

/** The runs before the one that is being read, oldest first and bounded in number. */
export class EarlierRunsKept {
  #runs: EarlierRun[] = []
  #unread = 0

  add(reading: Reading): void {
    this.#runs.push(shortened(reading))
    if (this.#runs.length <= MOST_EARLIER) return
    this.#runs.shift()
    this.#unread += 1
  }

  /** As a part of the last run's reading; nothing where there was no other. */
  asField(): { readonly earlier?: EarlierRuns } {
    return this.#runs.length === 0 ? {} : { earlier: { runs: this.#runs, unread: this.#unread } }
  }
}
