import { expect, test } from 'vitest'
import { KnownShapes, MOST_SHAPES } from './known-shapes.ts'

/** A different word for each number. */
const word = (number: number): string =>
  `w${String(number)
    .split('')
    .map((digit) => 'ghijklmnop'.charAt(Number(digit)))
    .join('')}`

test('every added shape is found again after the table grew', () => {
  const shapes = new KnownShapes()
  for (let at = 0; at < 5000; at += 1) shapes.add(`line ${word(at)}`)
  expect(shapes.size).toBe(5000)
  for (let at = 0; at < 5000; at += 1) expect(shapes.has(`line ${word(at)}`)).toBe(true)
  expect(shapes.has('another line')).toBe(false)
})

test('an empty set cannot tell what is new', () => {
  const shapes = new KnownShapes()
  shapes.add('{')
  expect(shapes.canTell).toBe(false)
})

test('an incomplete set cannot tell what is new', () => {
  const shapes = new KnownShapes()
  for (let at = 0; at < MOST_SHAPES; at += 1) shapes.add(word(at))
  expect(shapes.canTell).toBe(true)
  shapes.add(word(0))
  expect(shapes.canTell).toBe(true)
  shapes.add('one more')
  expect(shapes.canTell).toBe(false)
  expect(shapes.size).toBe(MOST_SHAPES)
})
