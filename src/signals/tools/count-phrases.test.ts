import { expect, test } from 'vitest'
import { readCounts } from './count-phrases.ts'

test('counts are read with and without nouns', () => {
  expect(readCounts('1 failed, 41 passed')).toEqual({ failed: 1, passed: 41 })
  expect(readCounts('2 tests failed, 3 of 4 checks passed')).toEqual({ failed: 2, passed: 3, total: 4 })
  expect(readCounts('Passed: 3, failed = 2')).toEqual({ passed: 3, failed: 2 })
  expect(readCounts('Tests passed: 3/7')).toEqual({ passed: 3, total: 7 })
  expect(readCounts('Passed tests: 3, failed tests: 4')).toEqual({ passed: 3, failed: 4 })
  expect(readCounts('Passed ....... 3')).toEqual({ passed: 3 })
  expect(readCounts('12 tests')).toEqual({ total: 12 })
})

test('prose with counts is no count', () => {
  expect(readCounts('1 failed because of 41 passed birds')).toBeNull()
})
