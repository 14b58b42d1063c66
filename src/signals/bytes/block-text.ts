import { isAscii } from 'node:buffer'
import type { Block } from './line-blocks.ts'
import { work } from './work.ts'

/**
 * The lines of a block of UTF-8 as text. Most output is ASCII, in which a line is cut out of the decoded block
 * for less than it costs to decode it by itself.
 */
export class BlockText {
  readonly #block: Block
  /** Made with the first line; null where the block is not ASCII. */
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
