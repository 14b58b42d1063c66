import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canceled, exampleIntent, exampleResult, succeeded } from '../../../tests/examples/records.ts'
import type { RunResult } from '../run-result.ts'
import { Store } from '../store.ts'
import type { HistoryQuery } from './find-runs.ts'
import { listRuns } from './find-runs.ts'
import { unfinishedRuns } from './live-runs.ts'
import { queryPlans } from '../../../tests/query-plans.ts'

let folder: string
let store: Store

function record(day: number, more: Partial<RunResult>): void {
  const intent = exampleIntent({ startedAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z` })
  store.finish(exampleResult(intent, store.begin(intent), more))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(folder)
  record(3, { branch: 'a' })
  record(2, { ...succeeded, agent: 'codex', branch: 'b' })
  record(1, { reason: 'TIMEOUT', phase: '12-01', branch: 'a' })
  record(3, { ...canceled, flow: 'review', agent: null, branch: null })
  store.begin(exampleIntent({ startedAt: '2026-11-05T10:00:00.000Z' }))
})

afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const numbers = (query: Partial<HistoryQuery>): number[] =>
  store.history({ limit: 9, ...query }).map(({ run }) => run)

test('the newest start comes first, then the number', () => {
  expect(numbers({})).toEqual([5, 4, 1, 2, 3])
})

test.each<[Partial<HistoryQuery>, number[]]>([
  [{ reason: 'TIMEOUT' }, [3]],
  [{ status: 'failed' }, [1, 3]],
  [{ status: 'launching' }, [5]],
  [{ agent: 'codex' }, [2]],
  [{ flow: 'review' }, [4]],
  [{ phase: '12-01' }, [3]],
  [{ sinceAt: '2026-11-02T10:00:00.000Z' }, [5, 4, 1, 2]],
  [{ untilAt: '2026-11-02T10:00:00.000Z' }, [3]],
  [{ status: 'failed', agent: 'claude', sinceAt: '2026-11-02T00:00:00.000Z' }, [1]],
  [{ reason: 'NOBODY' }, []],
])('the filter %o finds its runs', (query, found) => {
  expect(numbers(query)).toEqual(found)
  expect(store.countRuns(query)).toBe(found.length)
})

test('pages follow each other without a gap', () => {
  expect(numbers({ limit: 2 })).toEqual([5, 4])
  expect(numbers({ limit: 2, before: 4 })).toEqual([1, 2])
  expect(numbers({ limit: 2, before: 2 })).toEqual([3])
})

test('branches come with their runs, newest first', () => {
  expect(store.branches()).toEqual(['a', 'b'])
  expect(
    store.runsOn('a').map(({ run, reason, changedFiles }) => [run, reason, changedFiles?.length]),
  ).toEqual([
    [1, 'MAX_TURNS', 2],
    [3, 'TIMEOUT', 2],
  ])
})

test.each<[string, Partial<HistoryQuery>]>([
  ['runs_by_start', {}],
  ['runs_by_reason', { reason: 'TIMEOUT' }],
  ['runs_by_status', { status: 'failed' }],
  ['runs_by_agent', { agent: 'claude' }],
  ['runs_by_flow', { flow: 'run' }],
  ['runs_by_phase', { phase: '12-01' }],
  ['runs_by_reason', { reason: 'TIMEOUT', status: 'failed', agent: 'claude' }],
])('the index %s serves %o without sorting', (index, query) => {
  for (const since of [{}, { sinceAt: '2026-11-01T00:00:00.000Z' }]) {
    const plans = queryPlans(store.path, (db) => listRuns(db, { limit: 9, ...query, ...since }))
    expect(plans.find((plan) => plan.includes('runs'))).toContain(index)
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
  }
})

test('unfinished runs are found by an index', () => {
  expect(queryPlans(store.path, unfinishedRuns)).toEqual(['SCAN runs USING INDEX runs_one_live_per_task'])
})
