/**
 * Rows that are copied from one store to another.
 *
 * R1 An image puts a row in the place of the one with the same key. Other rows stay. R2 Columns that this schema does not
 * have, and generated ones, are left out: another version of Mayday may have written them.
 */
import { liveRunStatuses } from '../run-states.ts'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { copiedTables, keyColumns, type CopiedTable, type RowImage } from '../row-image.ts'
import type { TaskStatus } from '../task-states.ts'
import { number, text } from './row.ts'
import { taskStatusIn } from './task-row.ts'

/** Without generated columns. */
const columnsOf = (db: DatabaseSync, table: CopiedTable): ReadonlySet<string> =>
  new Set(
    db
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map((row) => text(row, 'name')),
  )

type Rows = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>

function toImages(db: DatabaseSync, table: CopiedTable, rows: Rows): RowImage[] {
  const known = columnsOf(db, table)
  return rows.map((row) => ({
    table,
    row: Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        known.has(name) && (value === null || typeof value === 'string' || typeof value === 'number')
          ? [[name, value]]
          : [],
      ),
    ),
  }))
}

const OF_TASK: Readonly<Record<CopiedTable, string>> = {
  tasks: 'number = $task',
  runs: 'task = $task',
  diagnoses: 'run IN (SELECT number FROM runs WHERE task = $task)',
  corrections: 'run IN (SELECT number FROM runs WHERE task = $task)',
  plans: 'task = $task',
  lessons: 'task = $task',
  escalations: 'task = $task OR task IS NULL',
}

export const imagesOf = (db: DatabaseSync, task: number): RowImage[] =>
  copiedTables.flatMap((table) =>
    toImages(db, table, db.prepare(`SELECT * FROM ${table} WHERE ${OF_TASK[table]}`).all({ $task: task })),
  )

/** R1, R2. Tables that others refer to come first. */
export function putImages(db: DatabaseSync, images: readonly RowImage[]): void {
  for (const table of copiedTables) {
    const known = columnsOf(db, table)
    const rows = images.filter((image) => image.table === table)
    // The row that had the place is written first.
    for (const image of rows.toSorted((a, b) => Number(takesPlace(a)) - Number(takesPlace(b))))
      putImage(db, image, known)
  }
}

/** Of each of these there is one: the live run and the pending plan of a task, the open escalation of a cause. */
function takesPlace({ table, row }: RowImage): boolean {
  if (table === 'runs') return liveRunStatuses.some((status) => status === row['status'])
  if (table === 'plans') return row['state'] === 'planned'
  return table === 'escalations' && row['state'] !== 'closed'
}

function putImage(db: DatabaseSync, { table, row }: RowImage, known: ReadonlySet<string>): void {
  const entries = Object.entries(row).filter(([name]) => known.has(name))
  const names = entries.map(([name]) => name)
  const values = entries.map(([, value]): SQLInputValue => value)
  const sets = names.map((name) => `${name} = excluded.${name}`)
  db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (${keyColumns[table]}) DO UPDATE SET ${sets.join(', ')}`,
  ).run(...values)
}

/** Tables whose numbers only need to be unique: no user types them. */
const NUMBERED: readonly string[] = ['diagnoses', 'corrections', 'plans', 'lessons']

export function skipNumbers(db: DatabaseSync, upTo: number, tables: readonly string[] = NUMBERED): void {
  for (const table of tables) {
    const { changes } = db
      .prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
      .run(upTo, table)
    if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, upTo)
  }
}

/** Temporary triggers see only the writes of this connection. */
export function watchRows(db: DatabaseSync): void {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS written (tbl TEXT, number INTEGER, was TEXT, PRIMARY KEY (tbl, number));
     DELETE FROM temp.written`,
  )
  for (const table of copiedTables)
    for (const event of ['INSERT', 'UPDATE'])
      db.exec(
        `CREATE TEMP TRIGGER IF NOT EXISTS written_${table}_${event} AFTER ${event} ON main.${table}
         BEGIN
           INSERT OR IGNORE INTO written
           VALUES ('${table}', new.number, ${table === 'tasks' && event === 'UPDATE' ? 'old.status' : 'NULL'});
         END`,
      )
}

/** The status that each changed task had before. */
export const statusesBefore = (db: DatabaseSync): ReadonlyMap<number, TaskStatus> =>
  new Map(
    db
      .prepare("SELECT number, was AS status FROM temp.written WHERE tbl = 'tasks' AND was IS NOT NULL")
      .all()
      .map((row) => [number(row, 'number'), taskStatusIn(row)]),
  )

export function changedImages(db: DatabaseSync): RowImage[] {
  const written = db.prepare('SELECT tbl, number FROM temp.written').all()
  return copiedTables.flatMap((table) =>
    written
      .filter((row) => text(row, 'tbl') === table)
      .flatMap((row) =>
        toImages(db, table, db.prepare(`SELECT * FROM ${table} WHERE number = ?`).all(number(row, 'number'))),
      ),
  )
}
