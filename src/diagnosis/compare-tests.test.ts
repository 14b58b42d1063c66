import { describe, expect, test } from 'vitest'
import { compareTests, isNothingNew, type KnownTests } from './compare-tests.ts'
import type { TestRun } from './test-run.ts'

const run = (names: readonly string[], failed: number = names.length): TestRun => ({
  failed,
  passed: 9,
  names,
})

const known = (start: readonly string[], more: Partial<KnownTests> = {}): KnownTests => ({
  start: run(start),
  flaky: [],
  ...more,
})

const flaky = (name: string, failed: number, runs: number): KnownTests['flaky'][number] => ({
  name,
  failed,
  runs,
  lastAt: '2026-11-01T10:00:00.000Z',
})

describe('failing tests', () => {
  test('are new, old or flaky', () => {
    const now = run(['n1', 'n2', 'o1', 'o2', 'o3', 'f'])
    const { kinds, words } = compareTests(now, known(['o1', 'o2', 'o3'], { flaky: [flaky('f', 4, 19)] }))
    expect(words).toBe(
      '2 new failures, 3 failed before the agent began, 1 is flaky (failed in 4 of 19 runs of unchanged code)',
    )
    expect(kinds).toMatchObject({ new: ['n1', 'n2'], old: ['o1', 'o2', 'o3'], flaky: [{ name: 'f' }] })
  })

  test('are all known if none is new', () => {
    const compared = compareTests(
      run(['o', 'f', 'g']),
      known(['o'], { flaky: [flaky('f', 1, 2), flaky('g', 2, 3)] }),
    )
    expect(compared.words).toBe(
      'no new failure: 1 failed before the agent began, 2 are flaky (failed in 1 of 2, 2 of 3 runs of unchanged code)',
    )
    expect(isNothingNew(compared)).toBe(true)
  })

  test('without a name may be new', () => {
    const compared = compareTests(run(['o'], 4), known(['o']))
    expect(compared.words).toBe('no new failure: 1 failed before the agent began, 3 not named')
    expect(isNothingNew(compared)).toBe(false)
  })

  test('are not compared with an unknown start', () => {
    const why = "not compared with the task's start: verify named no tests there (BROKEN_BUILD)"
    const compared = compareTests(run(['a']), known([], { start: { why } }))
    expect(compared).toEqual({ kinds: null, words: why })
    expect(isNothingNew(compared)).toBe(false)
  })

  test('are not compared with an incomplete start', () => {
    const compared = compareTests(run(['a']), known([], { start: run(['b'], 300) }))
    expect(compared.kinds).toBeNull()
    expect(compared.words).toContain('verify named only 1 of 300 failing tests there')
  })
})
