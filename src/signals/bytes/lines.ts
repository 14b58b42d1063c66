import type { Block } from './line-blocks.ts'
import type { Encoding } from './encoding.ts'
import { indexOfNewline } from './newlines.ts'

/** A line of text as it was read. `raw` keeps escapes, so that an offset into it is an offset into the file. */
export type Line = {
  readonly raw: string
  readonly offset: number
  readonly number: number
}

/** The lines of a block, decoded one by one. */
export function* linesOf(block: Block, encoding: Encoding): Generator<Line> {
  const { bytes } = block
  if (block.kind === 'fragment') {
    yield { raw: encoding.decode(bytes), offset: block.offset, number: block.line }
    return
  }
  let start = 0
  let number = block.line
  while (start < bytes.length) {
    const found = indexOfNewline(bytes, encoding, start)
    const end = found < 0 ? bytes.length : found
    yield { raw: encoding.decode(bytes.subarray(start, end)), offset: block.offset + start, number }
    start = end + encoding.unit
    number += 1
  }
}
