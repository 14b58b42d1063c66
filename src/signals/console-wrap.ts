/**
 * PowerShell turns what a program writes to its error stream into records, and writes them as wide as the console was:
 * a sentence of a tool comes out in pieces. The record tells the width, and the pieces are put together again.
 *
 * W1 A text without such a record stays as it is. W2 Nothing is held but one line, or the lines before a record.
 */
import type { Line } from './bytes/lines.ts'

/** The second of the lines with which a record ends. It is filled up to the width where it is wrapped. */
const CATEGORY = '    + CategoryInfo '
/** A record begins with the name of the program: `npm.ps1 : …`. */
const HEAD = ' : '
/** So many lines of a record may stand before its category. */
const MOST_HELD = 40
/** A sentence has an end. */
const LONGEST = 4000
/** Narrower than any console. */
const LEAST_WIDTH = 16

/** The record's own lines are always cut behind words. */
const RECORD = /^(?:\+ | {2,}|At )/

const isHead = (raw: string): boolean => raw.includes(HEAD) && !/^[\s[\d]/.test(raw)

/** The width of the console, where the record is wrapped. */
function widthOf(raw: string): number | null {
  const line = withoutReturn(raw)
  return line.startsWith(CATEGORY) && line.endsWith(' ') && line.length >= LEAST_WIDTH ? line.length : null
}

const withoutReturn = (raw: string): string => (raw.endsWith('\r') ? raw.slice(0, -1) : raw)

/** The first word, with the space behind it. */
const firstWord = (text: string): string => text.slice(0, text.indexOf(' ') + 1 || text.length + 1)

/** Was the line cut behind a word because the next one had no room? The space stays where it was. */
const isCutAtWord = (piece: string, next: string, width: number): boolean =>
  piece.endsWith(' ') && piece.length + firstWord(next).length > width

/** Where lines are cut behind words, only a word without room in any line is cut inside. */
const isCutInWord = (piece: string, next: string, width: number): boolean =>
  !/[:.;!?]$/.test(piece) && piece.slice(piece.lastIndexOf(' ') + 1).length + firstWord(next).length >= width

/** Lines as the program wrote them. A line that was put together has the place of its first piece. */
export function* unwrapped(lines: Iterable<Line>): Generator<Line> {
  let held: Line[] = []
  let joiner: Joiner | null = null
  for (const line of lines) {
    if (joiner !== null) {
      yield* joiner.take(line)
      continue
    }
    if (held.length === 0 && !isHead(line.raw)) {
      yield line
      continue
    }
    held.push(line)
    const width = widthOf(line.raw)
    if (width === null && held.length < MOST_HELD) continue
    if (width !== null) joiner = new Joiner(width)
    for (const one of held) yield* joiner?.take(one) ?? [one]
    held = []
  }
  yield* held
  yield* joiner?.end() ?? []
}

class Joiner {
  readonly #width: number
  #open: Line | null = null
  #piece = ''
  /** Some versions cut behind words, others wherever the line is full. */
  #keepsWords = false

  constructor(width: number) {
    this.#width = width
  }

  take(line: Line): readonly Line[] {
    const open = this.#open
    const piece = withoutReturn(line.raw)
    if (open !== null && open.raw.length < LONGEST && this.#goesOn(piece)) {
      this.#open = { ...open, raw: open.raw + piece }
      this.#piece = piece
      return []
    }
    this.#open = { ...line, raw: piece }
    this.#piece = piece
    return open === null ? [] : [open]
  }

  #goesOn(next: string): boolean {
    const piece = this.#piece
    if (next === '' || piece.length > this.#width) return false
    if (isCutAtWord(piece, next, this.#width)) {
      this.#keepsWords ||= piece.length < this.#width && !RECORD.test(piece)
      return true
    }
    return piece.length === this.#width && (!this.#keepsWords || isCutInWord(piece, next, this.#width))
  }

  end(): readonly Line[] {
    return this.#open === null ? [] : [this.#open]
  }
}
