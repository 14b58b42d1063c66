import { expect, test } from 'vitest'
import { phaseNumber } from './phase.ts'

test.each([
  ['12', 12],
  ['12-01', 12],
  ['07', 7],
  ['07-2', 7],
  ['5.2', 5.2],
  ['5.2-03', 5.2],
  ['0', 0],
])('the number of phase %s is %d', (phase, number) => {
  expect(phaseNumber(phase)).toBe(number)
})

test.each(['', 'x', '12-', '-1', '1e3', '12 01', '5.2.1', '1234567', '12-01-02', ' 12'])(
  'the word %j is no phase',
  (word) => {
    expect(phaseNumber(word)).toBeNull()
  },
)
