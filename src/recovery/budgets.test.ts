import { expect, test } from 'vitest'
import type { Budget } from '../record/task.ts'
import { leftOf, spentBy, usedUp } from './budgets.ts'
import { failedRun } from '../../tests/examples/situations.ts'

const budget: Budget = { attempts: 3, wallMs: 600_000, tokens: null, costUsd: 2 }

test('external failures do not count as attempts', () => {
  const reasons = ['TESTS_FAILED', 'RATE_LIMITED', 'SETUP_FAILED', 'WORKER_CRASHED', 'UNKNOWN', 'STALLED']
  const runs = reasons.map((reason, index) => failedRun(index + 1, reason))
  expect(spentBy(runs, 0).attempts).toBe(3)
  expect(spentBy(runs, 4).attempts).toBe(2)
  expect(spentBy(runs, 5).attempts).toBe(1)
})

test('time, tokens and money of every run add up', () => {
  const runs = [
    failedRun(1, 'RATE_LIMITED', { durationMs: 1000, tokens: 5, costUsd: 0.25 }),
    failedRun(2, 'TESTS_FAILED', { durationMs: 2000, tokens: null, costUsd: null }),
    failedRun(3, 'TESTS_FAILED', {
      status: 'canceled',
      reason: null,
      durationMs: 4000,
      tokens: 7,
      costUsd: 1,
    }),
  ]
  expect(spentBy(runs, 0)).toEqual({ attempts: 1, wallMs: 7000, tokens: 12, costUsd: 1.25 })
})

test('a run without an ending already counts', () => {
  const live = failedRun(1, 'UNKNOWN', { status: 'running', reason: null, endedAt: null, durationMs: null })
  expect(spentBy([live], 0)).toMatchObject({ attempts: 1, wallMs: 0 })
})

test("a person's correction decides what counts", () => {
  const at = '2026-11-03T11:00:00.000Z'
  const corrected = (reason: string): ReturnType<typeof failedRun> =>
    failedRun(1, 'TESTS_FAILED', { correction: { reason, note: null, at } })
  expect(spentBy([corrected('LLM_ERROR')], 0).attempts).toBe(0)
  expect(spentBy([corrected('NO_CHANGES')], 0).attempts).toBe(1)
})

test('the remaining budget is never below zero', () => {
  const spent = { attempts: 4, wallMs: 1000, tokens: 9_000_000, costUsd: 2.5 }
  expect(leftOf(budget, spent)).toEqual({ attempts: 0, wallMs: 599_000, tokens: null, costUsd: 0 })
})

test('the budget that is used up is named', () => {
  const spent = { attempts: 1, wallMs: 1000, tokens: 10, costUsd: 1 }
  expect(usedUp(budget, spent)).toBeNull()
  expect(usedUp(budget, spent)).toBeNull()
  expect(usedUp(budget, { ...spent, attempts: 3 })).toBe('attempts')
  expect(usedUp(budget, { ...spent, wallMs: 600_000 })).toBe('wallMs')
  expect(usedUp({ ...budget, tokens: 10 }, spent)).toBe('tokens')
  expect(usedUp(budget, { ...spent, costUsd: 2.01 })).toBe('costUsd')
})
