import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSize, typedSize } from './size.ts'

test.each([
  ['1', 1],
  ['512m', 512 * 1024 ** 2],
  ['2g', 2 * 1024 ** 3],
  ['2 GB', 2 * 1024 ** 3],
  ['1.5GiB', 1.5 * 1024 ** 3],
])('%s is read in bytes', (word, bytes) => {
  expect(readSize(word)).toBe(bytes)
})

test.each(['', 'lots', '0', '-1', '2x', '1e3', `${'9'.repeat(20)}g`])('%j is no size at all', (word) => {
  expect(readSize(word)).toBeNull()
})

test('a typed size is read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (bytes) => {
      expect(readSize(typedSize(bytes))).toBe(bytes)
    }),
  )
})
