/**
 * Separates statements from quoted text (code blocks and diffs) in plain text. Names in the code call quoted text
 * `shown`. Nothing is ever matched in quoted text: a repository about rate limits prints "rate limit" on every page.
 */
import type { Steps } from './turns.ts'

/** The positions in which a fence may stand: at an indent, or as the content of a list item. */
const FENCE = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/
/** A longer line is data. Its beginning is enough to classify it. */
const FENCE_CHARS = 500
const HTML = /<(\/?)(pre|code|blockquote)\b[^<>]*>/gi

const DIFF_START = /^(?:diff --git |--- a\/|Index: |@@ -\d)/
const DIFF_BODY =
  /^(?:[-+ @\\]|index |new file|deleted file|similarity|rename |old mode|new mode|Binary files|diff --git |$)/

/** A block that is not closed within this many lines was cut off. It must not hide the end of a log. */
export const LONGEST_BLOCK = 400

export const isDiffStart = (line: string): boolean => DIFF_START.test(line)
/** Can this line continue a diff? */
export const isDiffBody = (line: string): boolean => DIFF_BODY.test(line)

const LINES_PER_STEP = 1000

/** Lines `from` up to, not including, `to`. */
export type Range = { readonly from: number; readonly to: number }

/** A line that opens or closes a block. */
type Edge = {
  /** Only an edge of the same kind closes a block. */
  readonly kind: string
  readonly length: number
  readonly indent: number
  readonly opens: boolean
  readonly closes: boolean
}
type Opening = Edge & { readonly at: number }

/** Does this line open or close a code block? */
export const isFence = (line: string): boolean => edgeOf(line, '') !== null

/** `above` is the line before. It decides whether a row of tildes is a fence. */
export function edgeOf(line: string, above: string): Edge | null {
  if (line.includes('<')) return tagOf(line)
  const [, lead = '', row = '', info = ''] = FENCE.exec(line.slice(0, FENCE_CHARS)) ?? []
  if (row === '') return null
  const kind = row[0] ?? ''
  const indent = lead.replaceAll('\t', '    ').length
  const isBare = info.trim() === ''
  if (kind === '~' && !isTildeFence({ lead, row, info, above })) return null
  // Inline code in a sentence has its closing backticks on the same line.
  if (info.includes('`')) return null
  return { kind, length: row.length, indent, opens: true, closes: isBare && lead.trim() === '' }
}

type TildeRow = { readonly lead: string; readonly row: string; readonly info: string; readonly above: string }

/** A row of tildes may also underline something: compilers, Python, PowerShell and headings do this. */
function isTildeFence({ lead, row, info, above }: TildeRow): boolean {
  if (!/^ ?[\w+-]*$/.test(info.trimEnd())) return false
  if (row.length === 3) return lead.length <= 3 || lead.trim() !== ''
  return lead === '' && (above.trim() === '' || row.length < above.trim().length)
}

/** The outermost tag decides. A tag that is opened and closed on one line hides no other line. */
function tagOf(line: string): Edge | null {
  const open: string[] = []
  let closed: string | null = null
  for (const [, slash, tag = ''] of line.matchAll(HTML)) {
    const name = tag.toLowerCase()
    if (slash === '') open.push(name)
    else if (open.at(-1) === name) open.pop()
    else closed = name
  }
  const kind = open[0] ?? closed
  if (kind === null) return null
  return { kind, length: 1, indent: 0, opens: open.length > 0, closes: open.length === 0 }
}

const isClosedBy = (opening: Opening, { kind, length, indent, closes }: Edge): boolean =>
  closes && opening.kind === kind && length >= opening.length && indent <= opening.indent + 3

/**
 * The ranges of quoted lines, in order and not touching each other. Ranges use less memory than a list of lines. A
 * block that is never closed, or is longer than `longest` lines, hides nothing.
 */
export function* hiddenRanges(
  lines: Iterable<string>,
  longest: number = LONGEST_BLOCK,
): Steps<readonly Range[]> {
  const ranges: Range[] = []
  const blocks = new OpenBlocks(longest)
  let diffFrom = -1
  let at = 0
  let above = ''
  for (const line of lines) {
    if (diffFrom >= 0 && !isDiffBody(line)) {
      ranges.push({ from: diffFrom, to: at })
      diffFrom = -1
    }
    if (diffFrom < 0 && isDiffStart(line)) diffFrom = at
    const edge = edgeOf(line, above)
    const from = edge === null ? null : blocks.meet(edge, at)
    if (from !== null) ranges.push({ from, to: at + 1 })
    above = line
    at += 1
    if (at % LINES_PER_STEP === 0) yield
  }
  if (diffFrom >= 0) ranges.push({ from: diffFrom, to: at })
  return joined(ranges)
}

/** Real text does not nest blocks deeper. Each closing fence is compared with all open ones. */
const MOST_OPEN = 50

/** Opening fences that are not closed yet, oldest first. */
export class OpenBlocks {
  readonly #longest: number
  #openings: Opening[] = []

  constructor(longest: number) {
    this.#longest = longest
  }

  /** Returns the start of the block that this edge closes, or null if it closes none. */
  meet(edge: Edge, at: number): number | null {
    while (this.#openings[0] !== undefined && at - this.#openings[0].at >= this.#longest)
      this.#openings.shift()
    const index = edge.closes ? this.#openings.findIndex((opening) => isClosedBy(opening, edge)) : -1
    const from = this.#openings[index]?.at
    if (from === undefined) {
      if (edge.opens && !this.#isVain(edge) && this.#openings.push({ ...edge, at }) > MOST_OPEN)
        this.#openings.shift()
      return null
    }
    this.#openings.length = index
    return from
  }

  /**
   * Every edge that could close this block closes an older one first, and the older one is never dropped. This keeps
   * the list short.
   */
  #isVain({ kind, length, indent }: Edge): boolean {
    return (
      this.#longest === Infinity &&
      this.#openings.some((one) => one.kind === kind && one.length <= length && one.indent >= indent)
    )
  }
}

/** Merges ranges: blocks may be nested, and may be in diffs. */
export function joined(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last === undefined || range.from > last.to) all.push(range)
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return all
}
