import { isUtf8 } from 'node:buffer'
import { work } from './work.ts'

/** Finds lines in bytes and decodes them. Only requested lines are decoded. */
export type Encoding = {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** The number of bytes of a code unit. */
  readonly unit: 1 | 2
  readonly bom: number
  readonly newline: Buffer
  encode(ascii: string): Buffer
  decode(bytes: Buffer): string
}

const utf8: Encoding = {
  name: 'utf-8',
  unit: 1,
  bom: 0,
  newline: Buffer.from('\n'),
  encode: (ascii) => Buffer.from(ascii, 'latin1'),
  // Input that is not UTF-8 is read as Latin-1, so that every byte becomes one character.
  decode: (bytes) => {
    work.decoded += bytes.length
    return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
  },
}

const swap = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()

const utf16le: Encoding = {
  name: 'utf-16le',
  unit: 2,
  bom: 0,
  newline: Buffer.from('\n', 'utf16le'),
  encode: (ascii) => Buffer.from(ascii, 'utf16le'),
  decode: (bytes) => {
    work.decoded += bytes.length
    return bytes.toString('utf16le')
  },
}

const utf16be: Encoding = {
  name: 'utf-16be',
  unit: 2,
  bom: 0,
  newline: swap(Buffer.from('\n', 'utf16le')),
  encode: (ascii) => swap(Buffer.from(ascii, 'utf16le')),
  decode: (bytes) => {
    work.decoded += bytes.length
    return swap(bytes).toString('utf16le')
  },
}

/** The number of bytes that `detectEncoding` needs for its decision. */
export const SNIFF_BYTES = 512

/** Most text in a UTF-16 file is ASCII: one half of the bytes is zero, always at the same position in a unit. */
function looksLikeUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const length = head.length & ~1
  if (length < 8) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even += 1
    if (head[i + 1] === 0) odd += 1
  }
  const pairs = length / 2
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le'
  if (even > pairs * 0.7 && odd < pairs * 0.1) return 'utf-16be'
  return null
}

/** A whole first line of ASCII. In UTF-16, every other byte of it would be zero. */
const ASCII_LINE = /^[\t\x1b\x20-\x7e]{16,}\r?\n/

/**
 * Does the input clearly have one-byte units? A JSON record or a line of text is enough, so that a run with little
 * output is read early.
 */
export function isClearlyBytes(head: Buffer): boolean {
  const first = head.subarray(0, SNIFF_BYTES)
  if ((first[0] === 0x7b && first[1] === 0x22) || first.includes('\n{"')) return true
  return ASCII_LINE.test(first.toString('latin1'))
}

export function detectEncoding(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return { ...utf16le, bom: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { ...utf16be, bom: 2 }
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { ...utf8, bom: 3 }
  if (isClearlyBytes(head)) return utf8
  const guess = looksLikeUtf16(head)
  if (guess === 'utf-16le') return utf16le
  if (guess === 'utf-16be') return utf16be
  return utf8
}
