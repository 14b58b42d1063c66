/**
 * Cuts a stream of chunks into blocks of whole lines.
 *
 * B1 The end of a chunk affects only the size of a block. B2 Each byte is visited at most a fixed number of times. B3
 * A line longer than MAX_LINE_BYTES is passed on as two fragments, its first and its last FRAGMENT_BYTES. The bytes
 * between them are counted, not kept. B4 The memory of a block is valid only during the callback.
 */
import type { Encoding } from './encoding.ts'
import { GrowingBytes } from '../../secrets/growing-bytes.ts'
import { countLines, indexOfNewline, lastNewlineEnd } from './newlines.ts'

/** One JSON record of an agent can contain a whole file or picture. A larger record is not parsed. */
const MAX_LINE_BYTES = 8 * 1024 * 1024
const FRAGMENT_BYTES = 64 * 1024
/** A whole file may arrive as one chunk. With steps, no overlong line hides between two line ends of a chunk (B3). */
const STEP_BYTES = 4 * 1024 * 1024

export type Block = {
  readonly bytes: Buffer
  /** The offset of its first byte in the input. */
  readonly offset: number
  /** The number of its first line, from 1. */
  readonly line: number
  /** `fragment`: the block is a part of an overlong line. */
  readonly kind: 'lines' | 'fragment'
}

export class LineBlocks {
  readonly #encoding: Encoding
  readonly #emit: (block: Block) => void
  /** The line whose end has not arrived yet. */
  readonly #held = new GrowingBytes()
  #offset: number
  #line = 1
  #overlong = false
  #oddByte: Buffer | null = null

  constructor(encoding: Encoding, emit: (block: Block) => void) {
    this.#encoding = encoding
    this.#emit = emit
    this.#offset = encoding.bom
  }

  get lines(): number {
    return this.#line - (this.#held.length === 0 ? 1 : 0)
  }

  push(chunk: Buffer): void {
    const bytes = this.#aligned(chunk)
    for (let at = 0; at < bytes.length; at += STEP_BYTES) this.#step(bytes.subarray(at, at + STEP_BYTES))
  }

  end(): void {
    if (this.#oddByte !== null) this.#hold(this.#oddByte)
    this.#oddByte = null
    if (this.#held.length > 0) this.#finishLine(Buffer.alloc(0))
  }

  #step(bytes: Buffer): void {
    const first = indexOfNewline(bytes, this.#encoding)
    if (first < 0) return this.#hold(bytes)
    const last = lastNewlineEnd(bytes, this.#encoding)
    const rest = this.#held.length === 0 ? 0 : first + this.#encoding.unit
    if (rest > 0) this.#finishLine(bytes.subarray(0, rest))
    if (last > rest) this.#emitLines(bytes.subarray(rest, last))
    if (last < bytes.length) this.#hold(bytes.subarray(last))
  }

  /** Joins a UTF-16 unit that was split between two chunks. */
  #aligned(chunk: Buffer): Buffer {
    if (this.#encoding.unit === 1) return chunk
    const bytes = this.#oddByte === null ? chunk : Buffer.concat([this.#oddByte, chunk])
    const even = bytes.length & ~1
    this.#oddByte = even === bytes.length ? null : Buffer.from(bytes.subarray(even))
    return bytes.subarray(0, even)
  }

  #hold(bytes: Buffer): void {
    this.#held.add(bytes)
    if (this.#overlong) {
      if (this.#held.length > 4 * FRAGMENT_BYTES) this.#forgetMiddle()
    } else if (this.#held.length > MAX_LINE_BYTES) this.#startOverlong()
  }

  #startOverlong(): void {
    const end = this.#characterStart(this.#held.bytes, FRAGMENT_BYTES)
    this.#emitFragment(this.#held.bytes.subarray(0, end))
    this.#overlong = true
    this.#forgetMiddle()
  }

  /** Keeps a little more than the last fragment, so that its start does not depend on the chunks. */
  #forgetMiddle(): void {
    const cut = Math.max(0, this.#held.length - 2 * FRAGMENT_BYTES) & ~1
    this.#held.dropFirst(cut)
    this.#offset += cut
  }

  #finishLine(end: Buffer): void {
    this.#held.add(end)
    if (!this.#overlong && this.#held.length > MAX_LINE_BYTES) this.#startOverlong()
    const whole = this.#held.bytes
    if (this.#overlong) this.#finishOverlong(whole)
    else this.#emitLines(whole)
    this.#held.clear()
  }

  #finishOverlong(whole: Buffer): void {
    const cut = this.#characterStart(whole, Math.max(0, whole.length - FRAGMENT_BYTES) & ~1)
    this.#offset += cut
    this.#emitFragment(whole.subarray(cut))
    this.#offset += whole.length - cut
    this.#line += 1
    this.#overlong = false
  }

  /** The nearest start of a character before `at`. A split character would make the whole fragment unreadable. */
  #characterStart(bytes: Buffer, at: number): number {
    if (this.#encoding.unit === 2) return at
    let start = at
    while (start > 0 && at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
    return start
  }

  #emitFragment(bytes: Buffer): void {
    this.#emit({ bytes, offset: this.#offset, line: this.#line, kind: 'fragment' })
  }

  #emitLines(bytes: Buffer): void {
    this.#emit({ bytes, offset: this.#offset, line: this.#line, kind: 'lines' })
    this.#offset += bytes.length
    this.#line += this.#count(bytes)
  }

  #count(bytes: Buffer): number {
    const newlines = countLines(bytes, this.#encoding)
    const ends = lastNewlineEnd(bytes, this.#encoding) === bytes.length
    return ends ? newlines : newlines + 1
  }
}
