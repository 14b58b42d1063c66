/**
 * Cuts a session into its turns, byte by byte as it is read.
 *
 * T1 Memory is flat: one chunk and the line that it ends in. T2 The chunk boundaries of the input do not change the
 * result. T3 Only lines that may open a turn are parsed here. The reader of signals parses the others.
 */
import type { SessionFormat, SessionNews } from '../agents/session-place.ts'
import { parseObject } from '../signals/json.ts'
import { lastStampIn } from './stamps.ts'

/** Gets the findings in the order of the session. */
export type TurnListener = {
  /** A line with news. If it opens a turn, the bytes from this line on belong to that turn. */
  readonly news: (news: SessionNews, atMs: number | null) => void
  /** Bytes of the current turn, and the last time in them. */
  readonly bytes: (bytes: Buffer, lastMs: number | null) => void
}

const NEWLINE = 10
const BRACE = 123

/** A longer line is the output of a tool. It is passed on in pieces and not parsed. */
const LONGEST_LINE = 8 * 1024 * 1024

/** The type of a line is within this many bytes of its beginning. */
const HEAD_BYTES = 1024

export class TurnSplitter {
  readonly #format: SessionFormat
  readonly #listener: TurnListener
  readonly #read: (line: Buffer) => SessionNews | null
  /** The line before was a part of a prompt, in a session of plain text. */
  #inPrompt = false
  #rest: Buffer[] = []
  #restBytes = 0
  #inLongLine = false
  #hasRecord = false

  constructor(format: SessionFormat, listener: TurnListener) {
    this.#format = format
    this.#listener = listener
    this.#read = format.prompt === undefined ? recordReader(format) : promptReader(format.prompt)
  }

  /** Whether any line looks like a record of this format. */
  get hasRecord(): boolean {
    return this.#hasRecord || this.#format.prompt !== undefined
  }

  /** The chunk may be overwritten afterwards. */
  push(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end === 0) return this.#keep(chunk)
    this.#lines(this.#joined(chunk.subarray(0, end)))
    this.#keep(chunk.subarray(end))
  }

  end(): void {
    this.#lines(this.#joined(Buffer.alloc(0)))
  }

  #joined(more: Buffer): Buffer {
    const all = this.#restBytes === 0 ? more : Buffer.concat([...this.#rest, more])
    this.#rest = []
    this.#restBytes = 0
    return all
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#rest.push(Buffer.from(bytes))
    this.#restBytes += bytes.length
    if (this.#restBytes <= LONGEST_LINE) return
    this.#hasRecord ||= this.#rest[0]?.[0] === BRACE
    this.#listener.bytes(this.#joined(Buffer.alloc(0)), null)
    this.#inLongLine = true
  }

  /** Complete lines, except the first one after a long line and the last one of the session. */
  #lines(all: Buffer): void {
    let from = 0
    let at = this.#inLongLine ? all.indexOf(NEWLINE) + 1 : 0
    this.#inLongLine = false
    for (let end = 0; at < all.length; at = end) {
      const found = all.indexOf(NEWLINE, at)
      end = found < 0 ? all.length : found + 1
      const news = this.#newsIn(all, at, end)
      if (news === null) continue
      if (news.opensTurn === true) {
        this.#pass(all.subarray(from, at))
        from = at
      }
      this.#listener.news(news, this.#timeOf(all.subarray(at, end)))
    }
    this.#pass(all.subarray(from))
  }

  /** A look at the beginning of each line costs less than a search for the cues in all bytes. */
  #newsIn(all: Buffer, start: number, end: number): SessionNews | null {
    this.#hasRecord ||= all[start] === BRACE
    const head = all.toString('latin1', start, Math.min(end, start + HEAD_BYTES))
    return this.#isNews(head) ? this.#read(all.subarray(start, end)) : null
  }

  #isNews(head: string): boolean {
    const { prompt, cues, butNot = [] } = this.#format
    if (prompt !== undefined) {
      const wasPrompt = this.#inPrompt
      this.#inPrompt = head.startsWith(prompt)
      return this.#inPrompt && !wasPrompt
    }
    return cues.some((cue) => head.includes(cue)) && !butNot.some((cue) => head.includes(cue))
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#listener.bytes(bytes, this.#timeOf(bytes))
  }

  #timeOf(bytes: Buffer): number | null {
    return lastStampIn(bytes, this.#format)
  }
}

/** Parses the whole record. A long prompt in it is cut later. */
function recordReader(format: SessionFormat): (line: Buffer) => SessionNews | null {
  const read = format.open()
  return (line) => {
    const record = parseObject(line.toString('utf8'))
    return record === null ? null : read(record)
  }
}

/** Lines of plain text: those of one prompt follow one another. */
function promptReader(prompt: string): (line: Buffer) => SessionNews | null {
  return (line) => ({ opensTurn: true, asked: line.toString('utf8').slice(prompt.length).trim() })
}
