import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  canceled,
  exampleDiagnosis,
  exampleIntent,
  exampleResult,
  succeeded,
} from '../../tests/examples/records.ts'
import { reasonThatCounts, statusThatCounts, type RunNumbers } from './run.ts'
import type { RunResult } from './run-result.ts'
import { SCHEMA_VERSION } from './sqlite/open-database.ts'
import { describeNotice, type StoreNotice } from './store-notice.ts'
import { Store } from './store.ts'

let folder: string
let store: Store
let notices: StoreNotice[]

beforeEach(() => {
  notices = []
  folder = join(mkdtempSync(join(tmpdir(), 'mayday-test-')), 'record')
  store = Store.open(folder, { onNotice: (notice) => notices.push(notice) })
})

afterEach(() => {
  const damage = store.integrity()
  store.close()
  rmSync(join(folder, '..'), { recursive: true })
  if (damage.length > 0) throw new Error(damage.join('\n'))
})

function ended(more: Partial<RunResult> = {}): { result: RunResult; numbers: RunNumbers } {
  const intent = exampleIntent()
  const numbers = store.begin(intent)
  const result = exampleResult(intent, numbers, more)
  store.finish(result)
  return { result, numbers }
}

describe('the life of a run', () => {
  test('a run makes a new task', () => {
    expect(store.begin(exampleIntent())).toMatchObject({ run: 1, task: 1, attempt: 1 })
    expect(store.begin(exampleIntent())).toMatchObject({ run: 2, task: 2, attempt: 1 })
  })

  test('the same run started twice stays one', () => {
    const intent = exampleIntent()
    expect(store.begin(intent)).toEqual(store.begin(intent))
    expect(store.unfinished()).toHaveLength(1)
  })

  test('a run id cannot be used again', () => {
    const intent = exampleIntent({ card: 'project/5.2-locks.md' })
    const numbers = store.begin(intent)
    const refusal = 'Run 1 is still working on task 1. Wait for it, or stop it: mayday cancel 1'
    expect(() => store.begin({ ...intent, supervisor: 'second' })).toThrow(refusal)
    expect(() => store.begin({ ...intent, startedAt: '2026-11-03T10:00:00.001Z' })).toThrow(refusal)
    expect(store.find(1)?.card).toBe('project/5.2-locks.md')
    store.finish(exampleResult(intent, numbers, { card: 'project/5.2-locks.md' }))
    expect(() => store.begin(intent)).toThrow(
      'Run 1 already exists, so its id cannot be used again. Queue the task again.',
    )
    expect(store.find(1)?.card).toBe('project/5.2-locks.md')
    expect(store.newest()).toBe(1)
  })

  test('a second live run of a task is refused', () => {
    const { task } = store.begin(exampleIntent())
    expect(() => store.begin(exampleIntent({ task }))).toThrow(
      'Run 1 is still working on task 1. Wait for it, or stop it: mayday cancel 1',
    )
    expect(store.newest()).toBe(1)
  })

  test('another attempt counts up within its task', () => {
    const { numbers } = ended()
    expect(store.begin(exampleIntent({ task: numbers.task }))).toEqual({ ...numbers, run: 2, attempt: 2 })
  })

  test('an unknown task is a clear error', () => {
    expect(() => store.begin(exampleIntent({ task: 9 }))).toThrow(
      'There is no task 9. List them: mayday tasks',
    )
  })

  test('a live run has exactly one supervisor', () => {
    const { runId } = exampleIntent()
    store.begin(exampleIntent({ runId }))
    expect(store.running(runId)).toBe(true)
    expect(store.claim(runId, 'somebody', 'second')).toBe(false)
    expect(store.claim(runId, 'first', 'second')).toBe(true)
    expect(store.claim(runId, 'first', 'third')).toBe(false)
    expect(store.unfinished()).toMatchObject([{ run: 1, runId, status: 'running', supervisor: 'second' }])
  })

  test('an ended run is neither claimed nor started', () => {
    const { result } = ended()
    expect(store.running(result.runId)).toBe(false)
    expect(store.claim(result.runId, null, 'x')).toBe(false)
    expect(store.unfinished()).toEqual([])
  })

  test('a result reads back completely', () => {
    const { result, numbers } = ended()
    const { format: _format, ...kept } = result
    const found = store.find(numbers.run)
    expect(found).toMatchObject(kept)
    expect(found).toEqual(store.find(result.runId))
    expect(found).toMatchObject({
      task: numbers.task,
      title: 'Fix the login test',
      origin: 'mayday',
      correction: null,
    })
  })

  test.each<RunResult['ending']>([
    { kind: 'never-started' },
    { kind: 'stopped', by: 'idle' },
    { kind: 'signal', signal: 'SIGKILL' },
    { kind: 'lost' },
    { kind: 'exit', code: 137 },
    { kind: 'unknown' },
  ])('the ending $kind reads back completely', (ending) => {
    expect(store.find(ended({ ending }).numbers.run)?.ending).toEqual(ending)
  })

  test('numbers that are not whole are rounded', () => {
    expect(store.find(ended({ tokens: 10.6, durationMs: 12.3 }).numbers.run)).toMatchObject({
      tokens: 11,
      durationMs: 12,
    })
  })
})

