import { describe, expect, test } from 'vitest'
import type { AttemptRecord } from '../attempt-record.ts'
import { exampleAttempt } from '../../../tests/examples/attempts.ts'
import { sumSeries } from './sum-series.ts'

const at = (task_id: string, attempt: number, given: Partial<AttemptRecord> = {}): AttemptRecord =>
  exampleAttempt({ task_id, attempt, ...given })

const invalid = { failure_reason: 'BASELINE_NOT_FAILING', stage: 'baseline_run' } as const

test('an empty series has no shares', () => {
  expect(sumSeries([])).toMatchObject({
    attempts: 0,
    rate: { share: null },
    duration: { medianMs: null, p95Ms: null, totalMs: 0 },
    passAtK: [],
    reasons: [],
    hardest: [],
  })
})

describe('rates', () => {
  test('an invalid task lowers only the total rate', () => {
    const sum = sumSeries([
      at('a', 1),
      at('b', 1, { failure_reason: 'TESTS_FAILED' }),
      at('c', 1, invalid),
      at('d', 1, { failure_reason: 'SANDBOX_ERROR', stage: 'agent_run' }),
    ])
    expect(sum.rate).toMatchObject({ passed: 1, of: 4, share: 0.25 })
    expect(sum.agentRate).toMatchObject({ passed: 1, of: 2, share: 0.5 })
    expect(sum.outside).toEqual([
      { reason: 'BASELINE_NOT_FAILING', attempts: 1 },
      { reason: 'SANDBOX_ERROR', attempts: 1 },
    ])
    expect(sum.invalidTasks).toEqual([{ task: 'c', reason: 'BASELINE_NOT_FAILING' }])
  })

  test('a baseline without tests says nothing about agents', () => {
    const sum = sumSeries([at('a', 1, { failure_reason: 'NO_TESTS_COLLECTED', stage: 'baseline_run' })])
    expect(sum.agentRate.of).toBe(0)
    expect(sum.invalidTasks).toEqual([{ task: 'a', reason: 'NO_TESTS_COLLECTED' }])
  })

  test('a task that reached the agent once is valid', () => {
    const sum = sumSeries([at('a', 1, { failure_reason: 'SETUP_FAILED', stage: 'setup' }), at('a', 2)])
    expect(sum.invalidTasks).toEqual([])
  })

  test('an interrupted setup does not invalidate its task', () => {
    const sum = sumSeries([at('a', 1, { failure_reason: 'INTERRUPTED', stage: 'setup' })])
    expect([sum.invalidTasks, sum.agentRate.of]).toEqual([[], 0])
  })

  test('the unknown share is a share of failures', () => {
    const sum = sumSeries([at('a', 1), at('b', 1, { failure_reason: 'UNKNOWN' }), at('c', 1, invalid)])
    expect(sum.unknown).toMatchObject({ passed: 1, of: 2, share: 0.5 })
  })
})

describe('pass at k', () => {
  test('one attempt for each task gives none', () => {
    expect(sumSeries([at('a', 1), at('b', 1)]).passAtK).toEqual([])
  })

  test('it averages over tasks with enough attempts', () => {
    const failed = { failure_reason: 'TESTS_FAILED' } as const
    const sum = sumSeries([at('a', 1), at('a', 2, failed), at('a', 3, failed), at('b', 1, failed)])
    expect(sum.passAtK.map(({ k, tasks }) => [k, tasks])).toEqual([
      [1, 2],
      [2, 1],
      [3, 1],
    ])
    expect(sum.passAtK.map(({ share }) => Math.round(share * 1000))).toEqual([167, 667, 1000])
  })
})

test('reasons are ordered by count, then name', () => {
  const reasons = ['TIMEOUT', 'UNKNOWN', 'LLM_ERROR', 'UNKNOWN', 'AGENT_GAVE_UP'] as const
  const sum = sumSeries(reasons.map((failure_reason, i) => at(`t${i}`, 1, { failure_reason })))
  expect(sum.reasons.map(({ reason, attempts }) => `${reason} ${attempts}`)).toEqual([
    'UNKNOWN 2',
    'AGENT_GAVE_UP 1',
    'LLM_ERROR 1',
    'TIMEOUT 1',
  ])
})

test('hardest tasks are ordered by failures, time, name', () => {
  const failed = { failure_reason: 'TESTS_FAILED' } as const
  const sum = sumSeries([
    at('easy', 1),
    at('half', 1),
    at('half', 2, { ...failed, duration_ms: 99_000 }),
    at('slow', 1, { ...failed, duration_ms: 5000 }),
    at('b', 1, failed),
    at('a', 1, failed),
  ])
  expect(sum.hardest.map(({ task }) => task)).toEqual(['slow', 'a', 'b', 'half'])
})

test('at most ten tasks are listed as hardest', () => {
  const many = Array.from({ length: 14 }, (_, i) => at(`t${i}`, 1, { failure_reason: 'TIMEOUT' }))
  expect(sumSeries(many).hardest).toHaveLength(10)
})

test('both runs of a repeated stage count', () => {
  const stage = (name: string, ms: number): AttemptRecord['stages'][number] => ({
    stage: name,
    ms,
    exit: 0,
    reason: null,
    ending: 'exit code 0',
  })
  const sum = sumSeries([
    at('a', 1, { stages: [stage('agent_run', 50), stage('baseline_run', 10), stage('baseline_run', 20)] }),
    at('b', 1, { stages: [stage('baseline_run', 10)] }),
  ])
  expect(sum.stages).toEqual([
    { stage: 'baseline_run', attempts: 2, meanMs: 20 },
    { stage: 'agent_run', attempts: 1, meanMs: 50 },
  ])
})

test('an unknown cost does not count as zero', () => {
  const sum = sumSeries([at('a', 1, { cost_usd: 0.5, tokens: 10 }), at('b', 1), at('c', 1, { cost_usd: 0 })])
  expect(sum.costUsd).toEqual({ total: 0.5, attempts: 2 })
  expect(sum.tokens).toEqual({ total: 10, attempts: 1 })
})

test('flaky baselines are listed once', () => {
  const flaky = { baseline: { failing: ['t'], isFlaky: true } }
  expect(sumSeries([at('a', 1, flaky), at('a', 2, flaky), at('b', 1)]).flaky).toEqual(['a'])
})
