import { expect, test } from 'vitest'
import type { RunRecord } from '../record/run.ts'
import { breakerFor } from './breaker.ts'
import { failedRun } from '../../tests/examples/situations.ts'
import { afterCanary } from './gates.ts'
import type { PolicyOverrides } from './policy.ts'
import { customRow } from '../reasons/custom-reason.ts'
import type { ReasonClass } from '../reasons/reason.ts'

/** Runs of the given tasks, one after another. */
const ofTasks = (tasks: readonly number[], reason: string): RunRecord[] =>
  tasks.map((task, at) => failedRun(at + 1, reason, { task }))

const breakerAfter = (
  runs: readonly RunRecord[],
  minutes = 10,
  overrides: PolicyOverrides = {},
): ReturnType<typeof breakerFor> =>
  breakerFor(runs, {
    overrides,
    now: new Date(Date.parse('2026-11-03T10:00:00.000Z') + minutes * 60_000),
    random: () => 0.5,
    agentOf: ({ agent }) => agent ?? 'agent',
  })

test('three tasks that fail alike trip the breaker', () => {
  expect(breakerAfter(ofTasks([7, 8, 9], 'LLM_ERROR'))).toEqual({
    key: 'breaker:LLM_ERROR:claude',
    reason: 'LLM_ERROR',
    until: '2026-11-03T10:10:30.000Z',
    source: 'the breaker',
    zone: null,
    closedAt: '2026-11-03T10:10:00.000Z',
    probes: 0,
    canary: null,
    evidence: '3 tasks in a row failed for LLM_ERROR: 7, 8, 9',
  })
  expect(breakerAfter(ofTasks([7, 8, 9], 'SETUP_FAILED'))?.key).toBe('breaker:SETUP_FAILED:no-setup')
})

test('a missing command holds only its own tasks', () => {
  expect(breakerAfter(ofTasks([7, 8, 9], 'LAUNCH_REJECTED'))?.key).toBe('breaker:LAUNCH_REJECTED:claude')
})

test('one task that fails often trips nothing', () => {
  expect(breakerAfter(ofTasks([7, 7, 7, 8, 8], 'LLM_ERROR'))).toBeNull()
  expect(breakerAfter(ofTasks([7, 8, 7, 9], 'LLM_ERROR'))).not.toBeNull()
})

test('reasons of work, persons and gates trip nothing', () => {
  for (const reason of ['TESTS_FAILED', 'INTERRUPTED', 'BASELINE_NOT_FAILING', 'USAGE_LIMIT', 'DISK_FULL']) {
    expect(breakerAfter(ofTasks([7, 8, 9], reason))).toBeNull()
  }
})

test('the class of a custom reason decides whom its breaker pauses', () => {
  const keyFor = (kind: ReasonClass): string | undefined => {
    const reason = { name: 'FLAKY_VPN', class: kind, plan: 'escalate', after: 'INTERRUPTED' } as const
    const row = customRow({ ...reason, like: 'UNKNOWN', meaning: 'The VPN broke.' })
    return breakerAfter(ofTasks([7, 8, 9], 'FLAKY_VPN'), 10, { FLAKY_VPN: { row } })?.key
  }
  expect([keyFor('machine'), keyFor('provider'), keyFor('work')]).toEqual([
    'breaker:FLAKY_VPN:machine',
    'breaker:FLAKY_VPN:claude',
    undefined,
  ])
})

test('another result in between resets the count', () => {
  const [first, second, third] = ofTasks([7, 8, 9], 'LLM_ERROR') as [RunRecord, RunRecord, RunRecord]
  const success = { ...second, task: 6, status: 'succeeded', reason: null } as const
  expect(breakerAfter([first, second, success, third])).toBeNull()
  expect(breakerAfter([first, second, { ...second, reason: 'TOOL_ERROR' }, third])).toBeNull()
  expect(breakerAfter([first, second, third, success])).toBeNull()
  expect(breakerAfter([first, second, { ...success, status: 'canceled' }, third])).not.toBeNull()
})

test('failures with long gaps trip nothing', () => {
  expect(breakerAfter(ofTasks([7, 8, 9], 'LLM_ERROR'), 62)).toBeNull()
})

test('runs of another agent are counted separately', () => {
  const runs = ofTasks([7, 8, 9, 10], 'LLM_ERROR').map((run, at) => ({
    ...run,
    agent: at % 2 ? 'codex' : 'claude',
  }))
  expect(breakerAfter(runs)).toBeNull()
})

test('a canary decides when the breaker opens again', () => {
  const gate = breakerAfter(ofTasks([7, 8, 9], 'LLM_ERROR'))
  const options = { now: new Date('2026-11-03T10:20:00.000Z'), resetAt: null, random: () => 0.5 }
  const after = (reason: string, probes: number): ReturnType<typeof afterCanary> =>
    afterCanary({ reason: gate?.reason ?? '', probes }, failedRun(9, reason), options)
  expect(after('TESTS_FAILED', 0)).toEqual({ kind: 'open' })
  expect(after('LLM_ERROR', 0)).toEqual({ kind: 'move', until: '2026-11-03T10:20:30.000Z' })
  expect(after('LLM_ERROR', 2)).toEqual({ kind: 'move', until: null })
})