describe('the one ending', () => {
  test('the same result twice changes nothing', () => {
    const { result, numbers } = ended()
    const before = store.find(numbers.run)
    expect(store.finish(result)).toBe(false)
    expect(store.find(numbers.run)).toEqual(before)
    expect(store.verdictsOf(numbers.run)).toHaveLength(1)
  })

  test('a cancel after completion comes too late', () => {
    const { result, numbers } = ended()
    expect(store.finish({ ...result, ...canceled })).toBe(false)
    expect(store.find(numbers.run)?.status).toBe('failed')
  })

  test('a completion replaces an earlier cancel', () => {
    const { result, numbers } = ended(canceled)
    expect(store.finish({ ...result, ...succeeded })).toBe(true)
    expect(store.find(numbers.run)?.status).toBe('succeeded')
  })

  test('a canceled or succeeded run has no reason', () => {
    expect(store.find(ended({ ...canceled, reason: 'TIMEOUT' }).numbers.run)?.reason).toBeNull()
    expect(store.find(ended({ ...succeeded, reason: 'TIMEOUT' }).numbers.run)?.reason).toBeNull()
  })

  test('a result of a lost run is adopted', () => {
    const intent = exampleIntent()
    const result = exampleResult(intent, { run: 41, taskId: 'task-7', attempt: 3 })
    store.adoptResult(result, { title: 'Found again', command: './agent.sh' })
    expect(store.find(41)).toMatchObject({
      runId: intent.runId,
      taskId: 'task-7',
      attempt: 3,
      title: 'Found again',
      command: './agent.sh',
      reason: 'MAX_TURNS',
      branch: 'fix-login',
    })
    expect(store.begin(exampleIntent()).run).toBe(42)
  })

  test('an adopted result yields a taken number', () => {
    store.begin(exampleIntent())
    const intent = exampleIntent()
    store.finish(exampleResult(intent, { run: 1, taskId: 'task-7', attempt: 1 }))
    expect(store.find(intent.runId)?.run).toBe(2)
  })
})

