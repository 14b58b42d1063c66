/**
 * Converts rows to records. One invalid row does not make the other rows unreadable.
 *
 * B1 In a list an invalid row is left out and reported, once per connection.
 * B2 If the row was requested by name, it is an error that names it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { BadRowError } from '../store-errors.ts'
import type { Row } from './row.ts'

export type BadRow = { readonly row: string; readonly why: string }

const listeners = new WeakMap<DatabaseSync, (bad: BadRow) => void>()

/** Registers a listener for rows that cannot be read. */
export function onBadRows(db: DatabaseSync, listener: (bad: BadRow) => void): void {
  const told = new Set<string>()
  listeners.set(db, (bad) => {
    if (told.has(bad.row)) return
    told.add(bad.row)
    listener(bad)
  })
}

/** B1. */
export function readRows<T>(
  db: DatabaseSync,
  table: string,
  rows: readonly Row[],
  recordOf: (row: Row) => T,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [recordOf(row)]
    } catch (error) {
      listeners.get(db)?.({ row: nameOf(table, row), why: reasonOf(error) })
      return []
    }
  })
}

/** B2. */
export function readRow<T>(table: string, row: Row, recordOf: (row: Row) => T): T {
  try {
    return recordOf(row)
  } catch (error) {
    throw new BadRowError(nameOf(table, row), reasonOf(error), { cause: error })
  }
}

/** Only errors that the values of a row cause. Any other error is a bug. */
function reasonOf(error: unknown): string {
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)
    return error.message
  throw error
}

const nameOf = (table: string, row: Row): string =>
  `row ${String(row['number'] ?? row['key'] ?? row['name'] ?? '?')} of ${table}`
