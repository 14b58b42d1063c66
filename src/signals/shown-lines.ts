/**
 * Follows the plain text of an output from its first line and finds the quoted lines. It applies the rules of
 * `fences.ts` to text that is only partly kept.
 *
 * L1 Line numbers are those of the output, including records between the lines. L2 The result does not depend on how
 * the text was cut into blocks. L3 Each byte is searched once for all cues together, after a faster search of the block
 * for parts of them. Only a line with a cue, or in a diff, is decoded. L4 Memory is bounded. A code block spans at most LONGEST_BLOCK lines: an older marker that is not
 * quoted by then counts. Ranges before the kept text are dropped.
 */
import type { Encoding } from './bytes/encoding.ts'
import type { Block } from './bytes/line-blocks.ts'
import type { Line } from './bytes/lines.ts'
import { countLines, lastNewlineEnd } from './bytes/newlines.ts'
import { overwrites, plain } from './bytes/plain.ts'
import { work } from './bytes/work.ts'
import { edgeOf, isDiffBody, isDiffStart, joined, LONGEST_BLOCK, OpenBlocks, type Range } from './fences.ts'
import { MARKER_NEEDLE } from './markers.ts'
import type { Notes } from './notes.ts'

/** Every fence, start of a diff and marker has one of these. */
const CUE_LINE =
  /FAILURE|```|~~~|<\/?(?:[pP][rR][eE]|[cC][oO][dD][eE]|[bB][lL][oO][cC][kK][qQ][uU][oO][tT][eE])|diff --git |--- a\/|Index: |@@ -/g

/** Every cue contains one of these. Searching bytes for all of them takes a third of the time of the expression. */
const CUE_PARTS: readonly string[] = [MARKER_NEEDLE, '```', '~~~', '<', '--git ', '--- a/', 'Index: ', '@@ -']

/** Markers count anywhere. Of those before the kept text, this many last ones are kept. */
const EARLY_MARKERS = 20
/** No marker is longer. */
const LINE_BYTES = 64 * 1024
/** An underline is compared with the length of the line above. This much of that line is enough. */
const ABOVE_BYTES = 1024
const SHORT_CHARS = 200
const NOT_ASCII = /[\u0080-\u00FF]/

/** Below this number, dropping old ranges is not worth the work. */
const FEW_RANGES = 10_000

/** A block as characters, and how far its lines are counted. */
type Page = { readonly block: Block; readonly text: string; line: number; counted: number }

/** One line of a page: `start` and `end` in characters, without its line feed. */
type Place = { readonly start: number; readonly end: number }

/** The lines that are kept: those before `until`, and those at or after `from`. */
export type Kept = { readonly until: number; readonly from: number }

export class ShownLines {
  readonly #encoding: Encoding
  readonly #fences = new OpenBlocks(LONGEST_BLOCK)
  #ranges: Range[] = []
  #mostRanges = FEW_RANGES
  #markers: Line[] = []
  /** The first line of the current diff, or -1. */
  #diffFrom = -1
  /** The end of the last diff. */
  #diffTo = 0
  /** The last line of the previous block. */
  #above = ''
  readonly #parts: readonly Buffer[]

  constructor(encoding: Encoding) {
    this.#encoding = encoding
    this.#parts = CUE_PARTS.map((part) => encoding.encode(part))
  }

  read(block: Block): void {
    const { bytes, line } = block
    if (this.#diffFrom < 0 && !this.#parts.some((part) => bytes.includes(part))) return this.#skip(block)
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

  /** Takes only the last line of a block without cues. It may be above a fence of the next block. */
  #skip(block: Block): void {
    const { bytes, line } = block
    work.searched += bytes.length
    const isWhole = lastNewlineEnd(bytes, this.#encoding) === bytes.length
    const end = bytes.length - (isWhole ? this.#encoding.unit : 0)
    const start = lastNewlineEnd(bytes.subarray(0, end), this.#encoding)
    const above = bytes.subarray(Math.max(start, end - ABOVE_BYTES * this.#encoding.unit), end)
    this.#above = textsIn(this.#encoding.decode(above)).at(-1) ?? ''
    this.#forget(line)
  }

  /** The ranges of quoted lines, in order and not touching each other. */
  ranges(): readonly Range[] {
    const open = this.#diffFrom < 0 ? [] : [{ from: this.#diffFrom, to: Number.POSITIVE_INFINITY }]
    return joined([...this.#ranges, ...open])
  }

  /** The remembered lines with a marker that is not quoted. */
  get markers(): readonly Line[] {
    return this.#markers
  }

  /** Drops the ranges before the kept text (L4). */
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

  /** Most lines are short and ASCII, and are in the page already. Decoding them again is much slower. */
  #decode({ block: { bytes }, text }: Page, { start, end }: Place): string {
    const { unit } = this.#encoding
    const slice = end - start > SHORT_CHARS ? null : text.slice(start, end)
    if (slice !== null && (unit === 2 || !NOT_ASCII.test(slice))) return slice
    const from = start * unit
    return this.#encoding.decode(bytes.subarray(from, Math.min(end * unit, from + LINE_BYTES)))
  }

  /** The line before the one that begins at `start`, as displayed. */
  #lineAbove(page: Page, start: number): string {
    if (start === 0) return this.#above
    const end = start - 1
    const from = end === 0 ? 0 : page.text.lastIndexOf('\n', end - 1) + 1
    return textsIn(this.#decode(page, { start: Math.max(from, end - ABOVE_BYTES), end })).at(-1) ?? ''
  }

  /** Advances to the first line that does not belong to the diff. */
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

  /** Keeps only the last markers of those that no block can hide any more. */
  #forget(line: number): void {
    const settled = this.#markers.findLastIndex(({ number }) => number <= line - LONGEST_BLOCK) + 1
    if (settled > EARLY_MARKERS) this.#markers.splice(0, settled - EARLY_MARKERS)
  }
}

/** A copy. A slice would keep the whole page in memory. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** A line as displayed, or all states of a line that overwrites itself. */
const textsIn = (raw: string): readonly string[] =>
  raw.includes('\r') ? overwrites(raw).map((part) => plain(part).trimEnd()) : [plain(raw).trimEnd()]

/** Notes markers of text that is no longer kept: they count anywhere. */
export function noteEarlyMarkers(markers: readonly Line[], kept: readonly Block[], notes: Notes): void {
  for (const { raw, offset, number } of markers) {
    if (kept.some((block) => offset >= block.offset && offset < block.offset + block.bytes.length)) continue
    notes.reading({ raw, offset, line: number })
    notes.marker(plain(raw))
  }
}
