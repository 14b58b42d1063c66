import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs, LONGEST_PAUSE_MS, pauseMs } from './backoff.ts'

test.each([
  [1, 30, 27, 33],
  [2, 60, 54, 66],
  [4, 240, 216, 264],
  [5, 300, 300, 300],
])('retry %i waits %i s give or take', (nth, nominal, least, most) => {
  expect(backoffMs(nth, () => 0.5)).toBe(nominal * 1000)
  expect(backoffMs(nth, () => 0)).toBe(least * 1000)
  expect(backoffMs(nth, () => 1)).toBe(most * 1000)
})

test('there is no retry after the fifth', () => {
  expect(backoffMs(6, () => 0.5)).toBeNull()
})

test('no pause is too short or too long', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (nth, random) => {
        const ms = pauseMs(nth, () => random)
        expect(ms).toBeGreaterThanOrEqual(27_000)
        expect(ms).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
        expect(pauseMs(nth + 1, () => random)).toBeGreaterThanOrEqual(ms)
      },
    ),
  )
})
