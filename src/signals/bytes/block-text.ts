import { isAscii } from 'node:buffer'
import type { Block } from './line-blocks.ts'
import { work } from './work.ts'

/** After this many lines that were decoded separately, the whole block is decoded if most of it was asked for. */
const SAMPLE_LINES = 32

/**
 * The lines of a block of UTF-8 as text. Most output is ASCII. Then slicing a line from the decoded block is cheaper
 * than decoding the line separately, unless most of the block is skipped, like long results of tools.
 */
export class BlockText {
  readonly #block: Block
  /** Undefined until the block is decoded. Null if it is not ASCII. */
  #text: string | null | undefined
  #lines = 0
  #bytes = 0

  constructor(block: Block) {
    this.#block = block
  }

  /** The text between two offsets of the input. Lines are asked for in order. */
  slice(from: number, to: number): string {
    const { bytes, offset } = this.#block
    if (this.#text === undefined && this.#isDense(from, to)) {
      work.decoded += bytes.length
      this.#text = isAscii(bytes) ? bytes.toString('latin1') : null
    }
    work.decoded += to - from
    return typeof this.#text === 'string'
      ? this.#text.slice(from - offset, to - offset)
      : bytes.toString('utf8', from - offset, to - offset)
  }

  #isDense(from: number, to: number): boolean {
    const isDense = this.#lines >= SAMPLE_LINES && 2 * this.#bytes > from - this.#block.offset
    this.#lines += 1
    this.#bytes += to - from
    return isDense
  }
}
