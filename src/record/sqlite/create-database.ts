/**
 * Makes databases, one process at a time.
 *
 * M1 A database gets its name when it is whole: nobody opens half a schema, or one into which rows are still copied.
 * M2 Nothing is replaced that is still as others know it: what is damaged gets another name first.
 */
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, OWNER_ONLY, touchPlain } from '../plain-file.ts'
import { syncFolder, tempName } from '../write-whole.ts'
import { salvage, type Salvage } from './salvage.ts'
import { fileIdentity, isThere, setAside } from './set-aside.ts'

export type MakeSchema = (db: DatabaseSync) => void

/** A new database, unless somebody else was faster. */
export function createDatabase(path: string, makeSchema: MakeSchema): void {
  underLock(path, () => {
    if (isThere(path)) return
    // The journal of a database that is gone would be played back into the new one.
    if (isThere(`${path}-wal`) || isThere(`${path}-journal`)) setAside(path, new Date())
    makeWhole(path, makeSchema, () => undefined)
  })
}

/** What became of a damaged database. */
export type Replaced = { readonly keptAs: string; readonly salvaged: Salvage }

/** A new database with what can be read of a damaged one; null where somebody else has replaced that already. */
export function replaceDatabase(
  path: string,
  broken: string | null,
  makeSchema: MakeSchema,
): Replaced | null {
  return underLock(path, () => {
    if (broken === null || fileIdentity(path) !== broken) return null
    const keptAs = setAside(path, new Date())
    return { keptAs, salvaged: makeWhole(path, makeSchema, (temp) => salvage(temp, keptAs)) }
  })
}

/** M1. */
function makeWhole<T>(path: string, makeSchema: MakeSchema, fill: (temp: string) => T): T {
  const temp = join(dirname(path), tempName(path))
  closeSync(openSync(temp, 'wx', OWNER_ONLY))
  try {
    using db = new DatabaseSync(temp)
    makeSchema(db)
    db.close()
    const filled = fill(temp)
    giveName(temp, path)
    return filled
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(temp + end, { force: true })
  }
}

/** M2: a link, other than a rename, replaces nothing. */
function giveName(temp: string, path: string): void {
  try {
    linkSync(temp, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && !NO_LINKS.has(codeOf(error))) throw error
    if (!isThere(path)) renameSync(temp, path)
  }
  syncFolder(dirname(path))
}

/** What file systems without hard links answer. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** How long a process waits while another one makes or replaces the same database. */
const WAIT_MS = 30_000

/** A lock of SQLite's own, which a crash releases. */
function underLock<T>(path: string, act: () => T): T {
  const lockPath = `${path}.repair`
  touchPlain(lockPath)
  const lock = new DatabaseSync(lockPath, { timeout: WAIT_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return act()
  } finally {
    lock.close()
  }
}
