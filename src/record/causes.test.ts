import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleDiagnosis, exampleIntent, exampleResult, succeeded } from '../../tests/examples/records.ts'
import { causeOf, fileIn } from './cause.ts'
import type { RunIntent } from './run.ts'
import type { RunDiagnosis, RunResult } from './run-result.ts'
import { Store } from './store.ts'

let folder: string
let store: Store

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'mayday-test-')), 'record')
  store = Store.open(folder)
})

afterEach(() => {
  store.close()
  rmSync(join(folder, '..'), { recursive: true })
})

function ended(more: Partial<RunResult> = {}, intended: Partial<RunIntent> = {}): number {
  const intent = exampleIntent(intended)
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers, more))
  return numbers.run
}

const saying = (excerpt: string, more: Partial<RunDiagnosis> = {}): Partial<RunResult> => ({
  diagnosis: exampleDiagnosis({
    failing: [],
    evidence: [{ source: 'tool', file: null, line: null, byteOffset: null, excerpt }],
    ...more,
  }),
})

test('two failures that differ in a number are one', () => {
  ended(saying('src/cart.ts(14,9): error TS2322'), { startedAt: '2026-11-03T10:00:00.000Z' })
  ended(saying('src/cart.ts(20,3): error TS2322'), { startedAt: '2026-11-04T10:00:00.000Z' })
  ended(saying('src/price.ts(1,1): error TS2322'), { startedAt: '2026-11-05T10:00:00.000Z' })
  ended(succeeded)
  expect(store.causes()).toMatchObject([
    { runs: 1, newest: 3 },
    { runs: 2, tasks: 2, newest: 2, firstAt: '2026-11-03T10:00:00.000Z', lastAt: '2026-11-04T10:00:00.000Z' },
  ])
  expect(store.causes({ sinceAt: '2026-11-05' })).toHaveLength(1)
})

test('files of one name in two folders are two places', () => {
  const at = (excerpt: string): string =>
    causeOf({ reason: 'BROKEN_BUILD', stage: 'agent_run', diagnosis: null }, excerpt)
  expect(at('src/a/index.ts: no such name')).not.toBe(at('src/b/index.ts: no such name'))
  expect(at('/tmp/tree-1/src/index.ts: no such name')).toBe(at('/tmp/tree-2/src/index.ts: no such name'))
  expect(fileIn('FAILED tests/test_login.py::test_a - assert 200')).toBe('tests/test_login.py')
  expect(fileIn('1 failed, 7 passed in 0.42s')).toBeNull()
})

test('a correction moves a run to another cause', () => {
  const run = ended()
  const [before] = store.causes()
  store.correct(run, { reason: 'TIMEOUT', note: null, at: '2026-11-03T11:00:00.000Z' })
  const [after] = store.causes()
  expect(after?.cause).not.toBe(before?.cause)
  expect(store.find(run)?.cause).toBe(after?.cause)
  store.correct(run, { reason: null, note: null, at: '2026-11-03T12:00:00.000Z' })
  expect(store.causes()).toEqual([])
  expect(store.find(run)).not.toHaveProperty('cause')
})

test('runs of an older version get their cause later', () => {
  const run = ended()
  const [before] = store.causes()
  using db = new DatabaseSync(store.path)
  db.exec('UPDATE runs SET cause = NULL')
  expect(store.causes()).toEqual([])
  store.settleCauses()
  expect(store.causes()).toEqual([before])
  expect(store.history({ cause: before?.cause ?? '', limit: 5 })).toMatchObject([{ run }])
})

test('sums by cause read only their index', () => {
  ended()
  using db = new DatabaseSync(store.path)
  const plan = db
    .prepare(
      "EXPLAIN QUERY PLAN SELECT cause, count(*), total(cost_usd) FROM runs WHERE cause <> '' GROUP BY cause",
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual(['SCAN runs USING COVERING INDEX runs_by_cause'])
})

test('an acknowledgement is kept and taken back', () => {
  ended()
  const cause = store.causes()[0]?.cause ?? ''
  const said = { at: '2026-11-03T11:00:00.000Z', note: 'known' }
  store.acknowledgeCause(cause, said)
  expect(store.acknowledgedCauses()).toEqual(new Map([[cause, said]]))
  store.acknowledgeCause(cause, null)
  expect(store.acknowledgedCauses()).toEqual(new Map())
})

test('runs are found by words, model and number', () => {
  ended({ model: 'opus' }, { title: 'Round the Totals 100%' })
  ended({ model: 'haiku', summary: 'the parser broke' })
  const found = (query: object): number[] => store.history({ ...query, limit: 9 }).map(({ run }) => run)
  expect(found({ text: 'totals 100%' })).toEqual([1])
  expect(found({ text: 'PARSER' })).toEqual([2])
  expect(found({ text: '#2' })).toEqual([2])
  expect(found({ text: '%' })).toEqual([1])
  expect(found({ model: 'opus' })).toEqual([1])
  expect(store.countRuns({ text: 'totals', model: 'opus' })).toBe(1)
})

test('losses are summed by week, agent and model', () => {
  ended({ costUsd: 2, durationMs: 1000, model: 'opus' }, { startedAt: '2026-11-08T23:00:00.000Z' })
  ended(
    { ...succeeded, costUsd: 5, durationMs: 9000, model: 'opus' },
    { startedAt: '2026-11-08T10:00:00.000Z' },
  )
  ended({ costUsd: 1, durationMs: 500, model: 'haiku' }, { startedAt: '2026-11-09T00:00:00.000Z' })
  expect(store.losses('2026-11-01')).toEqual([
    { week: '2026-11-02', agent: 'claude', model: 'opus', runs: 2, failed: 1, costUsd: 2, durationMs: 1000 },
    { week: '2026-11-09', agent: 'claude', model: 'haiku', runs: 1, failed: 1, costUsd: 1, durationMs: 500 },
  ])
})
