import type { DatabaseSync } from 'node:sqlite'
import { requireTables, requireVersion } from './open-database.ts'
import { findBadRow } from './salvage.ts'
import { damageIn } from './sqlite-error.ts'

/** Checks a whole database. Returns what is broken; null if nothing is. Changes nothing. */
export function findBroken(db: DatabaseSync, path: string): string | null {
  try {
    requireVersion(db, path)
    requireTables(db, path)
    return findBrokenPage(db) ?? findBadRow(db)
  } catch (error) {
    const why = damageIn(error)
    if (why === null) throw error
    return why
  }
}

function findBrokenPage(db: DatabaseSync): string | null {
  const said = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return said === 'ok' ? null : String(said)
}
