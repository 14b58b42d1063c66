import type { DatabaseSync } from 'node:sqlite'
import { number, text } from './row.ts'

export function readSetting(db: DatabaseSync, name: string): string | null {
  const row = db.prepare('SELECT value FROM settings WHERE name = ?').get(name)
  return row === undefined ? null : text(row, 'value')
}

/** Null deletes it. */
export function writeSetting(db: DatabaseSync, name: string, value: string | null): void {
  if (value === null) db.prepare('DELETE FROM settings WHERE name = ?').run(name)
  else db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
}

/** The name of the file that this database replaced, until the runs of that file are imported again. */
const SET_ASIDE = 'set-aside'

export const rememberSetAside = (db: DatabaseSync, keptAs: string): void =>
  writeSetting(db, SET_ASIDE, keptAs)

export const setAsideBefore = (db: DatabaseSync): string | null => readSetting(db, SET_ASIDE)

export const forgetSetAside = (db: DatabaseSync): void => writeSetting(db, SET_ASIDE, null)

/** Changes after another connection has committed. */
export function dataVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA data_version').get()
  return row === undefined ? 0 : number(row, 'data_version')
}

/** All settings whose names begin with this. */
export const settingsUnder = (db: DatabaseSync, prefix: string): [string, string][] =>
  db
    .prepare('SELECT name, value FROM settings WHERE name >= ? AND name < ?')
    .all(prefix, `${prefix}~`)
    .map((row) => [text(row, 'name'), text(row, 'value')])
