import { countNewlines } from './count-newlines.ts'
import type { Encoding } from './encoding.ts'
import { work } from './work.ts'

/** The position of the next line feed at or after `from`, or -1. */
export function indexOfNewline(bytes: Buffer, encoding: Encoding, from = 0): number {
  const found = encoding.unit === 1 ? bytes.indexOf(10, from) : indexOfWideNewline(bytes, encoding, from)
  work.searched += (found < 0 ? bytes.length : found) - from
  return found
}

function indexOfWideNewline(bytes: Buffer, { newline }: Encoding, from: number): number {
  let at = bytes.indexOf(newline, from)
  while (at >= 0 && at % 2 !== 0) at = bytes.indexOf(newline, at + 1)
  return at
}

/** The end of the last whole line, or 0. */
export function lastNewlineEnd(bytes: Buffer, encoding: Encoding): number {
  if (encoding.unit === 1) return bytes.lastIndexOf(10) + 1
  const { newline } = encoding
  let at = bytes.lastIndexOf(newline)
  while (at >= 0 && at % 2 !== 0) at = bytes.lastIndexOf(newline, at - 1)
  return at < 0 ? 0 : at + 2
}

/** The number of line feeds, in any encoding. */
export function countLines(bytes: Buffer, encoding: Encoding): number {
  work.searched += bytes.length
  return encoding.unit === 1 ? countNewlines(bytes) : countWideNewlines(bytes, encoding.name === 'utf-16be')
}

/** Counts two-byte line feeds, at even offsets only. */
function countWideNewlines(bytes: Buffer, bigEndian: boolean): number {
  const [low, high] = bigEndian ? [1, 0] : [0, 1]
  let count = 0
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    if (bytes[i + low] === 10 && bytes[i + high] === 0) count += 1
  }
  return count
}
