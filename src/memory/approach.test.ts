import { describe, expect, test } from 'vitest'
import { approachOf } from './approach.ts'
import { exampleFacts } from '../../tests/examples/lessons.ts'

const approach = (lastWords: string, answered = true): string =>
  approachOf(exampleFacts({ lastWords, answered }))

describe('the approach of an attempt', () => {
  test('is what the agent says it does', () => {
    const words = 'The test fails on Mondays.\nI will mock the clock.\nIt is red again.'
    expect(approach(words)).toBe('I will mock the clock.')
    expect(approach('Add a lock around the counter.', false)).toBe('Add a lock around the counter.')
    expect(approach('Using async await for fetch', false)).toBe('Using async await for fetch')
  })

  test('is never an error or a marker', () => {
    const words =
      'I will mock the clock.\nError: Trying to read x of undefined\n[MAYDAY_FAILURE:TESTS_FAILED]'
    expect(approach(words)).toBe('I will mock the clock.')
  })

  test('output of unknown programs names no approach', () => {
    const output = 'Listening on port 80.\n1 of 3 checks red.'
    expect(approach(output, false)).toBe('')
    expect(approach(output, true)).not.toBe('')
    expect(approach('')).toBe('')
  })

  test('keeps the newest sentences within its bound', () => {
    const many = Array.from({ length: 40 }, (_, n) => `I will try the idea with number ${n}.`).join('\n')
    const kept = approach(many)
    expect(kept.length).toBeLessThanOrEqual(500)
    expect(kept).toMatch(/number 39\.$/)
    expect(approach(`I will try ${'word '.repeat(300)}.`).length).toBeLessThanOrEqual(500)
  })
})
