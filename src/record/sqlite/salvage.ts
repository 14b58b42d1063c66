/**
 * Copies the readable rows of a damaged database into a new one.
 *
 * V1 The damaged file is only read, in a copy.
 * V2 A row is copied if it can be read, fits the schema, and is valid for Mayday. The rows that it refers to must
 * have been copied too.
 * V3 Rows that were not copied are counted per table.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { cardEventRow } from './card-events.ts'
import { escalationRow } from './escalations.ts'
import { gateRow } from './gates.ts'
import { lessonRow } from './lessons.ts'
import { lockRow } from './locks.ts'
import { planRow } from './plans.ts'
import { text, type Row } from './row.ts'
import { checkRunRow, diagnosisIn } from './run-row.ts'
import { snapshotRow } from './snapshots.ts'
import { taskRecordOf } from './task-row.ts'
import { testRunRow } from './test-runs.ts'

export type Salvage = {
  /** How many rows were copied. */
  readonly rows: number
  /** Tables that may have lost rows, each with the known number of lost rows. */
  readonly lost: readonly { readonly table: string; readonly rows: number | null }[]
}

type Check = (row: Row) => unknown

/**
 * Tables come after the tables that they refer to. Sums are rebuilt from the rows, and leases belong to live
 * processes, so both are left out.
 */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['tasks', (row) => taskRecordOf(row, '/')],
  ['runs', checkRunRow],
  ['diagnoses', diagnosisIn],
  ['corrections', (row) => text(row, 'at')],
  ['lessons', lessonRow.read],
  ['plans', planRow.read],
  ['snapshots', snapshotRow.read],
  ['gates', gateRow.read],
  ['escalations', escalationRow.read],
  ['locks', lockRow.read],
  ['card_events', cardEventRow.read],
  ['settings', (row) => text(row, 'value')],
  ['test_runs', testRunRow.read],
])

/** References between tables by number. If a run is removed, the rows that refer to it are removed too. */
const REFERENCES = [
  ['runs', 'task', 'tasks'],
  ['diagnoses', 'run', 'runs'],
  ['corrections', 'run', 'runs'],
  ['plans', 'task', 'tasks'],
  ['snapshots', 'task', 'tasks'],
  ['locks', 'task', 'tasks'],
  ['card_events', 'task', 'tasks'],
  ['test_runs', 'run', 'runs'],
] as const

/** The first row that Mayday cannot read, and why; null if there is none. */
export function findBadRow(db: DatabaseSync): string | null {
  for (const [table, check] of CHECKS)
    for (const row of db.prepare(`SELECT * FROM ${table}`).iterate()) {
      const why = reasonAgainst(row, check)
      if (why !== null) return `row ${String(row['number'] ?? row['key'] ?? '?')} of ${table}: ${why}`
    }
  return null
}

/** All tables, if nothing could be read. */
const NOTHING: Salvage = {
  rows: 0,
  lost: Array.from(CHECKS.keys(), (table) => ({ table, rows: null })),
}

/** `path` is the new database, `damaged` the old one. */
export function salvage(path: string, damaged: string): Salvage {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-salvage-'))
  try {
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal']) if (existsSync(damaged + end)) copyFileSync(damaged + end, copy + end)
    return copyRows(path, copy)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return NOTHING
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Errors of SQLite or Node for an invalid file, page or value. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_OUT_OF_RANGE')

function copyRows(path: string, copy: string): Salvage {
  using from = new DatabaseSync(copy)
  from.prepare('SELECT count(*) FROM sqlite_master').get()
  // Rows come in any order. References are checked afterwards.
  using to = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: false })
  to.exec('BEGIN IMMEDIATE')
  const copied = Array.from(CHECKS, ([table, check]) => copyTable(from, to, { table, check }))
  const dangling = dropDangling(to)
  to.exec('COMMIT')
  return sumOf(copied, dangling)
}

/** V3. */
function sumOf(copied: readonly Copied[], dangling: ReadonlyMap<string, number>): Salvage {
  const left = copied.map(({ table, rows, lost }) => {
    const dropped = dangling.get(table) ?? 0
    return { table, kept: rows - dropped, rows: lost === null ? null : lost + dropped }
  })
  return {
    rows: left.reduce((sum, { kept }) => sum + kept, 0),
    lost: left.flatMap(({ table, rows }) => (rows === 0 ? [] : [{ table, rows }])),
  }
}

type Table = { readonly table: string; readonly check: Check }
type Copied = { readonly table: string; readonly rows: number; readonly lost: number | null }

function copyTable(from: DatabaseSync, to: DatabaseSync, { table, check }: Table): Copied {
  const names = columnsOf(to, table).filter((name) => columnsOf(from, table).includes(name))
  if (names.length === 0) return { table, rows: 0, lost: null }
  const put = to.prepare(
    `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  const { rows, isWhole } = readTable(from, table)
  const kept = rows.filter((row) => reasonAgainst(row, check) === null && insert(put, names, row)).length
  return { table, rows: kept, lost: isWhole ? rows.length - kept : null }
}

type Put = { readonly run: (...values: SQLInputValue[]) => { readonly changes: number | bigint } }

/** V2. A row that violates the schema is not copied. */
function insert(put: Put, names: readonly string[], row: Row): boolean {
  try {
    return put.run(...names.map((name) => row[name] ?? null)).changes === 1
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return false
  }
}

function reasonAgainst(row: Row, check: Check): string | null {
  try {
    check(row)
    return null
  } catch (error) {
    // Mayday could not read the row in the new database either.
    return error instanceof Error ? error.message : String(error)
  }
}

/** Without computed columns. */
function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  try {
    return db
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map((row) => text(row, 'name'))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return []
  }
}

/** Reads from both ends: a broken page in the middle hides neither the old rows nor the new ones. */
function readTable(db: DatabaseSync, table: string): { rows: readonly Row[]; isWhole: boolean } {
  const forward = readUntilBroken(db, `SELECT * FROM ${table} NOT INDEXED`)
  if (forward.isWhole) return forward
  const back = readUntilBroken(db, `SELECT * FROM ${table} NOT INDEXED ORDER BY rowid DESC`)
  return { rows: [...forward.rows, ...back.rows], isWhole: false }
}

function readUntilBroken(db: DatabaseSync, sql: string): { rows: readonly Row[]; isWhole: boolean } {
  const rows: Record<string, SQLOutputValue>[] = []
  try {
    for (const row of db.prepare(sql).iterate()) rows.push(row)
    return { rows, isWhole: true }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { rows, isWhole: false }
  }
}

/** V2: repeats until no row refers to a missing one. Returns how many rows were removed per table. */
function dropDangling(db: DatabaseSync): ReadonlyMap<string, number> {
  const dropped = new Map<string, number>()
  const drop = (table: string, column: string, parent: string): number => {
    const sql = `DELETE FROM ${table} WHERE ${column} NOT IN (SELECT number FROM ${parent})`
    const count = Number(db.prepare(sql).run().changes)
    dropped.set(table, (dropped.get(table) ?? 0) + count)
    return count
  }
  for (const [table, column, parent] of REFERENCES) drop(table, column, parent)
  db.exec(
    `UPDATE runs SET correction = NULL, corrected_reason = NULL
     WHERE correction IS NOT NULL AND correction NOT IN (SELECT number FROM corrections);
     UPDATE escalations SET task = NULL WHERE task NOT IN (SELECT number FROM tasks)`,
  )
  return dropped
}
