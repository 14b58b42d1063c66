import { constants, copyFileSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { inspectFile } from './inspect-file.ts'
import { requireTables, requireVersion } from './open-database.ts'

/**
 * Opens a database that cannot be written: on a read-only disk, or in another user's folder. SQLite reads a database
 * with a write-ahead log only if it can write beside it, so a copy is read.
 */
export function openReadOnly(path: string): DatabaseSync {
  inspectFile(path, constants.O_RDONLY)
  const log = lstatSync(`${path}-wal`, { throwIfNoEntry: false })
  const db = log === undefined || log.size === 0 ? openUnchanging(path) : openCopy(path)
  try {
    requireVersion(db, path)
    requireTables(db, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const openUnchanging = (path: string): DatabaseSync =>
  new DatabaseSync(new URL(`${pathToFileURL(path).href}?immutable=1`), { readOnly: true })

function openCopy(path: string): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-read-'))
  try {
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal']) copyFileSync(path + end, copy + end)
    const db = new DatabaseSync(copy)
    // Opens all of its files. They stay readable after they are unlinked.
    db.prepare('PRAGMA user_version').get()
    return db
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
