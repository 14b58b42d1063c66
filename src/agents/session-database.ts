/** Sessions that an agent keeps in an SQLite database. Another program's database is read and never changed. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { readForeign } from '../record/importers/open-foreign.ts'
import type { Row } from '../record/sqlite/row.ts'
import { parseObject } from '../signals/json.ts'
import type { JsonObject } from '../signals/bytes/records.ts'
import type { FoundSession, Listed } from './session-place.ts'
import { orUnreadable } from './session-files.ts'

/** The sessions of a database; a sentence if it cannot be read, nothing if there is none. */
export const listDatabase = (
  path: string,
  list: (db: DatabaseSync) => readonly FoundSession[],
): Iterable<Listed> =>
  orUnreadable(path, () =>
    statSync(path, { throwIfNoEntry: false }) === undefined ? [] : readForeign(path, list),
  )

export const textOf = (row: Row, column: string): string => {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

export const numberOf = (row: Row, column: string): number => {
  const value = row[column]
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

export const jsonOf = (row: Row, column: string): JsonObject => parseObject(textOf(row, column)) ?? {}

/** The key of a session in a database. */
export const keyIn = (path: string, id: string): string => `${path}#${id}`
