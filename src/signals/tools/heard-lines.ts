import type { Item } from '../item.ts'

/** So many lines of one tool are remembered. */
const MOST = 2000

/** Gradle sets a mark before a cause, which its reader leaves out. */
const wordsOf = (line: string): string => line.trim().replace(/^> /, '')

/**
 * The last lines that a tool has printed, and where they stand. Few tools quote one of their lines later, so the lines
 * are sorted only when one is looked for.
 */
export class HeardLines {
  // Two lists and no object for each line: the collector of memory would have to move them all.
  #lines: string[] = []
  #items: Item[] = []
  readonly #places = new Map<string, Item>()

  add(line: string, item: Item): void {
    this.#lines.push(line)
    this.#items.push(item)
    if (this.#lines.length <= 2 * MOST) return
    this.#lines = this.#lines.slice(-MOST)
    this.#items = this.#items.slice(-MOST)
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
    for (const [at, item] of this.#items.entries()) {
      const words = wordsOf(this.#lines[at] ?? '')
      if (!this.#places.has(words)) this.#places.set(words, item)
    }
    this.#lines = []
    this.#items = []
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= MOST) return
      this.#places.delete(oldest)
    }
  }
}
