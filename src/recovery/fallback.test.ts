import { expect, test } from 'vitest'
import { failedRun, situationAfter, taskRecord } from '../../tests/examples/situations.ts'
import { asDoneBy, choicesOf, type CommandOf } from './fallback.ts'
import { planNext, type Plan, type Situation } from './plan.ts'

const commandOf: CommandOf = (agent) => ({ agent, argv: null })
const task = taskRecord({ agent: 'gemini', argv: null, fallback: ['codex', 'claude'] })

const planAfter = (reason: string, more: Partial<Situation> = {}, runs = 1): Plan =>
  planNext(
    situationAfter(
      Array.from({ length: runs }, (_, index) => failedRun(index + 1, reason)),
      { task, otherAgent: 'codex', ...more },
    ),
  )

test('the first choice is the first agent', () => {
  expect(choicesOf(task, commandOf).map(({ agent }) => agent)).toEqual(['gemini', 'codex', 'claude'])
})

test('a run identifies the agent that it used', () => {
  expect(asDoneBy(task, { agent: 'codex' }, commandOf).agent).toBe('codex')
  expect(asDoneBy(task, { agent: null }, commandOf).agent).toBe('gemini')
  expect(asDoneBy(task, undefined, commandOf).agent).toBe('gemini')
})

test('another agent takes over at a usage limit', () => {
  const resetAt = '2026-11-03T14:00:00.000Z'
  const plan = planAfter('USAGE_LIMIT', { resetAt })
  expect(plan).toMatchObject({ kind: 'retry', gateKey: 'usage:gemini:default', afterMs: 0, escalation: null })
  expect(plan.differs).toContain('codex')
  expect(Date.parse(plan.until ?? '')).toBeGreaterThanOrEqual(Date.parse(resetAt))
})

test('an agent without a known reset pauses a while', () => {
  const plan = planAfter('MODEL_UNAVAILABLE')
  expect(plan).toMatchObject({ kind: 'retry', gateKey: 'rest:gemini:default' })
  expect(plan.until).toBe('2026-11-03T10:16:30.000Z')
})

test('another agent continues while a person logs in', () => {
  const plan = planAfter('AUTH_FAILED')
  expect(plan).toMatchObject({ kind: 'retry', gateKey: 'login:gemini:default', until: null })
  expect(plan.escalation?.key).toBe('login:gemini:default')
})

test('a provider error is retried before another agent starts', () => {
  expect(planAfter('LLM_ERROR').differs).not.toContain('codex')
  expect(planAfter('LLM_ERROR', {}, 4).differs).toContain('codex')
})

test('a failure of the task starts no other agent', () => {
  expect(planAfter('TESTS_FAILED').differs).not.toContain('codex')
  expect(planAfter('REFUSED').kind).toBe('escalate')
})

test('the policy applies if there is no other agent', () => {
  expect(planAfter('MODEL_UNAVAILABLE', { otherAgent: null }).kind).toBe('escalate')
})

test('a task without budget starts no other agent', () => {
  const spent = { attempts: 99, wallMs: 0, tokens: 0, costUsd: 0 }
  expect(planAfter('MODEL_UNAVAILABLE', { spent }).kind).toBe('escalate')
})

test('in the queue every retry waits, the fifth longest', () => {
  const pauses = [1, 2, 3, 4, 5].map(
    (runs) => planAfter('WORKER_CRASHED', { isPaced: true, otherAgent: null }, runs).afterMs,
  )
  expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 300_000])
  expect(planAfter('WORKER_CRASHED', { isPaced: true, otherAgent: null }, 6).kind).toBe('escalate')
  expect(planAfter('TESTS_FAILED', { isPaced: true }).afterMs).toBe(30_000)
  expect(planAfter('TESTS_FAILED').afterMs).toBe(0)
})
