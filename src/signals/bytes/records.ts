/**
 * Finds JSON values that begin at the start of a line: one on each line (JSON lines), or one over many lines.
 * Everything else is text.
 *
 * R1 Each line is passed on once, as part of a record or as text, in the order of the input. R2 Lines that turn out
 * not to be JSON become text again, except those that are complete records. An incomplete value never hides a later
 * record. R3 Text without braces at line starts is never split into lines here. R4 Work is linear: each byte is
 * parsed, scanned and counted a fixed number of times, for any sequence of lines.
 */
import { isUtf8 } from 'node:buffer'
import { BlockText } from './block-text.ts'
import type { Encoding } from './encoding.ts'
import { GrowingBytes } from '../../secrets/growing-bytes.ts'
import { JsonScanner } from './json-scanner.ts'
import type { Block } from './line-blocks.ts'
import { countLines, indexOfNewline } from './newlines.ts'
import { tryJson } from './try-json.ts'
import { endsLikeValue, endsValue, isSpace } from './value-end.ts'
import { work } from './work.ts'

/** Parsing a shorter line is as fast as checking it first. */
const LONG_LINE_BYTES = 2048

/** A record over several lines that is larger becomes text. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024

export type JsonObject = { readonly [key: string]: unknown }

/** A JSON value in the output, with the text from which it was parsed. */
export type JsonRecord = {
  readonly value: JsonObject | readonly unknown[]
  readonly raw: string
  readonly offset: number
  readonly line: number
}

/** A value that continues on the next lines. `first` is its first line. */
type Pending = { readonly scanner: JsonScanner; readonly first: Block }

/** Consumes a line that was recognised. */
type Take = (line: Block) => void

const BRACE = 0x7b
const BRACKET = 0x5b
const CLOSING_BRACE = 0x7d
const QUOTE = 0x22

export class Records {
  readonly #encoding: Encoding
  readonly #onRecord: (record: JsonRecord) => void
  readonly #onText: (block: Block) => void
  readonly #skims: (line: Block) => boolean
  #pending: Pending | null = null
  /** The bytes of the pending value. */
  readonly #held = new GrowingBytes()
  /** The offset of a line that was tried and is not a record. It is not parsed again. */
  #refused = -1

  constructor(
    encoding: Encoding,
    on: {
      readonly record: (record: JsonRecord) => void
      readonly text: (block: Block) => void
      /** Returns true if a long line of JSON needs no parsing because its bytes are enough. */
      readonly skims?: (line: Block) => boolean
    },
  ) {
    this.#encoding = encoding
    this.#onRecord = on.record
    this.#onText = on.text
    this.#skims = on.skims ?? (() => false)
  }

  push(block: Block): void {
    if (block.kind === 'fragment') {
      this.end()
      this.#onText(block)
      return
    }
    const isPlain = this.#encoding.name === 'utf-8' && isUtf8(block.bytes)
    const text = isPlain ? new BlockText(block) : null
    let rest = block
    while (rest.bytes.length > 0) {
      if (this.#pending !== null) rest = this.#continue(rest)
      else rest = (text === null ? null : this.#run(rest, text)) ?? this.#scan(rest)
    }
  }

  /**
   * Reads consecutive records, one on each line, without creating a block for each. This is the common case. Returns
   * null if there is none.
   */
  #run(block: Block, text: BlockText): Block | null {
    const { bytes, offset } = block
    let at = 0
    let { line } = block
    while (bytes[at] === BRACE) {
      const newline = bytes.indexOf(10, at)
      const end = newline < 0 ? bytes.length : newline + 1
      if (newline - at > LONG_LINE_BYTES && this.#skims(lineOf(block, at, end, line))) {
        at = end
        line += 1
        continue
      }
      const raw = text.slice(offset + at, offset + end)
      const value = parse(raw)
      if (value === null) {
        this.#refused = offset + at
        break
      }
      this.#onRecord({ value, raw, offset: offset + at, line })
      at = end
      line += 1
    }
    return at === 0 ? null : { ...block, bytes: bytes.subarray(at), offset: offset + at, line }
  }

  /** An open value was cut off. */
  end(): void {
    const pending = this.#pending
    this.#pending = null
    if (pending === null) return
    let rest: Block = { ...pending.first, bytes: this.#held.bytes }
    while (rest.bytes.length > 0) {
      rest = this.#next(rest, (bytes) => this.#alone(bytes))
    }
    this.#held.clear()
  }

  #scan(block: Block): Block {
    return this.#next(block, (bytes, offset) =>
      offset === this.#refused ? this.#open(bytes) : (this.#alone(bytes) ?? this.#open(bytes)),
    )
  }

