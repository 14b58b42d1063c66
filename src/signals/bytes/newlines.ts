import type { Encoding } from './encoding.ts'

const LF = 0x0a0a0a0a
const LOW = 0x7f7f7f7f

/** Where the next line feed is, from `from` on, or -1. */
export function indexOfNewline(bytes: Buffer, encoding: Encoding, from = 0): number {
  if (encoding.unit === 1) return bytes.indexOf(10, from)
  const newline = encoding.encode('\n')
  let at = bytes.indexOf(newline, from)
  while (at >= 0 && at % 2 !== 0) at = bytes.indexOf(newline, at + 1)
  return at
}

/** Where the last whole line ends, or 0. */
export function lastNewlineEnd(bytes: Buffer, encoding: Encoding): number {
  if (encoding.unit === 1) return bytes.lastIndexOf(10) + 1
  const newline = encoding.encode('\n')
  let at = bytes.lastIndexOf(newline)
  while (at >= 0 && at % 2 !== 0) at = bytes.lastIndexOf(newline, at - 1)
  return at < 0 ? 0 : at + 2
}

/** How many line feeds there are, whatever the encoding. */
export const countLines = (bytes: Buffer, encoding: Encoding): number =>
  encoding.unit === 1 ? countNewlines(bytes) : countWideNewlines(bytes, encoding.name === 'utf-16be')

/**
 * Counts line feeds four bytes at a time: a plain loop takes three times as long, and every line number of
 * the evidence depends on this count. A byte of `lanes` counts one of four columns, so it is emptied before
 * 255 words could overflow it.
 */
function countNewlines(bytes: Buffer): number {
  const aligned = (4 - (bytes.byteOffset & 3)) & 3
  const head = Math.min(aligned, bytes.length)
  const words = (bytes.length - head) >> 2
  if (words === 0) return countSlowly(bytes, 0, bytes.length)
  const view = new Int32Array(bytes.buffer, bytes.byteOffset + head, words)
  let count = countSlowly(bytes, 0, head)
  for (let i = 0; i < words;) {
    const stop = Math.min(words, i + 255)
    let lanes = 0
    for (; i < stop; i += 1) {
      const x = (view[i] ?? 0) ^ LF
      lanes = (lanes + (~(((x & LOW) + LOW) | x | LOW) >>> 7)) | 0
    }
    count += (lanes & 255) + ((lanes >>> 8) & 255) + ((lanes >>> 16) & 255) + (lanes >>> 24)
  }
  return count + countSlowly(bytes, head + words * 4, bytes.length)
}

function countSlowly(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i += 1) if (bytes[i] === 10) count += 1
  return count
}

/** Counts a two-byte line feed at even offsets only. */
function countWideNewlines(bytes: Buffer, bigEndian: boolean): number {
  const [low, high] = bigEndian ? [1, 0] : [0, 1]
  let count = 0
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    if (bytes[i + low] === 10 && bytes[i + high] === 0) count += 1
  }
  return count
}
