import { expect, test } from 'vitest'
import { fold, hang } from './fold.ts'

test('a row continues below its last column', () => {
  const row = '  --title TEXT    the name of the run in lists and in every report about it'
  expect(fold(row, 50)).toBe(
    ['  --title TEXT    the name of the run in lists and', '                  in every report about it'].join(
      '\n',
    ),
  )
})

test('a sentence continues with an indent', () => {
  expect(fold('Usage: mayday import [options] gza | failure-context [PATH]', 40)).toBe(
    'Usage: mayday import [options] gza |\n  failure-context [PATH]',
  )
})

test('lines that fit stay as they are', () => {
  expect(fold('a\n\n  b  c\n', 80)).toBe('a\n\n  b  c\n')
})

test('a long word gets a line of its own', () => {
  expect(hang('see https://example.com/a/very/long/address now', 30, 4)).toBe(
    'see\n    https://example.com/a/very/long/address\n    now',
  )
})
