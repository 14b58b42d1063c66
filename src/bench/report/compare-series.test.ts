import { describe, expect, test } from 'vitest'
import type { AttemptRecord } from '../attempt-record.ts'
import { compareSeries } from './compare-series.ts'
import { describeComparison } from './describe-comparison.ts'
import { exampleAttempt } from '../../../tests/examples/attempts.ts'

/** One attempt for each task: `.` passed, `x` failed its tests, `s` failed in its setup. */
const series = (drawn: string, from = 0): readonly AttemptRecord[] =>
  Array.from(drawn, (mark, i) =>
    exampleAttempt({
      task_id: `t${from + i}`,
      ...(mark === 'x' ? { failure_reason: 'TESTS_FAILED' } : {}),
      ...(mark === 's' ? { failure_reason: 'SETUP_FAILED', stage: 'setup' } : {}),
    }),
  )

const names = { a: 'before', b: 'after' }
const words = (a: string, b: string): readonly string[] =>
  describeComparison(compareSeries(series(a), series(b)), names)

describe('the verdict', () => {
  test('eight fixed tasks and none broken is better', () => {
    const { all } = compareSeries(series('xxxxxxxx..'), series('..........'))
    expect(all).toMatchObject({ betterA: 0, betterB: 8, difference: 0.8, verdict: 'b' })
    expect(all.p).toBeCloseTo(2 / 2 ** 8, 10)
  })

  test('eight tasks against two is noise', () => {
    expect(compareSeries(series('xxxxxxxx..'), series('........xx')).all).toMatchObject({ verdict: 'noise' })
  })

  test('two equal series are alike', () => {
    expect(compareSeries(series('.x.x'), series('.x.x')).all).toMatchObject({ verdict: 'alike', p: 1 })
  })

  test('swapping the sides swaps the verdict', () => {
    const [a, b] = [series('xxxxxxx...'), series('..........')]
    const [there, back] = [compareSeries(a, b), compareSeries(b, a)]
    expect([there.all.verdict, back.all.verdict]).toEqual(['b', 'a'])
    expect(there.all.p).toBe(back.all.p)
    expect(there.all.difference).toBeCloseTo(-back.all.difference, 12)
  })
})

describe('the text', () => {
  test('a difference is described with its size', () => {
    expect(words('xxxxxxxx..', '..........')).toEqual([
      'On the 10 tasks in both, before passes 20 % and after 100 %: +80.0 points (95 % interval +50.0 to +100.0; 10000 draws, seed 20240229).',
      'after is better, and chance does not explain it: 8 tasks went better with after, 0 with before (exact sign test, p = 0.008).',
    ])
  })

  test('too few tasks are reported as such', () => {
    expect(words('xx.', '...')[1]).toBe(
      'Chance alone can explain the difference: 2 tasks went better with after, 0 with before (exact sign test, p = 0.500). At least 6 tasks must differ before it can be ruled out.',
    )
  })

  test('failures outside the agent are separate', () => {
    expect(words('ssssss.x', '.......x')[2]).toBe(
      'Without attempts that failed outside the agent (invalid task, machine, person), 2 tasks are left: before 50 %, after 50 %, +0.0 points. Then the verdict differs: No task differs: the two series are equal.',
    )
  })

  test('different sets of tasks are mentioned', () => {
    const comparison = compareSeries(series('...', 0), series('..x', 1))
    expect(describeComparison(comparison, names).at(-1)).toBe(
      'The sets of tasks differ (1 task only in before, 1 task only in after); only shared tasks are compared.',
    )
    expect([comparison.onlyInA, comparison.onlyInB, comparison.all.tasks]).toEqual([['t0'], ['t3'], 2])
  })
})

describe('more attempts than one', () => {
  const twice = (drawn: string): readonly AttemptRecord[] => [
    ...series(drawn),
    ...series(drawn).map((record) => ({ ...record, attempt: 2, failure_reason: null, passed: true })),
  ]

  test('shares are compared task by task', () => {
    const { all, tasks, uneven } = compareSeries(twice('xx.'), series('...'))
    expect([all.betterA, all.betterB, uneven]).toEqual([0, 2, 3])
    expect(tasks.map(({ task, difference }) => [task, difference])).toEqual([
      ['t0', 0.5],
      ['t1', 0.5],
      ['t2', 0],
    ])
  })
})

describe('reasons', () => {
  test('each is counted on both sides and tested', () => {
    const { reasons } = compareSeries(series('xxxxxxxxx.'), series('.ssssss...'))
    expect(reasons).toMatchObject([
      { reason: 'TESTS_FAILED', a: 9, b: 0, isNoise: false },
      { reason: 'SETUP_FAILED', a: 0, b: 6, isNoise: false },
    ])
  })

  test('a reason that differs by one is noise', () => {
    expect(compareSeries(series('x...'), series('....')).reasons).toMatchObject([{ isNoise: true, p: 1 }])
  })

  test('tasks of one side do not count for reasons', () => {
    expect(compareSeries(series('xx'), series('.')).reasons).toMatchObject([{ a: 1, b: 0 }])
  })
})
