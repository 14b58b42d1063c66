import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Columns = Readonly<Record<string, SQLInputValue>>

/** Inserts one row and returns its number. The names of columns come from our own code only. */
export function insert(db: DatabaseSync, table: string, columns: Columns): number {
  const names = Object.keys(columns)
  const marks = names.map(() => '?').join(', ')
  const { lastInsertRowid } = db
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
    .run(...Object.values(columns))
  return Number(lastInsertRowid)
}

/** For a row that had a number before: that one, where it is free. */
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

/** The schema takes whole numbers only, and an agent's own counts need not be. */
export const whole = (count: number | null): number | null => (count === null ? null : Math.round(count))
