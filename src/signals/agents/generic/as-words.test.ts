import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asWords } from './as-words.ts'

test.each([
  ['maxTurnsExceeded', 'max turns exceeded'],
  ['MAX_TURNS_EXCEEDED', 'max turns exceeded'],
  ['max-turns  exceeded!', 'max turns exceeded'],
  ['HTTPError', 'http error'],
  ['step2Done', 'step2 done'],
  ['A', 'a'],
  ['--', ''],
  ['größe', 'gr e'],
])('%s is read as the words %s', (value, words) => {
  expect(asWords(value)).toBe(words)
})

test('words are split as the reference expressions do', () => {
  const bySplitting = (value: string): string =>
    value
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .replaceAll(/[^A-Za-z0-9]+/g, ' ')
      .trim()
      .toLowerCase()
  const value = fc.string({ unit: fc.constantFrom(...Array.from('abzABZ019_- .é日')) })
  fc.assert(
    fc.property(value, (one) => asWords(one) === bySplitting(one)),
    { numRuns: 1000 },
  )
})
