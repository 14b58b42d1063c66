/**
 * Cuts a stream of chunks into blocks of whole lines.
 *
 * B1 Where a chunk ends changes nothing but the size of a block. B2 No byte is looked at more than a fixed
 * number of times. B3 A line longer than MAX_LINE_BYTES is given as two fragments, its first and its last
 * FRAGMENT_BYTES; what is between them is counted, not kept.
 */
import type { Encoding } from './encoding.ts'
import { countLines } from './newlines.ts'

/** One JSON record of an agent can carry a whole file or picture; beyond this it is no record to be parsed. */
const MAX_LINE_BYTES = 8 * 1024 * 1024
const FRAGMENT_BYTES = 64 * 1024

export type Block = {
  readonly bytes: Buffer
  /** Offset of the first byte in the input. */
  readonly offset: number
  /** Number of the first line, from 1. */
  readonly line: number
  /** `line` is a part of an overlong line. */
  readonly kind: 'lines' | 'fragment'
}

export class LineBlocks {
  readonly #encoding: Encoding
  readonly #newline: Buffer
  readonly #emit: (block: Block) => void
  #held: Buffer[] = []
  #heldBytes = 0
  #offset: number
  #line = 1
  #overlong = false
  #oddByte: Buffer | null = null

  constructor(encoding: Encoding, emit: (block: Block) => void) {
    this.#encoding = encoding
    this.#newline = encoding.encode('\n')
    this.#emit = emit
    this.#offset = encoding.bom
  }

  get lines(): number {
    return this.#line - (this.#heldBytes === 0 && !this.#overlong ? 1 : 0)
  }

  push(chunk: Buffer): void {
    const bytes = this.#aligned(chunk)
    const first = this.#indexOfNewline(bytes)
    if (first < 0) return this.#hold(bytes)
    const rest = first + this.#encoding.unit
    this.#finishLine(bytes.subarray(0, rest))
    const last = this.#lastNewlineEnd(bytes)
    if (last > rest) this.#emitLines(bytes.subarray(rest, last))
    if (last < bytes.length) this.#hold(bytes.subarray(last))
  }

  end(): void {
    if (this.#oddByte !== null) this.#hold(this.#oddByte)
    if (this.#heldBytes > 0) this.#finishLine(Buffer.alloc(0))
  }

  /** A UTF-16 unit that was split between two chunks is put together again. */
  #aligned(chunk: Buffer): Buffer {
    if (this.#encoding.unit === 1) return chunk
    const bytes = this.#oddByte === null ? chunk : Buffer.concat([this.#oddByte, chunk])
    const even = bytes.length & ~1
    this.#oddByte = even === bytes.length ? null : Buffer.from(bytes.subarray(even))
    return bytes.subarray(0, even)
  }

  #indexOfNewline(bytes: Buffer): number {
    if (this.#encoding.unit === 1) return bytes.indexOf(10)
    for (let at = bytes.indexOf(this.#newline); at >= 0; at = bytes.indexOf(this.#newline, at + 1)) {
      if (at % 2 === 0) return at
    }
    return -1
  }

  #lastNewlineEnd(bytes: Buffer): number {
    if (this.#encoding.unit === 1) return bytes.lastIndexOf(10) + 1
    for (let at = bytes.lastIndexOf(this.#newline); at >= 0; at = bytes.lastIndexOf(this.#newline, at - 1)) {
      if (at % 2 === 0) return at + 2
    }
    return 0
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#held.push(Buffer.from(bytes))
    this.#heldBytes += bytes.length
    if (this.#heldBytes > MAX_LINE_BYTES) this.#startOverlong()
    else if (this.#overlong && this.#heldBytes > 4 * FRAGMENT_BYTES) this.#forgetMiddle()
  }

  #startOverlong(): void {
    const all = Buffer.concat(this.#held)
    if (!this.#overlong) {
      this.#emitFragment(all.subarray(0, FRAGMENT_BYTES), this.#offset)
      this.#overlong = true
    }
    this.#keepTail(all)
  }

  #forgetMiddle(): void {
    this.#keepTail(Buffer.concat(this.#held))
  }

  #keepTail(all: Buffer): void {
    const cut = Math.max(0, all.length - FRAGMENT_BYTES) & ~1
    this.#offset += cut
    this.#held = [Buffer.from(all.subarray(cut))]
    this.#heldBytes = all.length - cut
  }

  #finishLine(end: Buffer): void {
    const whole = this.#held.length === 0 ? end : Buffer.concat([...this.#held, end])
    this.#held = []
    this.#heldBytes = 0
    if (this.#overlong) {
      this.#keepTail(whole)
      const tail = this.#held[0] ?? whole
      this.#held = []
      this.#heldBytes = 0
      this.#overlong = false
      this.#emitFragment(tail, this.#offset)
      this.#offset += tail.length
      this.#line += 1
      return
    }
    if (whole.length > MAX_LINE_BYTES) {
      this.#emitFragment(whole.subarray(0, FRAGMENT_BYTES), this.#offset)
      const cut = (whole.length - FRAGMENT_BYTES) & ~1
      this.#emitFragment(whole.subarray(cut), this.#offset + cut)
      this.#offset += whole.length
      this.#line += 1
      return
    }
    this.#emitLines(whole)
  }

  #emitFragment(bytes: Buffer, offset: number): void {
    this.#emit({ bytes, offset, line: this.#line, kind: 'fragment' })
  }

  #emitLines(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#emit({ bytes, offset: this.#offset, line: this.#line, kind: 'lines' })
    this.#offset += bytes.length
    this.#line += this.#count(bytes)
  }

  #count(bytes: Buffer): number {
    const newlines = countLines(bytes, this.#encoding)
    const ends = this.#lastNewlineEnd(bytes) === bytes.length
    return ends ? newlines : newlines + 1
  }
}
