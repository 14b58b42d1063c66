/**
 * The signals of an output that is still being read.
 *
 * F1 A signal is resolved if a later event makes it irrelevant. The cost does not depend on the number of earlier
 * signals. F2 The number of signals is bounded. Unresolved signals are dropped last.
 */
import type { Detail, Source, What } from './signal.ts'

/** A signal as an adapter reports it. The excerpt shows `needle`, or the message if there is no needle. */
export type Note = {
  readonly source: Source
  readonly what: What
  readonly message?: string
  readonly detail?: Detail
  readonly needle?: string
  readonly specific?: boolean
}

/** A note with its place. It is not redacted yet: redaction runs once at the end, on the drafts that are left. */
export type Draft = {
  readonly note: Note
  readonly line: number
  readonly byteOffset: number
  /** The excerpt with the text around it. `from` is where the excerpt begins in it. */
  readonly around: string
  readonly from: number
  readonly before: string | undefined
  /** See `Item`. */
  readonly newSince: string | null | undefined
  resolved: boolean
}

/** Errors from which the agent may recover. Later progress resolves them. */
export const PASSING: ReadonlySet<What> = new Set([
  'provider-error',
  'usage-limit',
  'no-answer',
  'refusal',
  'context-full',
  'interrupt',
])

const MOST = 1000
const MOST_RESOLVED = 200

const isReport = ({ source }: Note): boolean => source === 'typed' || source === 'declared'

export class Drafts {
  #kept: Draft[] = []
  /** Unresolved reports of the agent, by what they say. */
  readonly #open = new Map<What, Set<Draft>>()
  #openCount = 0

  add(draft: Draft): void {
    this.#kept.push(draft)
    if (isReport(draft.note) && !draft.resolved) {
      this.#opened(draft.note.what).add(draft)
      this.#openCount += 1
    }
    if (this.#kept.length > 2 * MOST) this.#shorten()
  }

  resolve(draft: Draft): void {
    draft.resolved = true
    this.#close(draft)
  }

  /** Resolves all open reports that say one of these. */
  settle(whats: Iterable<What>): void {
    if (this.#openCount === 0) return
    for (const what of whats) {
      const drafts = this.#open.get(what)
      if (drafts === undefined || drafts.size === 0) continue
      for (const draft of drafts) draft.resolved = true
      this.#openCount -= drafts.size
      drafts.clear()
    }
  }

  /** What the open reports say. */
  open(): readonly What[] {
    return [...this.#open].flatMap(([what, drafts]) => (drafts.size > 0 ? [what] : []))
  }

  /** All drafts, in the order of the output. */
  all(): readonly Draft[] {
    return this.#kept.toSorted((a, b) => a.byteOffset - b.byteOffset)
  }

  #opened(what: What): Set<Draft> {
    const known = this.#open.get(what)
    if (known !== undefined) return known
    const drafts = new Set<Draft>()
    this.#open.set(what, drafts)
    return drafts
  }

  #close(draft: Draft): void {
    if (this.#open.get(draft.note.what)?.delete(draft) === true) this.#openCount -= 1
  }

  #shorten(): void {
    const unresolved = this.#kept.filter((draft) => !draft.resolved)
    for (const dropped of unresolved.slice(0, -MOST)) this.#close(dropped)
    const kept = new Set([...unresolved.slice(-MOST), ...this.#kept.slice(-MOST_RESOLVED)])
    this.#kept = this.#kept.filter((draft) => kept.has(draft))
  }
}
