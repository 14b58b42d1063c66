import { isUtf8 } from 'node:buffer'
import type { Block } from './line-blocks.ts'
import type { Encoding } from './encoding.ts'
import { indexOfNewline } from './newlines.ts'
import { work } from './work.ts'

/** A line of text as it was read. `raw` includes escapes, so an offset in it is an offset in the file. */
export type Line = {
  readonly raw: string
  readonly offset: number
  readonly number: number
}

/** The lines of a block. A whole block of UTF-8 is decoded at once: decoding line by line takes three times as long. */
export function linesOf(block: Block, encoding: Encoding): Iterable<Line> {
  if (block.kind === 'fragment') {
    return [{ raw: encoding.decode(block.bytes), offset: block.offset, number: block.line }]
  }
  return encoding.name === 'utf-8' && isUtf8(block.bytes) ? wholeBlock(block) : lineByLine(block, encoding)
}

function* wholeBlock({ bytes, offset, line }: Block): Generator<Line> {
  const text = bytes.toString('utf8')
  work.decoded += bytes.length
  const isAscii = text.length === bytes.length
  let byteOffset = offset
  let number = line
  for (let start = 0; start < text.length; number += 1) {
    const found = text.indexOf('\n', start)
    const raw = text.slice(start, found < 0 ? text.length : found)
    yield { raw, offset: byteOffset, number }
    start += raw.length + 1
    byteOffset += (isAscii ? raw.length : Buffer.byteLength(raw)) + 1
  }
}

function* lineByLine({ bytes, offset, line }: Block, encoding: Encoding): Generator<Line> {
  let start = 0
  let number = line
  while (start < bytes.length) {
    const found = indexOfNewline(bytes, encoding, start)
    const end = found < 0 ? bytes.length : found
    yield { raw: encoding.decode(bytes.subarray(start, end)), offset: offset + start, number }
    start = end + encoding.unit
    number += 1
  }
}
