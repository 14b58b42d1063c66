import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Store } from '../store.ts'
import { readGza } from './gza.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  path = join(folder, 'gza/gza.db')
  mkdirSync(join(folder, 'gza'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** The columns of gza's schema 10, and what later schemas added or renamed. */
function makeGza(schema: number, { wal = false }: { wal?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(path)
  if (wal) db.exec('PRAGMA journal_mode = WAL')
  const id = schema < 25 ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'TEXT PRIMARY KEY'
  const slug = schema < 25 ? 'task_id' : 'slug'
  db.exec(`CREATE TABLE schema_version (version INTEGER PRIMARY KEY); INSERT INTO schema_version VALUES (${schema});
    CREATE TABLE tasks (id ${id}, prompt TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending',
      task_type TEXT NOT NULL DEFAULT 'task', ${slug} TEXT, branch TEXT, log_file TEXT, duration_seconds REAL,
      num_turns INTEGER, num_turns_reported INTEGER, cost_usd REAL, created_at TEXT NOT NULL, started_at TEXT,
      completed_at TEXT, session_id TEXT, model TEXT, provider TEXT, input_tokens INTEGER, output_tokens INTEGER,
      merge_status TEXT${schema < 11 ? '' : ', failure_reason TEXT'})`)
  return db
}

const statuses = ['completed', 'failed', 'unmerged', 'pending', 'in_progress', 'dropped', 'failed']

function fill(db: DatabaseSync, schema: number): void {
  statuses.forEach((status, index) => {
    const began = status === 'pending' ? null : `2026-02-0${index + 1}T10:00:00.123456+00:00`
    db.prepare(
      `INSERT INTO tasks (id, prompt, status, ${schema < 25 ? 'task_id' : 'slug'}, created_at, started_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(
      schema < 25 ? index + 1 : `gza-${index + 1}`,
      `Do thing ${index + 1}\nwith care`,
      status,
      `2026020${index + 1}-do-thing`,
      `2026-02-0${index + 1}T09:00:00`,
      began,
    )
  })
}

/** Names, sizes and bytes of everything beside the source. */
const traces = (): unknown[] =>
  readdirSync(join(folder, 'gza'))
    .toSorted()
    .map((name) => [
      name,
      statSync(join(folder, 'gza', name)).mtimeMs,
      readFileSync(join(folder, 'gza', name), 'latin1'),
    ])

test('before schema 11 a failure is UNKNOWN', () => {
  const db = makeGza(10)
  fill(db, 10)
  db.close()
  const { runs, schema, tasks, pending } = readGza(path)
  expect([schema, tasks.length, pending]).toEqual([10, 2, 0])
  expect(runs.map(({ status, reason }) => [status, reason])).toEqual([
    ['succeeded', null],
    ['failed', 'UNKNOWN'],
    ['succeeded', null],
    ['canceled', null],
    ['failed', 'UNKNOWN'],
  ])
})

test.each([11, 24, 65])('schema %d keeps unknown words', (schema) => {
  const db = makeGza(schema)
  fill(db, schema)
  db.exec("UPDATE tasks SET failure_reason = 'BRANCH_UNPUSHABLE' WHERE prompt LIKE 'Do thing 2%'")
  db.close()
  const failed = readGza(path).runs.filter(({ status }) => status === 'failed')
  expect(failed.map(({ reason }) => reason)).toEqual(['BRANCH_UNPUSHABLE', 'UNKNOWN'])
})

test("gza's facts about a task are imported", () => {
  const db = makeGza(11)
  db.prepare(
    `INSERT INTO tasks (prompt, status, task_type, task_id, branch, log_file, duration_seconds, num_turns, num_turns_reported,
       cost_usd, created_at, started_at, completed_at, session_id, model, provider, input_tokens, output_tokens, failure_reason)
     VALUES ('Fix it' || char(10) || 'now', 'failed', 'implement', '20260201-fix-it', 'gza/fix-it', '.gza/logs/1.log', 61.5, 3, 30,
       1.25, '2026-02-01T09:00:00', '2026-02-01T10:00:00', '2026-02-01T12:01:01+01:00', 's1', 'opus', 'claude', 1000, 50, 'MAX_TURNS')`,
  ).run()
  db.close()
  expect(readGza(path).runs).toEqual([
    {
      key: '20260201-fix-it@2026-02-01T09:00:00',
      taskId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
      summary: 'Task 1 in gza.',
      title: 'Fix it',
      prompt: 'Fix it\nnow',
      status: 'failed',
      reason: 'MAX_TURNS',
      word: 'MAX_TURNS',
      flow: 'implement',
      agent: 'claude',
      branch: 'gza/fix-it',
      logPath: '.gza/logs/1.log',
      startedAt: '2026-02-01T10:00:00.000Z',
      endedAt: '2026-02-01T11:01:01.000Z',
      durationMs: 61_500,
      turns: 30,
      costUsd: 1.25,
      tokens: 1050,
      sessionId: 's1',
      model: 'opus',
    },
  ])
})

test('importing twice changes nothing the second time', () => {
  const db = makeGza(11)
  fill(db, 11)
  db.close()
  using store = Store.open(join(folder, 'record'))
  expect(store.importRuns('gza', readGza(path).runs)).toEqual({ imported: 5, known: 0 })
  const before = store.history({ limit: 99 })
  expect(store.importRuns('gza', readGza(path).runs)).toEqual({ imported: 0, known: 5 })
  expect(store.history({ limit: 99 })).toEqual(before)
  expect(before.map(({ origin }) => origin)).toEqual(Array.from({ length: 5 }, () => 'gza'))
  expect(store.integrity()).toEqual([])
})

test('ids of the new form are the same tasks', () => {
  const old = makeGza(24)
  fill(old, 24)
  old.close()
  using store = Store.open(join(folder, 'record'))
  store.importRuns('gza', readGza(path).runs)
  rmSync(path)
  const migrated = makeGza(25)
  fill(migrated, 25)
  migrated.close()
  expect(store.importRuns('gza', readGza(path).runs)).toEqual({ imported: 0, known: 5 })
})

test('secrets in prompts are masked on import', () => {
  const db = makeGza(11)
  const key = `sk-ant-api03-${'aB3'.repeat(30)}`
  db.prepare(
    "INSERT INTO tasks (prompt, status, created_at) VALUES (?, 'failed', '2026-02-01T09:00:00')",
  ).run(`Use ${key}`)
  db.close()
  expect(JSON.stringify(readGza(path))).not.toContain(key)
})

test.each([false, true])('the source is only read (wal: %s)', (wal) => {
  const db = makeGza(11, { wal })
  fill(db, 11)
  db.close()
  const before = traces()
  expect(readGza(path).runs).toHaveLength(5)
  expect(traces()).toEqual(before)
})

test('changes a crash left in the journal are read', () => {
  const db = makeGza(11, { wal: true })
  fill(db, 11)
  mkdirSync(join(folder, 'crashed'))
  for (const end of ['', '-wal']) copyFileSync(path + end, join(folder, `crashed/gza.db${end}`))
  db.close()
  expect(readGza(join(folder, 'crashed/gza.db')).runs).toHaveLength(5)
  expect(readdirSync(join(folder, 'crashed'))).toEqual(['gza.db', 'gza.db-wal'])
})

test('a database in use is read as it is', () => {
  const db = makeGza(11, { wal: true })
  fill(db, 11)
  const names = readdirSync(join(folder, 'gza'))
  expect(readGza(path).runs).toHaveLength(5)
  expect(readdirSync(join(folder, 'gza'))).toEqual(names)
  db.close()
})

test('other files are a clear error', () => {
  expect(() => readGza(join(folder, 'none.db'))).toThrow(
    `Cannot read ${folder}/none.db. Give the path of an existing database.`,
  )
  expect(() => readGza(folder)).toThrow(`Cannot read ${folder} as a file.`)
  writeFileSync(path, 'text')
  expect(() => readGza(path)).toThrow(`${path} is not a SQLite database. Give the path of one.`)
  rmSync(path)
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE tasks (id, title)')
  db.close()
  expect(() => readGza(path)).toThrow(`${path} is not a gza database: it has no table of gza's tasks.`)
})

test('a damaged database is a clear error', () => {
  const db = makeGza(11)
  fill(db, 11)
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 4096)
  writeFileSync(path, bytes)
  expect(() => readGza(path)).toThrow(`${path} is a damaged database and cannot be imported.`)
})