describe('verdicts and corrections', () => {
  test('a correction counts and the verdict stays', () => {
    const { run } = ended().numbers
    store.correct(run, { reason: 'TIMEOUT', note: null, at: '2026-11-04T00:00:00.000Z' })
    store.correct(run, { reason: 'OUT_OF_MEMORY', note: 'dmesg', at: '2026-11-05T00:00:00.000Z' })
    const found = store.find(run)
    expect(found).toMatchObject({
      reason: 'MAX_TURNS',
      correction: { reason: 'OUT_OF_MEMORY', note: 'dmesg' },
    })
    expect(store.correctionsOf(run).map(({ reason }) => reason)).toEqual(['TIMEOUT', 'OUT_OF_MEMORY'])
    expect(store.history({ reason: 'OUT_OF_MEMORY', limit: 9 })).toEqual([found])
    expect(store.history({ reason: 'MAX_TURNS', limit: 9 })).toEqual([])
  })

  test('a failure corrected to none is a success', () => {
    const { run } = ended().numbers
    store.correct(run, { reason: null, note: null, at: '2026-11-05T00:00:00.000Z' })
    const [found] = store.history({ status: 'succeeded', limit: 1 })
    expect(found).toMatchObject({ run, status: 'failed' })
    expect(found && [statusThatCounts(found), reasonThatCounts(found)]).toEqual(['succeeded', null])
    expect(store.stats()).toMatchObject({ succeeded: 1, failed: 0, corrected: 1, byReason: [] })
  })

  test('a newer verdict leaves the correction alone', () => {
    const { result, numbers } = ended()
    store.correct(numbers.run, { reason: 'TIMEOUT', note: null, at: '2026-11-05T00:00:00.000Z' })
    const newer = exampleDiagnosis({ reason: 'STALLED', classifier: 'mayday-2' })
    expect(
      store.rediagnosed(result.runId, newer, '2026-11-06T00:00:00.000Z', { summary: 'It stalled.' }),
    ).toBe(true)
    expect(store.find(numbers.run)).toMatchObject({
      reason: 'STALLED',
      summary: 'It stalled.',
      diagnosis: newer,
      correction: { reason: 'TIMEOUT' },
    })
    expect(store.verdictsOf(numbers.run).map(({ reason }) => reason)).toEqual(['MAX_TURNS', 'STALLED'])
  })

  test('a newer verdict of success ends the failure', () => {
    const { result, numbers } = ended()
    store.rediagnosed(result.runId, exampleDiagnosis({ reason: null }), '2026-11-06T00:00:00.000Z')
    expect(store.find(numbers.run)).toMatchObject({ status: 'succeeded', reason: null })
  })

  test('a canceled or live run takes no verdict', () => {
    const { result, numbers } = ended(canceled)
    const live = exampleIntent()
    store.begin(live)
    for (const runId of [result.runId, live.runId, 'nobody'])
      expect(store.rediagnosed(runId, exampleDiagnosis(), '2026-11-06T00:00:00.000Z')).toBe(false)
    const word = { reason: 'TIMEOUT', note: null, at: '2026-11-05T00:00:00.000Z' }
    expect(() => store.correct(numbers.run, word)).toThrow('Run 1 was canceled')
    expect(() => store.correct(2, word)).toThrow('Run 2 is still running')
    expect(() => store.correct(3, word)).toThrow('There is no run 3')
  })

  test('only one function writes the reason', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    const writers = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap(
        (file) =>
          readFileSync(join(import.meta.dirname, file), 'utf8').match(/UPDATE runs SET[^`']*\breason =/g) ??
          [],
      )
    expect(writers).toHaveLength(1)
  })
})

describe('leases and upkeep', () => {
  test('a lease has one owner at a time', () => {
    expect(store.claimLease('adopt', null, 'a')).toBe(true)
    expect(store.claimLease('adopt', null, 'b')).toBe(false)
    expect(store.claimLease('adopt', 'x', 'b')).toBe(false)
    expect(store.claimLease('adopt', 'a', 'b')).toBe(true)
    expect(store.releaseLease('adopt', 'a')).toBe(false)
    expect(store.lease('adopt')).toBe('b')
    expect(store.releaseLease('adopt', 'b')).toBe(true)
    expect(store.lease('adopt')).toBeNull()
  })

  test('deleted runs leave nothing and no number', () => {
    const live = exampleIntent()
    store.begin(live)
    const { result, numbers } = ended()
    store.correct(numbers.run, { reason: 'TIMEOUT', note: null, at: '2026-11-05T00:00:00.000Z' })
    expect(store.forget([result.runId, live.runId, 'nobody'])).toBe(1)
    expect(store.find(numbers.run)).toBeNull()
    expect(store.verdictsOf(numbers.run)).toEqual([])
    expect(store.stats()).toMatchObject({ runs: 1, live: 1 })
    expect(store.begin(exampleIntent()).run).toBe(3)
  })

  test('wrong sums are found', () => {
    ended()
    const db = new DatabaseSync(store.path)
    db.exec("UPDATE rollups SET cost_micros = cost_micros + 1 WHERE kind = 'agent'")
    expect(store.integrity()).toEqual(['The sums of 2026-11-03 do not match its runs.'])
    db.exec("UPDATE rollups SET cost_micros = cost_micros - 1 WHERE kind = 'agent'")
    db.close()
  })
})

describe('the file behind it', () => {
  test('folder and files belong to their owner alone', () => {
    ended()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  test('a deleted file is noticed before a write', () => {
    const { result, numbers } = ended()
    expect(store.isGone()).toBe(false)
    rmSync(folder, { recursive: true })
    expect(store.isGone()).toBe(true)
    store.finish(result)
    expect(notices).toEqual([{ kind: 'gone', path: store.path }])
    expect(store.isGone()).toBe(false)
    using other = Store.open(folder)
    expect(other.find(numbers.run)?.reason).toBe('MAX_TURNS')
  })

  test('a live run returns under its old numbers', () => {
    store.begin(exampleIntent())
    const intent = exampleIntent()
    const numbers = store.begin(intent)
    rmSync(folder, { recursive: true })
    store.reopen()
    expect(store.running(intent.runId)).toBe(false)
    expect(store.restore(intent, numbers)).toEqual(numbers)
    expect(store.restore(intent, numbers)).toEqual(numbers)
    expect(store.running(intent.runId)).toBe(true)
  })

  test('a file that is no database is set aside', () => {
    store.close()
    writeFileSync(store.path, 'precious, but no database'.repeat(100))
    expect(() => Store.open(folder)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
    store = Store.open(folder, { damaged: 'repair', onNotice: (notice) => notices.push(notice) })
    expect(store.history({ limit: 1 })).toEqual([])
    const [notice] = notices
    if (notice?.kind !== 'set-aside') throw new Error('nothing was set aside')
    expect(readFileSync(notice.keptAs, 'utf8')).toMatch(/^precious/)
    expect(describeNotice(notice)).toMatch(
      `The database ${store.path} was damaged: it is not a SQLite database. It is kept as ${notice.keptAs}. Nothing could be copied from it. Not copied, or not all: tasks, runs, `,
    )
    expect(store.replaced()).toBe(notice.keptAs)
  })

  test('a live run sets later damage aside', () => {
    for (let i = 0; i < 50; i++) ended()
    store.close()
    const bytes = readFileSync(store.path)
    // After the schema, which is read on opening.
    bytes.fill(0x5a, bytes.length - 4096 * 20)
    writeFileSync(store.path, bytes)
    store = Store.open(folder, { onNotice: (notice) => notices.push(notice) })
    expect(() => store.history({ limit: 9 })).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
    store.continueAfterDamage()
    expect(store.history({ limit: 9 })).toEqual([])
    expect(notices).toMatchObject([{ kind: 'set-aside' }])
    const kept = notices[0]?.kind === 'set-aside' ? readFileSync(notices[0].keptAs) : null
    expect(kept?.equals(bytes)).toBe(true)
    expect(store.begin(exampleIntent()).run).toBeGreaterThan(0)
  })

  test('a newer database is refused and left alone', () => {
    const db = new DatabaseSync(store.path)
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
    expect(() => Store.open(folder)).toThrow(
      `The store at ${store.path} was written by a newer Mayday (schema ${SCHEMA_VERSION + 1}, this one knows ${SCHEMA_VERSION}). Update Mayday.`,
    )
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.close()
  })

  test('a locked store says so and recovers', () => {
    const other = new DatabaseSync(store.path)
    other.exec('BEGIN IMMEDIATE')
    using quick = Store.open(folder, { busyTimeoutMs: 1 })
    expect(() => quick.begin(exampleIntent())).toThrow(
      expect.objectContaining({
        code: 'STORE_BUSY',
        message: expect.stringContaining('locked by another process'),
      }),
    )
    other.exec('ROLLBACK')
    other.close()
    expect(quick.begin(exampleIntent()).run).toBe(1)
  })

  test('a file in place of the folder is an error', () => {
    const state = join(folder, 'inner')
    writeFileSync(state, '')
    expect(() => Store.open(state)).toThrow(expect.objectContaining({ code: 'RECORD_REFUSED' }))
    mkdirSync(`${state}2/mayday.db`, { recursive: true, mode: 0o700 })
    expect(() => Store.open(`${state}2`)).toThrow(/mayday\.db/)
    rmSync(state)
    rmSync(`${state}2`, { recursive: true })
  })
})
