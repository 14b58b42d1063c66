import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite'

export type Columns = Readonly<Record<string, SQLInputValue>>

/** Inserts one row and returns its number. Column names come only from our own code. */
export const insert = (db: DatabaseSync, table: string, columns: Columns): number =>
  Number(put(db, `INSERT INTO ${table}`, columns).lastInsertRowid)

/** Like `insert`, if the row may already exist. False if nothing changed. */
export const insertUnless = (db: DatabaseSync, table: string, columns: Columns, conflict: string): boolean =>
  put(db, `INSERT INTO ${table}`, columns, `ON CONFLICT ${conflict}`).changes === 1

/** Replaces a row with the same key. */
export const replace = (db: DatabaseSync, table: string, columns: Columns): void =>
  void put(db, `INSERT OR REPLACE INTO ${table}`, columns)

function put(db: DatabaseSync, into: string, columns: Columns, conflict = ''): StatementResultingChanges {
  const names = Object.keys(columns)
  const marks = names.map(() => '?').join(', ')
  return db
    .prepare(`${into} (${names.join(', ')}) VALUES (${marks}) ${conflict}`)
    .run(...Object.values(columns))
}

/** The previous number of a row, if it is free. */
export function numbered(db: DatabaseSync, table: 'tasks' | 'runs', wanted: number | undefined): Columns {
  if (wanted === undefined) return {}
  const isTaken = db.prepare(`SELECT 1 FROM ${table} WHERE number = ?`).get(wanted) !== undefined
  return isTaken ? {} : { number: wanted }
}

/** Changes one run. */
export function updateRun(db: DatabaseSync, run: number, columns: Columns): void {
  const sets = Object.keys(columns).map((name) => `${name} = ?`)
  db.prepare(`UPDATE runs SET ${sets.join(', ')} WHERE number = ?`).run(...Object.values(columns), run)
}

/** The schema takes only integers, and an agent's own counts need not be integers. */
export const whole = (count: number | null): number | null => (count === null ? null : Math.round(count))
