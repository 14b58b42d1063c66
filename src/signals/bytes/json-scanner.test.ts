import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWholeJson, JsonScanner, type JsonProgress } from './json-scanner.ts'

const scan = (...parts: readonly string[]): JsonProgress => {
  const scanner = new JsonScanner()
  return parts.map((part) => scanner.feed(part)).at(-1) ?? 'open'
}

test('any JSON value is complete at its end only', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
      fc.nat(4),
      (value, indent) => {
        const json = JSON.stringify(value, null, indent)
        expect(scan(json)).toBe('complete')
        expect(scan(json.slice(0, -1))).toBe('open')
      },
    ),
  )
})

test('the cuts in the text do not matter', () => {
  const noisy = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', '-', 'true', 'nul', 'a', ' ', '\n'),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(noisy, (parts) => {
      expect(scan(...parts)).toBe(scan(parts.join('')))
    }),
  )
})

const PIECES = ['{', '}', '[', ']', '"a"', '"\\n"', ',', ':', '1', '-2.5e3', 'true', 'null', ' ', '\n']
const ODD_PIECES = ['"\\q"', '"\\u00e"', '"\\u00e9"', '"\\"', '01', '-', '+1', '1.', 'nul', '\u00a0', '"\t"']

test('it accepts exactly what JSON.parse accepts', () => {
  const noisy = fc.array(fc.constantFrom(...PIECES, ...ODD_PIECES), { maxLength: 5 })
  fc.assert(
    fc.property(noisy, fc.constantFrom(['[', ']'], ['{"a":', '}']), (parts, [open, close]) => {
      const text = `${open}${parts.join('')}${close}`
      expect(isWholeJson(text)).toBe(isJson(text))
    }),
    { numRuns: 20_000 },
  )
})

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    // A throw means that the text is not JSON.
    return false
  }
}

test('every value that it calls complete is JSON', () => {
  const noisy = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 })
  fc.assert(
    fc.property(noisy, (parts) => {
      const scanner = new JsonScanner()
      const end = parts.findIndex((part) => scanner.feed(part) === 'complete')
      const said = end < 0 ? '[]' : parts.slice(0, end + 1).join('')
      expect(() => JSON.parse(said)).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})

describe('a value is rejected at once', () => {
  test.each([
    ['a function body', '{\n  return 1'],
    ['an object of code', "{ a: 'b' }"],
    ['single quotes', "{'a'"],
    ['a string over two lines', '{"a": "b\n'],
    ['a string continued by a backslash', '{"a": "b\\\n'],
    ['a comment', '{ // nothing'],
    ['an extra comma', '{"a":1,}'],
    ['the wrong bracket', '[1}'],
    ['a date in brackets', '[2026-09-11 10:00]'],
    ['a word in brackets', '[error] it failed'],
    ['a bare word', 'true'],
    ['a bare string', '"a"'],
    ['a number that never ends', `[${'1'.repeat(1001)}`],
    ['a number with two points', '[1.2.3,'],
  ])('%s', (_, text) => {
    expect(scan(text)).toBe('broken')
  })
})

test('it reads nothing after the end of a value', () => {
  expect(scan('{}', '{"a":')).toBe('complete')
  expect(scan('nothing', '{"a":')).toBe('broken')
})

test('a string of ten million characters is scanned', () => {
  expect(scan('{"a":"', 'x'.repeat(10_000_000), '\\"', '"}')).toBe('complete')
})
