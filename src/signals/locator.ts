/**
 * Finds where in an item its signals stand.
 *
 * C1 The work for one item is linear in its length, though a record of megabytes may have thousands of signals: a few
 * are looked for from its end, because the last mention counts; the others only onwards from where one was found.
 */
import { work } from './bytes/work.ts'
import type { Item } from './item.ts'
import { detach, EXCERPT_CHARS, isRecord, SECRET_CHARS, type Spot } from './place.ts'

const MOST_FROM_END = 20
const MOST_MISSES = 3
const NEEDLE_CHARS = 60

/** A place in an item: how many lines and bytes stand before it. */
type Counted = { readonly at: number; readonly lines: number; readonly bytes: number }

const START: Counted = { at: 0, lines: 0, bytes: 0 }

export class Locator {
  #item: Item | null = null
  #counted = START
  #asked = 0
  #misses = 0
  /** Where the search onwards goes on. */
  #next = 0

  /** `unit` is how many bytes a code unit takes in the file; 1 is UTF-8. */
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

  /** As it is, or as JSON writes it. A line of text is shown from its start. */
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

/** A line is shown from its start where it is short, or where the start is looked for: its words may come again. */
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
