/**
 * Finds the places of signals in an item.
 *
 * C1 The work for one item is linear in its length, even if a record of megabytes has thousands of signals. The first
 * few are searched from the end, because the last mention counts. The others are searched forward from the last place
 * found.
 */
import { work } from './bytes/work.ts'
import type { Item } from './item.ts'
import { detach, EXCERPT_CHARS, isRecord, SECRET_CHARS, type Spot } from './place.ts'

const MOST_FROM_END = 20
const MOST_MISSES = 3
const NEEDLE_CHARS = 60

/** A place in an item, as the number of lines and bytes before it. */
type Counted = { readonly at: number; readonly lines: number; readonly bytes: number }

const START: Counted = { at: 0, lines: 0, bytes: 0 }

export class Locator {
  #item: Item | null = null
  #counted = START
  #asked = 0
  #misses = 0
  /** The position at which the forward search continues. */
  #next = 0

  /** `unit` is the number of bytes of a code unit in the file. It is 1 for UTF-8. */
  find(item: Item, needle: string, unit: 1 | 2): Spot {
    if (item !== this.#item) this.#begin(item)
    const { raw, offset, line } = item
    const found = this.#locate(raw, needle)
    const { lines, bytes } = this.#count(raw, found, unit)
    const start = Math.max(0, found - SECRET_CHARS)
    return {
      line: line + lines,
      byteOffset: offset + bytes,
      around: detach(raw.slice(start, found + EXCERPT_CHARS + SECRET_CHARS)),
      from: found - start,
    }
  }

  #begin(item: Item): void {
    this.#item = item
    this.#counted = START
    this.#asked = 0
    this.#misses = 0
    this.#next = 0
  }

  /** Searches for the needle as it is, then as JSON encodes it. For a line of text, the place is its start. */
  #locate(raw: string, needle: string): number {
    const first = needle.trimStart().slice(0, NEEDLE_CHARS).split('\n', 1)[0]?.trimEnd() ?? ''
    if (first === '' || (!isRecord(raw) && isShownWhole(raw, first))) return 0
    this.#asked += 1
    const forms = [first, JSON.stringify(first).slice(1, -1)]
    return this.#asked > MOST_FROM_END ? this.#onwards(raw, forms) : fromEnd(raw, forms)
  }

  #onwards(raw: string, forms: readonly string[]): number {
    if (this.#misses >= MOST_MISSES) return 0
    for (const form of forms) {
      const found = raw.indexOf(form, this.#next)
      work.located += (found < 0 ? raw.length : found) - this.#next
      if (found < 0) continue
      this.#next = found + 1
      return found
    }
    this.#misses += 1
    return 0
  }

  #count(raw: string, to: number, unit: 1 | 2): Counted {
    const { at, lines, bytes } = to < this.#counted.at ? START : this.#counted
    const between = raw.slice(at, to)
    work.located += between.length
    const size = unit === 2 ? 2 * between.length : Buffer.byteLength(between)
    this.#counted = { at: to, lines: lines + newlinesIn(between), bytes: bytes + size }
    return this.#counted
  }
}

/**
 * Whether the excerpt begins at the start of the line. It does if the line is short, or if the line begins with the
 * needle: the words may occur again later.
 */
const isShownWhole = (raw: string, first: string): boolean =>
  raw.length <= EXCERPT_CHARS || raw.trimStart().startsWith(first)

function fromEnd(raw: string, forms: readonly string[]): number {
  for (const form of forms) {
    const found = raw.lastIndexOf(form)
    work.located += raw.length - Math.max(0, found)
    if (found >= 0) return found
  }
  return 0
}

function newlinesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
