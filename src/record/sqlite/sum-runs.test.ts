import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  canceled,
  exampleDiagnosis,
  exampleIntent,
  exampleResult,
  succeeded,
} from '../../../tests/examples/records.ts'
import { reasonThatCounts, statusThatCounts } from '../run.ts'
import type { RunResult } from '../run-result.ts'
import { Store } from '../store.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const instant = fc.date({ min: new Date('2026-10-20'), max: new Date('2026-11-10'), noInvalidDate: true })
const outcome = fc.constantFrom<Partial<RunResult>>(
  {},
  { reason: 'TIMEOUT' },
  { reason: null },
  { reason: 'UNKNOWN' },
  succeeded,
  canceled,
)
const run = fc.record({
  at: instant,
  outcome,
  agent: fc.constantFrom('claude', 'codex', null),
  costUsd: fc.option(fc.double({ min: 0, max: 90, noNaN: true })),
  fate: fc.constantFrom('kept', 'live', 'corrected', 'cleared', 'rediagnosed', 'forgotten'),
})

type Run = typeof run extends fc.Arbitrary<infer T> ? T : never

function record(store: Store, { at, outcome: more, agent, costUsd, fate }: Run): void {
  const intent = exampleIntent({ startedAt: at.toISOString(), agent })
  const numbers = store.begin(intent)
  if (fate === 'live') return
  const result = exampleResult(intent, numbers, { ...more, agent, costUsd })
  store.finish({ ...result, diagnosis: exampleDiagnosis({ reason: result.reason }) })
  if (fate === 'forgotten') store.forget([intent.runId])
  if (fate === 'rediagnosed')
    store.rediagnosed(intent.runId, exampleDiagnosis({ reason: 'STALLED' }), intent.startedAt)
  if (result.status === 'canceled' || (fate !== 'corrected' && fate !== 'cleared')) return
  store.correct(numbers.run, {
    reason: fate === 'cleared' ? null : 'DISK_FULL',
    note: null,
    at: intent.startedAt,
  })
}

test('the sums always match the runs', () => {
  let round = 0
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), fc.option(instant), (runs, since) => {
      using store = Store.open(join(folder, String(round++)))
      for (const one of runs) record(store, one)
      expect(store.integrity()).toEqual([])
      const sinceAt = since?.toISOString()
      const found = store.history({ limit: 99, ...(sinceAt === undefined ? {} : { sinceAt }) })
      const stats = store.stats(sinceAt === undefined ? {} : { sinceAt })
      const failed = found.filter((one) => statusThatCounts(one) === 'failed')
      const unknown = failed.filter((one) => (reasonThatCounts(one) ?? 'UNKNOWN') === 'UNKNOWN')
      expect(stats).toMatchObject({ runs: found.length, failed: failed.length, unknown: unknown.length })
      for (const list of [stats.byReason, stats.byClass, stats.byAgent, stats.byWeek])
        expect(list.reduce((sum, one) => sum + one.failed, 0)).toBe(failed.length)
      expect(stats.costUsd).toBeCloseTo(
        found.reduce((sum, one) => sum + (one.costUsd ?? 0), 0),
        4,
      )
    }),
    { numRuns: 40 },
  )
})

test('a week starts on Monday', () => {
  using store = Store.open(join(folder, 'weeks'))
  for (const day of ['08', '09', '15', '16'])
    store.begin(exampleIntent({ startedAt: `2026-11-${day}T00:00:00.000Z` }))
  expect(store.stats().byWeek.map(({ week, runs }) => [week, runs])).toEqual([
    ['2026-11-02', 1],
    ['2026-11-09', 2],
    ['2026-11-16', 1],
  ])
})

test("another vocabulary's word has a class too", () => {
  using store = Store.open(join(folder, 'words'))
  const gza = { ...exampleIntent(), status: 'failed' as const, endedAt: null, durationMs: null, prompt: '' }
  const missing = { turns: null, costUsd: null, tokens: null, sessionId: null, model: null }
  store.importRuns(
    'gza',
    ['TEST_FAILURE', 'REBASE_CONFLICT'].map((reason) => ({ ...gza, ...missing, reason, key: reason })),
  )
  expect(store.stats().byReason.map(({ reason, class: name }) => [reason, name])).toEqual([
    ['REBASE_CONFLICT', 'unknown'],
    ['TEST_FAILURE', 'work'],
  ])
})
