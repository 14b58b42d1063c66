/**
 * The part of a log that the page holds, as lines. A log may have gigabytes. The page holds a stretch without gaps,
 * and drops lines at one end when it grows at the other.
 *
 * G1 `from` and `to` are byte offsets in the file, as the server sends them. The offset of a line is never computed
 * from its text, which may represent other bytes.
 * G2 The last line may be incomplete. The next window starts with that line again or, if the line is so long that the
 * server does not search its start, continues where it ended.
 */
import type { LogWindow } from '../../src/interfaces/board/api.ts'

type Line = {
  readonly key: number
  readonly number: number | null
  readonly text: string
  readonly isWanted: boolean
}

/** A window with its lines. */
type Block = { readonly from: number; readonly to: number; readonly lines: readonly Line[] }

export type LogLines = {
  /** A number that changes with each jump to another place. */
  readonly stretch: number
  readonly blocks: readonly Block[]
  /** Where the part of the file begins that may be shown: 0, or the first byte of a stage. */
  readonly first: number
  /** Where that part ends. */
  readonly size: number
  readonly isLive: boolean
  /** Whether the last line has no end yet. */
  readonly isOpen: boolean
}

/** More lines would make the page slow. */
const MOST_LINES = 6000
/** The maximum length of a line. */
const MOST_LINE_CHARS = 1024 * 1024

let lastKey = 0
let lastStretch = 0

function blockOf(window: LogWindow, isWanted: boolean): Block {
  const texts = window.text.split('\n')
  if (texts.at(-1) === '') texts.pop()
  return {
    from: window.from,
    to: window.to,
    lines: texts.map((text, i) => {
      lastKey += 1
      return {
        key: lastKey,
        number: window.firstLine === null ? null : window.firstLine + i,
        text,
        isWanted: isWanted && i === 0,
      }
    }),
  }
}

const isOpenEnd = ({ text }: LogWindow): boolean => text !== '' && !text.endsWith('\n')

/** A new stretch. The first line is the wanted one: a window starts with the line that contains the wanted byte. */
export function startAt(window: LogWindow, isWanted: boolean, first = 0): LogLines {
  lastStretch += 1
  return {
    stretch: lastStretch,
    blocks: [blockOf(window, isWanted)],
    first,
    size: window.size,
    isLive: window.isLive,
    isOpen: isOpenEnd(window),
  }
}

export const beginOf = ({ blocks }: LogLines): number => blocks[0]?.from ?? 0
export const endOf = ({ blocks }: LogLines): number => blocks.at(-1)?.to ?? 0

/**
 * The byte at which a line begins; null if that is not certain (G1): the text must have as many bytes as its window.
 */
export function offsetOf({ blocks }: LogLines, key: number): number | null {
  const block = blocks.find(({ lines }) => lines.some((line) => line.key === key))
  if (block === undefined) return null
  const sizes = block.lines.map(({ text }) => encoder.encode(text).length + 1)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  // The last line may have no end.
  if (all !== block.to - block.from && all - 1 !== block.to - block.from) return null
  const at = block.lines.findIndex((line) => line.key === key)
  return block.from + sizes.slice(0, at).reduce((sum, size) => sum + size, 0)
}

const encoder = new TextEncoder()

const countOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { lines }) => sum + lines.length, 0)

/** Returns the same object if nothing changed, so that nothing is rendered or loaded again. */
export const sized = (lines: LogLines, { size, isLive }: Pick<LogWindow, 'size' | 'isLive'>): LogLines =>
  lines.size === size && lines.isLive === isLive ? lines : { ...lines, size, isLive }

export function addAfter(lines: LogLines, window: LogWindow): LogLines {
  const told = sized(lines, window)
  if (window.to <= endOf(lines)) return told
  const blocks = added(lines, window)
  while (blocks.length > 1 && countOf(blocks) > MOST_LINES) blocks.shift()
  return { ...told, blocks, isOpen: isOpenEnd(window) }
}

/** G2. */
function added({ blocks, isOpen }: LogLines, window: LogWindow): Block[] {
  const last = blocks.at(-1)
  const next = blockOf(window, false)
  const half = last?.lines.at(-1)
  if (!isOpen || last === undefined || half === undefined) return [...blocks, next]
  const [others, whole] = [blocks.slice(0, -1), last.lines.slice(0, -1)]
  if (window.from < last.to) return [...others, { ...last, to: window.from, lines: whole }, next]
  const [rest, ...following] = next.lines
  if (rest === undefined || half.text.length > MOST_LINE_CHARS) return [...blocks, next]
  const joined = { ...half, text: half.text + rest.text }
  return [...others, { ...last, to: next.to, lines: [...whole, joined, ...following] }]
}

export function addBefore(lines: LogLines, window: LogWindow): LogLines {
  if (window.to <= window.from) return lines
  const blocks = [blockOf(window, false), ...lines.blocks]
  let isCut = false
  while (blocks.length > 2 && countOf(blocks) > MOST_LINES) {
    blocks.pop()
    isCut = true
  }
  return { ...lines, blocks, isOpen: isCut ? false : lines.isOpen }
}
