/**
 * Finds JSON values that begin at the start of a line: one to a line (JSON lines), or one over many lines.
 * Everything else is text.
 *
 * R1 A line is given away once, as part of a record or as text. R2 What turns out to be no JSON becomes text
 * again. R3 Text without braces at line starts is never split into lines here.
 */
import type { Encoding } from './encoding.ts'
import { JsonScanner } from './json-scanner.ts'
import type { Block } from './line-blocks.ts'
import { countLines } from './newlines.ts'

/** A record over several lines is given up beyond this. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024

export type JsonObject = { readonly [key: string]: unknown }

/** A JSON value of the output, with the text it was parsed from. */
export type JsonRecord = {
  readonly value: JsonObject | readonly unknown[]
  readonly raw: string
  readonly offset: number
  readonly line: number
}

type Pending = { readonly scanner: JsonScanner; readonly parts: Block[]; bytes: number }

const BRACE = 0x7b
const BRACKET = 0x5b

export class Records {
  readonly #encoding: Encoding
  readonly #onRecord: (record: JsonRecord) => void
  readonly #onText: (block: Block) => void
  readonly #newline: Buffer
  #pending: Pending | null = null

  constructor(
    encoding: Encoding,
    on: { readonly record: (record: JsonRecord) => void; readonly text: (block: Block) => void },
  ) {
    this.#encoding = encoding
    this.#onRecord = on.record
    this.#onText = on.text
    this.#newline = encoding.encode('\n')
  }

  push(block: Block): void {
    if (block.kind === 'fragment') {
      this.end()
      this.#onText(block)
      return
    }
    let rest = block
    while (rest.bytes.length > 0) rest = this.#pending === null ? this.#scan(rest) : this.#continue(rest)
  }

  /** Whatever is still open was cut off: text. */
  end(): void {
    const pending = this.#pending
    this.#pending = null
    for (const part of pending?.parts ?? []) this.#onText(part)
  }

  /** Text up to the next line that begins with a brace, and then that line. */
  #scan(block: Block): Block {
    const start = this.#nextStart(block)
    if (start < 0) {
      this.#onText(block)
      return { ...block, bytes: block.bytes.subarray(block.bytes.length) }
    }
    const [text, rest] = this.#split(block, start)
    if (text.bytes.length > 0) this.#onText(text)
    const [line, after] = this.#split(rest, this.#lineEnd(rest.bytes))
    this.#line(line)
    return after
  }

  #line(block: Block): void {
    const raw = this.#encoding.decode(block.bytes)
    const value = parse(raw)
    if (value !== null) {
      this.#onRecord({ value, raw, offset: block.offset, line: block.line })
      return
    }
    const scanner = new JsonScanner()
    if (scanner.feed(raw) === 'open') {
      this.#pending = { scanner, parts: [copy(block)], bytes: block.bytes.length }
    } else this.#onText(block)
  }

  #continue(block: Block): Block {
    const pending = this.#pending
    if (pending === null) return block
    const [line, after] = this.#split(block, this.#lineEnd(block.bytes))
    pending.parts.push(copy(line))
    pending.bytes += line.bytes.length
    const progress = pending.scanner.feed(this.#encoding.decode(line.bytes))
    if (progress === 'broken' || pending.bytes > MAX_RECORD_BYTES) this.end()
    else if (progress === 'complete') this.#complete(pending)
    return after
  }

  #complete(pending: Pending): void {
    const first = pending.parts[0]
    const raw = this.#encoding.decode(Buffer.concat(pending.parts.map((part) => part.bytes)))
    const value = parse(raw)
    if (value === null || first === undefined) return this.end()
    this.#pending = null
    this.#onRecord({ value, raw, offset: first.offset, line: first.line })
  }

  #nextStart(block: Block): number {
    const { bytes } = block
    if (block.line === 1 && this.#byteAt(bytes, 0) === BRACKET) return 0
    for (let at = bytes.indexOf(BRACE); at >= 0; at = bytes.indexOf(BRACE, at + 1)) {
      const unitStart = this.#encoding.name === 'utf-16be' ? at - 1 : at
      if (unitStart === 0 || this.#endsLine(bytes, unitStart)) return unitStart
    }
    return -1
  }

  #byteAt(bytes: Buffer, at: number): number | undefined {
    return this.#encoding.name === 'utf-16be' ? bytes[at + 1] : bytes[at]
  }

  #endsLine(bytes: Buffer, at: number): boolean {
    if (this.#encoding.unit === 1) return bytes[at - 1] === 10
    return at % 2 === 0 && at >= 2 && bytes.subarray(at - 2, at).equals(this.#newline)
  }

  #lineEnd(bytes: Buffer): number {
    let end = bytes.indexOf(this.#newline)
    while (end >= 0 && end % this.#encoding.unit !== 0) end = bytes.indexOf(this.#newline, end + 1)
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

const copy = (block: Block): Block => ({ ...block, bytes: Buffer.from(block.bytes) })

function parse(raw: string): JsonObject | readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(raw)
    if (Array.isArray(value)) return value
    return isObject(value) ? value : null
  } catch {
    // Not JSON: the caller gives the same bytes on as text.
    return null
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
