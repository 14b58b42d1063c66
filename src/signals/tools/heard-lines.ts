import type { Item } from '../item.ts'

/** So many lines of one tool are remembered. */
const MOST = 2000

type Heard = { readonly line: string; readonly item: Item }

/** Gradle sets a mark before a cause, which its reader leaves out. */
const wordsOf = (line: string): string => line.trim().replace(/^> /, '')

/**
 * The last lines that a tool has printed, and where they stand. Few tools quote one of their lines later, so the lines
 * are sorted only when one is looked for.
 */
export class HeardLines {
  #fresh: Heard[] = []
  readonly #places = new Map<string, Item>()

  add(line: string, item: Item): void {
    this.#fresh.push({ line, item })
    if (this.#fresh.length > 2 * MOST) this.#fresh = this.#fresh.slice(-MOST)
  }

  /** The first line with these words. It is forgotten then: the same words again are another run's. */
  take(said: string): Item | null {
    this.#sort()
    const words = wordsOf(said)
    const found = this.#places.get(words) ?? null
    this.#places.delete(words)
    return found
  }

  #sort(): void {
    for (const { line, item } of this.#fresh) {
      const words = wordsOf(line)
      if (!this.#places.has(words)) this.#places.set(words, item)
    }
    this.#fresh = []
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= MOST) return
      this.#places.delete(oldest)
    }
  }
}
