import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectEncoding } from './encoding.ts'
import { countLines, indexOfNewline, lastNewlineEnd } from './newlines.ts'

const UTF8 = detectEncoding(Buffer.alloc(0))
const UTF16 = [detectEncoding(Buffer.from([0xff, 0xfe])), detectEncoding(Buffer.from([0xfe, 0xff]))]
/** Mostly line feeds and similar bytes, with which counting by words could fail. */
const byte = fc.constantFrom(0x0a, 0x0a, 0x0b, 0x09, 0x00, 0x8a, 0xff, 0x0d, 0x61)
const bytesAt = fc
  .tuple(fc.array(byte, { maxLength: 3000 }), fc.nat(7), fc.constantFrom(1, 20))
  .map(([bytes, skipped, times]) => {
    const many = Array<number[]>(times).fill(bytes).flat()
    return Buffer.from(Uint8Array.from([...Array<number>(skipped).fill(10), ...many]).buffer, skipped)
  })

const places = (bytes: Buffer, step: 1 | 2, isNewline: (at: number) => boolean): readonly number[] => {
  const found = []
  for (let at = 0; at + step <= bytes.length; at += step) if (isNewline(at)) found.push(at)
  return found
}

test('line feeds are counted at any alignment', () => {
  fc.assert(
    fc.property(bytesAt, (bytes) => {
      const found = places(bytes, 1, (at) => bytes[at] === 10)
      expect(countLines(bytes, UTF8)).toBe(found.length)
      expect(indexOfNewline(bytes, UTF8)).toBe(found[0] ?? -1)
      expect(lastNewlineEnd(bytes, UTF8)).toBe((found.at(-1) ?? -1) + 1)
    }),
  )
})

test('a tiny piece at an odd offset is counted', () => {
  const bytes = Buffer.from('xx\nxx\n')
  expect(countLines(bytes.subarray(2, 3), UTF8)).toBe(1)
  expect(countLines(bytes.subarray(1, 2), UTF8)).toBe(0)
  expect(countLines(bytes.subarray(3, 3), UTF8)).toBe(0)
})

test.each(UTF16)('in $name only whole units count', (encoding) => {
  const [low, high] = encoding.name === 'utf-16be' ? [1, 0] : [0, 1]
  fc.assert(
    fc.property(bytesAt, (bytes) => {
      const found = places(bytes, 2, (at) => bytes[at + low] === 10 && bytes[at + high] === 0)
      expect(countLines(bytes, encoding)).toBe(found.length)
      expect(indexOfNewline(bytes, encoding)).toBe(found[0] ?? -1)
      expect(lastNewlineEnd(bytes, encoding)).toBe((found.at(-1) ?? -2) + 2)
    }),
  )
})
