/**
 * Splits the body of a card into lines and separates text from code fences and HTML comments. A fence may be inside a
 * list item, and it ends with that item.
 */
export type Line = {
  /** Offset in the whole text. */
  readonly at: number
  /** Without its line break. */
  readonly text: string
  /** The offset after its line break. */
  readonly end: number
  readonly isText: boolean
}

export type Lines = {
  readonly lines: readonly Line[]
  /** The index of the line that opens a block which is never closed. */
  readonly openFrom: number | null
}

/** A block that is not text, described by the lines that end it. */
type Block = {
  /** The block ends with this line. */
  readonly isLast: (line: string) => boolean
  /** The block ended before this line. */
  readonly isOutside: (line: string) => boolean
  /** The block ends on the line on which it starts. */
  readonly isOneLine: boolean
}

const MAY_OPEN = /```|~~~|</
const FENCE = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)]|>)(?=[ \t]))*[ \t]*)(`{3,}|~{3,})(.*)$/
const HTML = /^[ \t]*(?:(<!--)|<(?:pre|script|style|textarea)(?=[\s>]|$))/i
const HTML_END = /<\/(?:pre|script|style|textarea)>/i

export function readLines(text: string, from: number): Lines {
  const lines: Line[] = []
  let block: Block | null = null
  let openFrom: number | null = null
  for (let at = from; at < text.length;) {
    const end = endOfLine(text, at)
    const line = text.slice(at, end).replace(/\r?\n$/, '')
    const inside = leftOpen(block, line)
    const opened: Block | null = inside === null ? openedBy(line) : null
    lines.push({ at, text: line, end, isText: inside === null && opened === null })
    if (opened !== null) openFrom = lines.length - 1
    block = opened === null ? stillOpen(inside, line) : opened.isOneLine ? null : opened
    at = end
  }
  return { lines, openFrom: block === null ? null : openFrom }
}

const leftOpen = (block: Block | null, line: string): Block | null =>
  block?.isOutside(line) === true ? null : block

const stillOpen = (block: Block | null, line: string): Block | null =>
  block?.isLast(line) === true ? null : block

function endOfLine(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found === -1 ? text.length : found + 1
}

function openedBy(line: string): Block | null {
  if (!MAY_OPEN.test(line)) return null
  const [, before = '', fence, info = ''] = FENCE.exec(line) ?? []
  if (fence !== undefined && !(fence.startsWith('`') && info.includes('`'))) return fenceBlock(before, fence)
  const html = HTML.exec(line)
  if (html === null) return null
  const isLast = (later: string): boolean =>
    html[1] === undefined ? HTML_END.test(later) : later.includes('-->')
  return { isLast, isOutside: () => false, isOneLine: isLast(line) }
}

/** A fence in a list item ends with the item: at the first line with less indentation. */
function fenceBlock(before: string, fence: string): Block {
  const closing = new RegExp(String.raw`^[ \t>]*${fence.charAt(0)}{${fence.length},}[ \t]*$`)
  const isInItem = /\S/.test(before) || indentOf(before) > 3
  const least = /\S/.test(before) ? before.trimEnd().length + 1 : 1
  return {
    isLast: (line) => closing.test(line),
    isOneLine: false,
    isOutside: (line) =>
      isInItem && line.trim() !== '' && !line.startsWith('>') && indentOf(line) < Math.min(least, 2),
  }
}

export const indentOf = (line: string): number =>
  (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
