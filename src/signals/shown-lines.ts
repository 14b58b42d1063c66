/**
 * Follows the plain text of an output from its first line and tells which lines are only shown: the rules of
 * `fences.ts`, for text of which only a part is kept.
 *
 * L1 Lines are counted as in the output, records between them included. L2 How the text was cut into blocks changes
 * nothing. L3 Each byte is searched once for all cues together; only a line with a cue, or in a diff, is decoded.
 * L4 Memory is bounded: a block spans at most LONGEST_BLOCK lines, so an older marker that no block has hidden by then
 * is heard, and ranges before the kept text are dropped.
 */
import type { Encoding } from './bytes/encoding.ts'
import type { Block } from './bytes/line-blocks.ts'
import type { Line } from './bytes/lines.ts'
import { countLines } from './bytes/newlines.ts'
import { overwrites, plain } from './bytes/plain.ts'
import { work } from './bytes/work.ts'
import { edgeOf, isDiffBody, isDiffStart, joined, LONGEST_BLOCK, OpenBlocks, type Range } from './fences.ts'
import { MARKER_NEEDLE } from './markers.ts'

/** Every edge of a block, start of a diff and marker has one of these. */
const CUE_LINE =
  /FAILURE|```|~~~|<\/?(?:[pP][rR][eE]|[cC][oO][dD][eE]|[bB][lL][oO][cC][kK][qQ][uU][oO][tT][eE])|diff --git |--- a\/|Index: |@@ -/g

/** Markers count anywhere; of those before the kept text the last ones do. */
const EARLY_MARKERS = 20
/** No marker is longer. */
const LINE_BYTES = 64 * 1024
/** As much of the line above an underline as its length needs. */
const ABOVE_BYTES = 1024
const SHORT_CHARS = 200
const NOT_ASCII = /[\u0080-\u00FF]/

/** Fewer ranges are not worth a look at which of them still count. */
const FEW_RANGES = 10_000

/** A block as characters, and how far its lines are counted. */
type Page = { readonly block: Block; readonly text: string; line: number; counted: number }

/** One line of a page: `start` and `end` in characters, without its line feed. */
type Place = { readonly start: number; readonly end: number }

/** The lines that are kept: up to one, and from another on. */
export type Kept = { readonly until: number; readonly from: number }

export class ShownLines {
  readonly #encoding: Encoding
  readonly #fences = new OpenBlocks(LONGEST_BLOCK)
  #ranges: Range[] = []
  #mostRanges = FEW_RANGES
  #markers: Line[] = []
  /** The line that began the diff which goes on, or -1. */
  #diffFrom = -1
  /** Up to here the last diff went. */
  #diffTo = 0
  /** The last line of the block before. */
  #above = ''

  constructor(encoding: Encoding) {
    this.#encoding = encoding
  }

  read(block: Block): void {
    const { bytes, line } = block
    const isNarrow = this.#encoding.unit === 1
    const text = isNarrow ? bytes.toString('latin1') : this.#encoding.decode(bytes)
    work.searched += bytes.length
    const page = { block, text, line, counted: 0 }
    if (this.#diffFrom >= 0) this.#followDiff(page, 0, line)
    CUE_LINE.lastIndex = 0
    for (let cue = CUE_LINE.exec(text); cue !== null; cue = CUE_LINE.exec(text)) {
      const start = text.lastIndexOf('\n', cue.index) + 1
      const place = { start, end: endOfLine(text, cue.index) }
      this.#readLine(page, place)
      CUE_LINE.lastIndex = place.end
    }
    this.#above = this.#lineAbove(page, text.endsWith('\n') ? text.length : text.length + 1)
    this.#forget(page.line)
  }

  /** Which lines are only shown, in their order, none touching another. */
  ranges(): readonly Range[] {
    const open = this.#diffFrom < 0 ? [] : [{ from: this.#diffFrom, to: Number.POSITIVE_INFINITY }]
    return joined([...this.#ranges, ...open])
  }

  /** Lines with a marker that is not only shown, as far as they are remembered. */
  get markers(): readonly Line[] {
    return this.#markers
  }

  /** L4. */
  drop({ until, from }: Kept): void {
    if (this.#ranges.length < this.#mostRanges) return
    this.#ranges = this.#ranges.filter((range) => range.from <= until || range.to > from)
    this.#mostRanges = Math.max(FEW_RANGES, 2 * this.#ranges.length)
  }

  #readLine(page: Page, { start, end }: Place): void {
    const { block } = page
    const { unit } = this.#encoding
    page.line += countLines(block.bytes.subarray(page.counted * unit, start * unit), this.#encoding)
    page.counted = start
    const at = page.line
    const raw = this.#decode(page, { start, end })
    const isInDiff = this.#diffFrom >= 0 || at < this.#diffTo
    if (!isInDiff && raw.includes(MARKER_NEEDLE))
      this.#markers.push({ raw: flat(raw), offset: block.offset + start * unit, number: at })
    let above: string | null = null
    for (const part of textsIn(raw)) {
      if (this.#diffFrom < 0 && at >= this.#diffTo && isDiffStart(part)) {
        this.#diffFrom = at
        this.#followDiff(page, end + 1, at + 1)
      }
      const edge = edgeOf(part, part.includes('~~~~') ? (above ?? this.#lineAbove(page, start)) : '')
      const from = edge === null ? null : this.#fences.meet(edge, at)
      if (from !== null) this.#hide({ from, to: at + 1 })
      above = part
    }
  }

  /** Most lines are short and ASCII: these are in the page already, and to decode them again takes far longer. */
  #decode({ block: { bytes }, text }: Page, { start, end }: Place): string {
    const { unit } = this.#encoding
    const slice = end - start > SHORT_CHARS ? null : text.slice(start, end)
    if (slice !== null && (unit === 2 || !NOT_ASCII.test(slice))) return slice
    const from = start * unit
    return this.#encoding.decode(bytes.subarray(from, Math.min(end * unit, from + LINE_BYTES)))
  }

  /** The line before the one that begins at `start`, as a person sees it. */
  #lineAbove(page: Page, start: number): string {
    if (start === 0) return this.#above
    const end = start - 1
    const from = end === 0 ? 0 : page.text.lastIndexOf('\n', end - 1) + 1
    return textsIn(this.#decode(page, { start: Math.max(from, end - ABOVE_BYTES), end })).at(-1) ?? ''
  }

  /** Goes on to the first line that does not belong to the diff. */
  #followDiff(page: Page, start: number, line: number): void {
    let at = line
    for (let from = start; from < page.text.length; at += 1) {
      const end = endOfLine(page.text, from)
      const isBody = textsIn(this.#decode(page, { start: from, end })).every(isDiffBody)
      if (!isBody) return this.#endDiff(at)
      from = end + 1
    }
  }

  #endDiff(at: number): void {
    this.#hide({ from: this.#diffFrom, to: at })
    this.#diffFrom = -1
    this.#diffTo = at
  }

  #hide(range: Range): void {
    while ((this.#markers.at(-1)?.number ?? -1) >= range.from) this.#markers.pop()
    const last = this.#ranges.at(-1)
    if (last === undefined || range.from < last.from || range.from > last.to) this.#ranges.push(range)
    else this.#ranges[this.#ranges.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }

  /** What no block can hide any more is settled: the last of these are enough. */
  #forget(line: number): void {
    const settled = this.#markers.findLastIndex(({ number }) => number <= line - LONGEST_BLOCK) + 1
    if (settled > EARLY_MARKERS) this.#markers.splice(0, settled - EARLY_MARKERS)
  }
}

/** A copy: a slice would keep the whole page in memory. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** A line as a person sees it, or the states of one that overwrites itself. */
const textsIn = (raw: string): readonly string[] =>
  raw.includes('\r') ? overwrites(raw).map((part) => plain(part).trimEnd()) : [plain(raw).trimEnd()]
