import { expect, test } from 'vitest'
import { attemptsLeft } from './attempts-left.ts'
import { failedRun, situationAfter, taskRecord } from '../../tests/examples/situations.ts'
import { planNext, type Situation } from './plan.ts'

const STARTS: ReadonlySet<string> = new Set(['retry', 'resume', 'continue', 'rollback'])

/** How many more runs the plans start if each fails for the same reason. */
function startedAfter(failures: number, reason: string, more: Partial<Situation>): number {
  const runs = Array.from({ length: failures }, (_, at) => failedRun(at + 1, reason, CHANGED))
  let started = 0
  while (started < 20 && STARTS.has(planNext(situationAfter(runs, more)).kind)) {
    started += 1
    runs.push(failedRun(runs.length + 1, reason, CHANGED))
  }
  return started
}

const CHANGED = { changedFiles: ['src/login.ts'] }
const good = { commit: 'abc123', certain: true } as const

test.each([
  ['TESTS_FAILED', {}],
  ['NO_CHANGES', {}],
  ['UNKNOWN', {}],
  ['BROKEN_BUILD', { good }],
  ['AGENT_GAVE_UP', {}],
  ['TESTS_FAILED', { overrides: { TESTS_FAILED: { retries: 4 } } }],
  ['TESTS_FAILED', { overrides: { TESTS_FAILED: { retries: 9, backoff: true } } }],
  ['TESTS_FAILED', { overrides: { TESTS_FAILED: { retries: 9 } }, isPaced: true }],
])('%s: the number told is what plans allow, %j', (reason, more) => {
  const task = taskRecord({ budget: { ...taskRecord().budget, attempts: 8 } })
  const situation = { ...more, task }
  for (const failures of [1, 2]) {
    const runs = Array.from({ length: failures }, (_, at) => failedRun(at + 1, reason, CHANGED))
    const started = startedAfter(failures, reason, situation)
    const told = started === 0 ? 0 : attemptsLeft(situationAfter(runs, situation))
    expect(told).toBe(started)
  }
})

test('a manual retry resets the attempt count', () => {
  const task = taskRecord({ sinceRun: 3 })
  const runs = [1, 2, 3].map((run) => failedRun(run, 'TESTS_FAILED'))
  expect(attemptsLeft(situationAfter(runs, { task }))).toBe(task.budget.attempts)
})
