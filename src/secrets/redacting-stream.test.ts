import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RedactingStream } from './secrets.ts'

/** The key is assembled at run time, so that no scanner reports this file as a leak. */
const KEY = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const KNOWN = ['line one\nline two\nline three']
const PEM = `-----BEGIN PRIVATE KEY-----\n${`${'aB3dE5gH'.repeat(8)}\n`.repeat(3)}-----END PRIVATE KEY-----`

const show = (pieces: readonly string[]): readonly string[] => {
  const stream = new RedactingStream(KNOWN)
  return [...pieces.map((piece) => stream.push(Buffer.from(piece)).toString()), stream.end().toString()]
}

test('finished lines are shown at once', () => {
  expect(show(['one\ntwo\nthr', 'ee\n'])).toEqual(['one\ntwo\n', 'three\n', ''])
  expect(show(['10 %\r20 %\r', '30 %'])).toEqual(['10 %\r20 %\r', '', '30 %'])
})

test('half a key is not shown', () => {
  const stars = '*'.repeat(KEY.length)
  expect(show([`a\n${KEY.slice(0, 9)}`, `${KEY.slice(9)}\nb\n`])).toEqual(['a\n', `${stars}\nb\n`, ''])
})

test('a private key waits for its end', () => {
  expect(show([`a\n${PEM.slice(0, 100)}`, 'bcd\n', `${PEM.slice(100)}\nb\n`])[0]).toBe('a\n')
  const shown = show([`a\n${PEM.slice(0, 100)}`, `${PEM.slice(100)}\nb\n`])
  expect(shown).toEqual(['a\n', `${'*'.repeat(PEM.length)}\nb\n`, ''])
})

test('a known secret of several lines waits too', () => {
  expect(show(['a\nline one\nline two\n', 'line three\n'])).toEqual(['a\n', `${'*'.repeat(28)}\n`, ''])
  expect(show(['a\nline one\nline two\n', 'line four\n'])).toEqual([
    'a\n',
    'line one\nline two\nline four\n',
    '',
  ])
})

test('an endless line is shown late', () => {
  const [first = '', rest = ''] = show(['x'.repeat(1_000_000)])
  expect(first.length).toBeGreaterThan(500_000)
  expect(first + rest).toBe('x'.repeat(1_000_000))
})

test('a key in an endless line is complete', () => {
  const filler = ' x y'.repeat(80_000)
  const key = `${'aB3dE5gH7jK9m'.repeat(4)}JQQJ9${'aB3dE5gH7'.repeat(3)}`
  const pieces = Array.from({ length: filler.length / 40 }, (_, index) =>
    filler.slice(40 * index, 40 * index + 40),
  )
  expect(show([`${filler} `, key, ...pieces]).join('')).toBe(`${filler} ${'*'.repeat(key.length)}${filler}`)
})

test('the shown bytes equal the masked log', () => {
  const parts = [
    KEY,
    PEM,
    KNOWN[0] ?? '',
    'token=',
    '"',
    ' ',
    '\n',
    '\r\n',
    'é🎠',
    'line one\n',
    '-----BEGIN ',
    'abc123',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), fc.array(fc.nat()), (some, cuts) => {
      const whole = Buffer.from(some.join(''))
      const at = cuts.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b)
      const stream = new RedactingStream(KNOWN)
      const shown = [...at, whole.length].map((to, index) =>
        stream.push(whole.subarray(at[index - 1] ?? 0, to)),
      )
      const once = new RedactingStream(KNOWN)
      expect(Buffer.concat([...shown, stream.end()])).toEqual(Buffer.concat([once.push(whole), once.end()]))
    }),
    { numRuns: 500 },
  )
})