  /**
   * Searches the lines that begin with a brace for the next one that `read` accepts. Passes the text before it on in
   * one piece. Returns the rest. Line numbers are counted only up to an accepted line (R4).
   */
  #next(block: Block, read: (bytes: Buffer, offset: number) => Take | null): Block {
    const { bytes, offset } = block
    for (let start = this.#nextStart(block, 0); start >= 0;) {
      const end = this.#lineEnd(bytes, start)
      const take = this.#mayBegin(bytes, start, end) ? read(bytes.subarray(start, end), offset + start) : null
      if (take !== null) {
        const [text, rest] = this.#split(block, start)
        const [line, after] = this.#split(rest, end - start)
        if (text.bytes.length > 0) this.#onText(text)
        take(line)
        return after
      }
      start = this.#nextStart(block, end)
    }
    this.#onText(block)
    return { ...block, bytes: bytes.subarray(bytes.length) }
  }

  /** A brace alone on its line begins a value only if a key or the closing brace follows. */
  #mayBegin(bytes: Buffer, start: number, end: number): boolean {
    if (this.#encoding.unit === 2 || end - start > 3 || bytes[start] !== BRACE) return true
    let at = end
    while (at < bytes.length && isSpace(bytes[at])) at += 1
    return at === bytes.length || bytes[at] === QUOTE || bytes[at] === CLOSING_BRACE
  }

  /** Is the line a complete record? */
  #alone(bytes: Buffer): Take | null {
    if (this.#encoding.unit === 1 && !endsLikeValue(bytes)) return null
    const raw = this.#encoding.decode(bytes)
    const value = parse(raw)
    return value === null ? null : ({ offset, line }) => this.#onRecord({ value, raw, offset, line })
  }

  /** Can the line be the first line of a record? */
  #open(bytes: Buffer): Take | null {
    const scanner = new JsonScanner()
    if (scanner.feed(this.#encoding.decode(bytes)) !== 'open') return null
    return (line) => {
      this.#held.add(line.bytes)
      this.#pending = { scanner, first: line }
    }
  }

  /** The line that breaks a value does not belong to it and is read again. */
  #continue(block: Block): Block {
    const pending = this.#pending
    if (pending === null) return block
    const [line, after] = this.#split(block, this.#lineEnd(block.bytes))
    const progress = pending.scanner.feed(this.#encoding.decode(line.bytes))
    if (progress === 'broken' || this.#held.length + line.bytes.length > MAX_RECORD_BYTES) {
      this.end()
      return block
    }
    this.#held.add(line.bytes)
    if (progress === 'complete') this.#complete(pending.first)
    return after
  }

  #complete(first: Block): void {
    const raw = this.#encoding.decode(this.#held.bytes)
    const value = parse(raw)
    if (value === null) return this.end()
    this.#pending = null
    this.#held.clear()
    this.#onRecord({ value, raw, offset: first.offset, line: first.line })
  }

  /** The start of the next line that begins with a brace, at or after `from`. */
  #nextStart(block: Block, from: number): number {
    const { bytes } = block
    if (from === 0 && block.line === 1 && this.#byteAt(bytes, 0) === BRACKET) return 0
    for (let at = bytes.indexOf(BRACE, from); at >= 0; at = bytes.indexOf(BRACE, at + 1)) {
      const unitStart = this.#encoding.name === 'utf-16be' ? at - 1 : at
      if (unitStart === 0 || this.#endsLine(bytes, unitStart)) {
        work.searched += at - from
        return unitStart
      }
    }
    work.searched += bytes.length - from
    return -1
  }

  #byteAt(bytes: Buffer, at: number): number | undefined {
    return this.#encoding.name === 'utf-16be' ? bytes[at + 1] : bytes[at]
  }

  #endsLine(bytes: Buffer, at: number): boolean {
    if (this.#encoding.unit === 1) return bytes[at - 1] === 10
    return at % 2 === 0 && at >= 2 && bytes.subarray(at - 2, at).equals(this.#encoding.newline)
  }

  #lineEnd(bytes: Buffer, from = 0): number {
    const end = indexOfNewline(bytes, this.#encoding, from)
    return end < 0 ? bytes.length : end + this.#encoding.unit
  }

  #split(block: Block, at: number): [Block, Block] {
    const before = { ...block, bytes: block.bytes.subarray(0, at) }
    const lines = countLines(before.bytes, this.#encoding)
    return [
      before,
      { ...block, bytes: block.bytes.subarray(at), offset: block.offset + at, line: block.line + lines },
    ]
  }
}

const lineOf = (block: Block, from: number, to: number, line: number): Block => ({
  ...block,
  bytes: block.bytes.subarray(from, to),
  offset: block.offset + from,
  line,
})

function parse(raw: string): JsonObject | readonly unknown[] | null {
  // Most lines of code that begin with a brace do not end with one.
  if (!endsValue(raw)) return null
  const value = tryJson(raw)
  if (Array.isArray(value)) return value
  return isObject(value) ? value : null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
