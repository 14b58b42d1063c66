import { expect, test } from 'vitest'
import { exampleDiagnosis } from '../../tests/examples/records.ts'
import type { RunRecord } from '../record/run.ts'
import { failedRun } from '../../tests/examples/situations.ts'
import { sessionOf } from './session.ts'

const now = new Date('2026-11-03T11:00:00.000Z')
const isPoisoned = (...runs: readonly RunRecord[]): boolean | undefined =>
  sessionOf(runs, { canResume: true, now, overrides: {} })?.isPoisoned

test('a healthy interrupted session is resumed', () => {
  expect(sessionOf([failedRun(1, 'TIMEOUT')], { canResume: true, now, overrides: {} })).toEqual({
    sessionId: 'session-1',
    isPoisoned: false,
    canResume: true,
  })
})

test('without a session there is nothing to resume', () => {
  expect(
    sessionOf([failedRun(1, 'TIMEOUT', { sessionId: null })], { canResume: true, now, overrides: {} }),
  ).toBeNull()
  expect(sessionOf([], { canResume: true, now, overrides: {} })).toBeNull()
})

test('a failed or full session is not resumed', () => {
  for (const reason of ['CONTEXT_EXHAUSTED', 'LLM_ERROR', 'REFUSED', 'CIRCULAR_FIX']) {
    expect(isPoisoned(failedRun(1, reason))).toBe(true)
  }
  const full = {
    reason: 'CONTEXT_EXHAUSTED',
    rule: 'typed.context-full',
    why: 'the stop came later',
  } as const
  const diagnosis = exampleDiagnosis({ reason: 'TIMEOUT', alternatives: [full] })
  expect(isPoisoned(failedRun(1, 'TIMEOUT', { diagnosis }))).toBe(true)
})

test('a session older than a day is stale', () => {
  expect(isPoisoned(failedRun(1, 'TIMEOUT', { endedAt: '2026-11-02T10:59:59.000Z' }))).toBe(true)
  expect(isPoisoned(failedRun(1, 'TIMEOUT', { endedAt: '2026-11-02T11:00:01.000Z' }))).toBe(false)
})

test('a session that failed twice is not resumed', () => {
  const again = failedRun(2, 'WORKER_CRASHED')
  expect(isPoisoned(failedRun(1, 'WORKER_CRASHED'), again)).toBe(true)
  expect(isPoisoned(failedRun(1, 'WORKER_CRASHED'), { ...again, changedFiles: ['src/a.ts'] })).toBe(false)
  expect(isPoisoned(failedRun(1, 'TIMEOUT'), again)).toBe(false)
  expect(isPoisoned(failedRun(1, 'WORKER_CRASHED', { sessionId: 'other' }), again)).toBe(false)
})

test('a run lost at its start keeps the session', () => {
  const lost = failedRun(2, 'WORKER_CRASHED', { ending: { kind: 'lost' }, sessionId: null })
  const session = (...runs: readonly RunRecord[]): string | undefined =>
    sessionOf(runs, { canResume: true, now, overrides: {} })?.sessionId
  expect(session(failedRun(1, 'MAX_TURNS'), lost)).toBe('session-1')
  expect(session(failedRun(1, 'MAX_TURNS'), lost, { ...lost, run: 3 })).toBe('session-1')
  // A run that was to start in a new session still does.
  expect(session(failedRun(1, 'TESTS_FAILED'), lost)).toBeUndefined()
  expect(session(lost)).toBeUndefined()
  const crashed = { ...lost, ending: { kind: 'signal', signal: 'SIGSEGV' } } as const
  expect(session(failedRun(1, 'MAX_TURNS'), crashed)).toBeUndefined()
})

test('the plan of the project decides about a run before a lost one', () => {
  const lost = failedRun(2, 'WORKER_CRASHED', { ending: { kind: 'lost' }, sessionId: null })
  const overrides = { MAX_TURNS: { plan: 'retry' }, TESTS_FAILED: { plan: 'resume' } } as const
  const session = (reason: string): string | undefined =>
    sessionOf([failedRun(1, reason), lost], { canResume: true, now, overrides })?.sessionId
  expect([session('MAX_TURNS'), session('TESTS_FAILED')]).toEqual([undefined, 'session-1'])
})
