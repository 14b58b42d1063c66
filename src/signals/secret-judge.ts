import { endOfOpenValue, nameFinder } from './secret-names.ts'
import type { Finder } from './secret-reading.ts'
import type { SecretView } from './secret-view.ts'

/** A place where a secret of one kind may begin; `at` is where its anchor was seen. */
export type Candidate = { readonly at: number; readonly start: number; readonly finder: Finder }

/** A value that goes on is looked at again from here, because its last character may not be complete. */
const INCOMPLETE = 3

/**
 * Decides which candidates are secrets, in the order of their anchors, and goes on behind each match as a search
 * through the whole text would: what lies in a match is not looked at again.
 */
export class SecretJudge {
  readonly #seen = new Map<Finder, { readonly from: number; readonly next: number }>()
  readonly #add: (from: number, to: number) => void
  /** Until here goes a value that no end was seen of. */
  #open: number | null = null

  constructor(add: (from: number, to: number) => void) {
    this.#add = add
  }

  decide({ start, finder }: Candidate, view: SecretView): void {
    const seen = this.#seen.get(finder)
    if (start < 0 || (seen !== undefined && start >= seen.from && start < seen.next)) return
    const found = view.find(start, finder)
    if (found === null) return
    this.#seen.set(finder, { from: start, next: found.next })
    if (found.secret === null) return
    const [from, to] = found.secret
    if (finder === nameFinder) this.#addValue(from, to, view)
    else this.#add(from, to)
  }

  /** To be called before the candidates of every view. */
  goOn(view: SecretView): void {
    if (this.#open === null) return
    const from = this.#open
    const to = view.from + endOfOpenValue(view.text, from - view.from)
    this.#open = null
    this.#seen.set(nameFinder, { from, next: to })
    this.#addValue(from, to, view)
  }

  #addValue(from: number, to: number, view: SecretView): void {
    const isOpen = to === view.end && !view.isLast
    const end = isOpen ? Math.max(from, to - INCOMPLETE) : to
    if (isOpen) this.#open = end
    if (end > from) this.#add(from, end)
  }
}
