/** Marks what differs within a line, where one line was replaced by one line. */
import type { PatchLine } from '../../src/views/patch-lines.ts'

type Part = { readonly text: string; readonly isMarked: boolean }

export type MarkedLine = Omit<PatchLine, 'text'> & { readonly parts: readonly Part[] }

export function pairMarks(lines: readonly PatchLine[]): readonly MarkedLine[] {
  const marked = lines.map((line): MarkedLine => ({ ...line, parts: [{ text: line.text, isMarked: false }] }))
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    // Only equal runs are pairs. In others, which line became which is a guess.
    if (removed > 0 && removed === added)
      for (let i = 0; i < removed; i += 1) markPair(marked, lines, { from: at + i, to: at + removed + i })
    at += Math.max(1, removed + added)
  }
  return marked
}

function runOf(lines: readonly PatchLine[], from: number, kind: PatchLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length += 1
  return length
}

/** If most of the line differs, marks would only be noise. */
const LEAST_COMMON = 0.3

function markPair(
  marked: MarkedLine[],
  lines: readonly PatchLine[],
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const [before, after] = [lines[from], lines[to]]
  if (before === undefined || after === undefined) return
  const [one, other] = [before.text, after.text]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  if (start + end < Math.max(one.length, other.length) * LEAST_COMMON) return
  const isSplit = (text: string, at: number): boolean => WORD.test(text.charAt(at - 1) + text.charAt(at))
  while (start > 0 && (isSplit(one, start) || isSplit(other, start))) start -= 1
  while (end > 0 && (isSplit(one, one.length - end) || isSplit(other, other.length - end))) end -= 1
  marked[from] = { ...before, parts: partsOf(one, start, end) }
  marked[to] = { ...after, parts: partsOf(other, start, end) }
}

/** Two characters of one word: `redirect` became `render`, not `direct` became `nder`. */
const WORD = /^[\p{L}\p{N}_]{2}$/u

const partsOf = (text: string, start: number, end: number): readonly Part[] =>
  [
    { text: text.slice(0, start), isMarked: false },
    { text: text.slice(start, text.length - end), isMarked: true },
    { text: text.slice(text.length - end), isMarked: false },
  ].filter((part) => part.text !== '')
