/**
 * The signals while an output is being read.
 *
 * F1 What something later made moot is resolved, in time that does not depend on how much was noted before.
 * F2 The number kept is bounded; what is unresolved is dropped last.
 */
import type { Detail, Source, What } from './signal.ts'

/** A signal as an adapter tells it. `needle` is what the excerpt should show; else the message is looked for. */
export type Note = {
  readonly source: Source
  readonly what: What
  readonly message?: string
  readonly detail?: Detail
  readonly needle?: string
  readonly specific?: boolean
}

/** A note with its place, still unredacted: that is done once, when all is read, for what is then left. */
export type Draft = {
  readonly note: Note
  readonly line: number
  readonly byteOffset: number
  /** The excerpt with what surrounds it, and where in it the excerpt begins. */
  readonly around: string
  readonly from: number
  readonly before: string | undefined
  /** As in `Item`. */
  readonly newSince: string | null | undefined
  resolved: boolean
}

/** Errors that the agent may get over by itself, so that later progress makes them moot. */
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
  /** What the agent reported and nothing has settled, by what it says. */
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

  /** All open reports that say one of these are settled. */
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

  /** What is still open. */
  open(): readonly What[] {
    return [...this.#open].flatMap(([what, drafts]) => (drafts.size > 0 ? [what] : []))
  }

  /** In the order of the output. */
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
