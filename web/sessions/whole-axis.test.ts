import { expect, test } from 'vitest'
import { allHours, allWeeks } from './whole-axis.ts'

test('hours without a turn keep their place', () => {
  const hours = allHours([
    { name: '02', failed: 0 },
    { name: '11', failed: 3 },
  ])

  expect(hours).toHaveLength(24)
  expect(hours.filter(({ failed }) => failed > 0)).toEqual([{ name: '11', failed: 3 }])
  expect(hours.at(-1)?.name).toBe('23')
})

test('weeks without a turn keep their place', () => {
  const weeks = allWeeks([
    { name: '2026-10-19', failed: 1 },
    { name: '2026-11-09', failed: 2 },
  ])

  expect(weeks).toEqual([
    { name: '2026-10-19', failed: 1 },
    { name: '2026-10-26', failed: 0 },
    { name: '2026-11-02', failed: 0 },
    { name: '2026-11-09', failed: 2 },
  ])
})

test('no turns make no axis', () => {
  expect(allHours([])).toEqual([])
  expect(allWeeks([])).toEqual([])
})
