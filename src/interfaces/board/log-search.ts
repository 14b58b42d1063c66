/** Searches a log in steps of some MiB, so that a large log does not block other requests. */
import { closeSync } from 'node:fs'
import { isLive, type RunRecord } from '../../record/run.ts'
import { openLog } from '../../supervision/open-log.ts'
import { ShownLog } from '../../supervision/shown-log.ts'
import { logSize } from '../../views/run-files.ts'
import { plainLine } from '../../supervision/screen-text.ts'
import type { LogSearch } from './api.ts'
import type { BoardContext } from './context.ts'
import { lineAt, lineStart } from './log-window.ts'
import { folderOf, LogGoneError } from './run-files.ts'

const MOST_LOOKED_BYTES = 64 * 1024 * 1024
/** A longer line is searched in pieces. */
const LONGEST_LINE_BYTES = 1024 * 1024
const NEWLINE = 0x0a
const EXCERPT_CHARS = 200

export type Sought = { readonly words: string; readonly from: number; readonly limit: number }

type Match = LogSearch['matches'][number]

export async function searchLog(
  run: RunRecord,
  { words, from, limit }: Sought,
  context: Pick<BoardContext, 'project'>,
): Promise<LogSearch> {
  const folder = folderOf(run, context)
  const size = logSize(folder)
  const file = folder === null ? null : openLog(folder.log)
  if (folder === null || size === null || file === null) throw new LogGoneError(run)
  try {
    const start = lineStart(file, Math.min(from, size))
    using log = ShownLog.open(folder, { from: start, to: null, tail: null })
    if (log === null) throw new LogGoneError(run)
    const finder = new Finder(words, { from, start, line: lineAt(file, start), limit })
    const end = Math.min(size, start + MOST_LOOKED_BYTES)
    for (let bytes = log.read(end); bytes !== null && !finder.isFull; bytes = log.read(end)) {
      finder.push(bytes)
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (end === size && !finder.isFull) finder.end(isLive(run) ? Buffer.alloc(0) : log.end())
    return { matches: finder.matches, next: finder.isFull || end < size ? finder.next : null, size }
  } finally {
    closeSync(file)
  }
}

class Finder {
  readonly matches: Match[] = []
  readonly #pattern: RegExp
  readonly #from: number
  readonly #limit: number
  #held: Buffer = Buffer.alloc(0)
  /** The offset and the line number of the first held byte. */
  #at: number
  #line: number | null
  /** The offset at which the next search continues. */
  next: number

  constructor(
    words: string,
    { from, start, line, limit }: { from: number; start: number; line: number | null; limit: number },
  ) {
    // One character stands for each byte, so offsets are exact in any encoding. Only ASCII is compared without case.
    const bytes = Buffer.from(words).toString('latin1')
    this.#pattern = new RegExp(RegExp.escape(bytes), bytes === words ? 'gi' : 'g')
    this.#from = from
    this.#limit = limit
    this.#at = start
    this.next = start
    this.#line = line
  }

  get isFull(): boolean {
    return this.matches.length >= this.#limit
  }

  push(bytes: Buffer): void {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    const newline = all.lastIndexOf(NEWLINE)
    const end = newline >= 0 ? newline + 1 : all.length > LONGEST_LINE_BYTES ? all.length : 0
    this.#look(all.subarray(0, end))
    this.#held = all.subarray(end)
  }

  end(bytes: Buffer): void {
    this.push(bytes)
    this.#look(this.#held)
  }

  /** Takes whole lines, or a piece of a very long line. */
  #look(bytes: Buffer): void {
    if (bytes.length === 0 || this.isFull) return
    const text = bytes.toString('latin1')
    let isThrough = true
    let counted = 0
    // Matches before `from` do not count: a page of results may begin inside a long line.
    this.#pattern.lastIndex = Math.max(0, this.#from - this.#at)
    for (const { index, 0: found } of text.matchAll(this.#pattern)) {
      if (this.#line !== null) this.#line += linesIn(text, counted, index)
      counted = index
      const match = this.#matchAt(text, index, found.length)
      this.matches.push(match)
      if (!this.isFull) continue
      this.next = match.offset + 1
      isThrough = false
      break
    }
    if (this.#line !== null) this.#line += linesIn(text, counted, text.length)
    this.#at += bytes.length
    if (isThrough) this.next = this.#at
  }

  #matchAt(text: string, index: number, length: number): Match {
    const lineFrom = text.lastIndexOf('\n', index - 1) + 1
    const newline = text.indexOf('\n', index)
    const start = Math.max(lineFrom, index - EXCERPT_CHARS / 2)
    const end = Math.min(newline < 0 ? text.length : newline, index + length + EXCERPT_CHARS / 2)
    return {
      offset: this.#at + index,
      lineOffset: this.#at + lineFrom,
      line: this.#line,
      excerpt: plainLine(Buffer.from(text.slice(start, end), 'latin1').toString('utf8')),
    }
  }
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
