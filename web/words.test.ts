import { expect, test } from 'vitest'
import type { TaskWait } from '../src/views/task-wait.ts'
import {
  bytes,
  countdown,
  duration,
  endAfter,
  gateWords,
  needsPerson,
  retryWords,
  waitWords,
} from './words.ts'

const now = new Date(2026, 10, 15, 13, 0, 0).getTime()
const at = (ms: number): string => new Date(now + ms).toISOString()
const step = (more: Partial<TaskWait>): TaskWait => ({
  kind: 'pause',
  why: 'to try again after TESTS_FAILED',
  until: null,
  gate: null,
  plan: 'retry',
  escalation: null,
  ...more,
})
const said = (more: Partial<TaskWait>, hasScheduler = true): string =>
  waitWords(step(more), now, hasScheduler)

test('a retry says when it comes', () => {
  expect(said({ until: at(42_000) })).toBe('retries in 0:42')
  expect(said({ until: at(-1) })).toBe('retries now')
  expect(said({ until: at(-1) }, false)).toBe('retries when `mayday work` runs')
  expect(said({})).toBe('waits to try again after TESTS_FAILED')
})

test('what has no end waits for a person', () => {
  const login = { kind: 'gate', why: 'for a login', gate: 'login:claude:default' } as const
  expect(needsPerson(step(login))).toBe(true)
  expect(needsPerson(step({ ...login, until: at(1000) }))).toBe(false)
  expect(needsPerson(step({ kind: 'person' }))).toBe(true)
  expect(needsPerson(step({ kind: 'turn', why: '' }))).toBe(false)
})

test('a retrying agent says what and when', () => {
  const limit = { status: 429, code: 'rate_limit', attempt: 4, of: 10 }
  expect(retryWords(limit, 34_500)).toBe('retrying 429, attempt 4 of 10, next in 34 s')
  expect(retryWords(limit, -200)).toBe('retrying 429, attempt 4 of 10')
  expect(retryWords({ ...limit, status: null, of: null }, null)).toBe('retrying rate_limit, attempt 4')
  expect(retryWords({ ...limit, status: null, code: null }, null)).toBe('retrying a request, attempt 4 of 10')
})

test('a gate says until when it is shut', () => {
  const gate = { kind: 'gate', why: 'for the usage limit', gate: 'usage:claude:default' } as const
  expect(said({ ...gate, until: at(3_600_000) })).toBe('waits for the usage limit until 14:00')
  expect(said({ ...gate, until: at(13 * 3_600_000) })).toBe('waits for the usage limit until tomorrow 02:00')
  expect(said(gate)).toBe('waits for the usage limit')
})

test('the queue says what a task waits for', () => {
  expect(said({ kind: 'turn', why: 'for its turn' })).toBe('waits for its turn')
  expect(said({ kind: 'lock', why: 'task 3 holds the tree' })).toBe('task 3 holds the tree')
})

test('a due step says so without negative time', () => {
  const past = at(-5000)
  const limit = { why: 'for the usage limit', until: past, gate: 'usage' }
  expect(said({ kind: 'gate', ...limit })).toBe('tries again now')
  expect(said({ kind: 'gate', ...limit }, false)).toBe('tries again when `mayday work` runs')
  expect(gateWords('for the usage limit', past, now)).toBe('for the usage limit: its time is over')
  expect(countdown(-5000)).toBe('0:00')
})

test('without a scheduler no task has a turn', () => {
  expect(said({ kind: 'turn', why: 'for its turn' }, false)).toBe('starts when `mayday work` runs')
  expect(said({ kind: 'person', why: 'AUTH_FAILED', escalation: 3 })).toBe('AUTH_FAILED')
  expect(said({ kind: 'person', why: 'for a person' })).toContain('retry it or skip it')
})

test('times and sizes are short', () => {
  expect([400, 42_000, 200_000, 3_900_000, 7_200_000].map(duration)).toEqual([
    '0.4 s',
    '42 s',
    '3 min 20 s',
    '1 h 5 min',
    '2 h',
  ])
  expect([0, 999, 1500, 123_456_789, null].map(bytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '123 MB',
    'unknown',
  ])
  expect([0, 61_000, 3_725_000].map(countdown)).toEqual(['0:00', '1:01', '1:02:05'])
})

test('the end of a time on another day has its date', () => {
  const start = new Date(2026, 10, 11, 20, 4).toISOString()

  expect(endAfter(new Date(2026, 10, 11, 23, 0).toISOString(), start)).toBe('23:00')
  expect(endAfter(new Date(2026, 10, 12, 13, 0).toISOString(), start)).toBe('12 Nov 13:00')
})
