import { isAscii } from 'node:buffer'
import type { Block } from './line-blocks.ts'
import { work } from './work.ts'

/**
 * The lines of a block of UTF-8 as text. Most output is ASCII. Then slicing a line from the decoded block is cheaper
 * than decoding the line separately.
 */
export class BlockText {
  readonly #block: Block
  /** Decoded when the first line is read. Null if the block is not ASCII. */
  #text: string | null | undefined

  constructor(block: Block) {
    this.#block = block
  }

  /** The text between two offsets of the input. */
  slice(from: number, to: number): string {
    const { bytes, offset } = this.#block
    if (this.#text === undefined) {
      work.decoded += bytes.length
      this.#text = isAscii(bytes) ? bytes.toString('latin1') : null
    }
    work.decoded += to - from
    return this.#text === null
      ? bytes.toString('utf8', from - offset, to - offset)
      : this.#text.slice(from - offset, to - offset)
  }
}
