import type { Item } from '../item.ts'

/** The maximum number of lines of one tool that are remembered. */
const MOST = 2000

/** Gradle puts a mark before a cause. Its reader removes the mark. */
const wordsOf = (line: string): string => line.trim().replace(/^> /, '')

/**
 * The last lines that a tool has printed, with their places. Few tools quote an earlier line, so the lines are indexed
 * only when one is searched.
 */
export class HeardLines {
  // Two lists instead of an object for each line: the garbage collector would have to move all the objects.
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

  /** Returns the first line with these words, and forgets it: if the words occur again, they belong to another run. */
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
