/**
 * Makes databases, one process at a time.
 *
 * M1 A database gets its name only when it is complete: no process
 * opens half a schema, or a file into which rows are still copied.
 * M2 A usable database is never replaced. A damaged one is renamed first.
 */
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, OWNER_ONLY, touchPlain } from '../plain-file.ts'
import { syncFolder, tempName } from '../write-whole.ts'
import { salvage, type Salvage } from './salvage.ts'
import { fileIdentity, isThere, setAside, companionEnds } from './set-aside.ts'

export type MakeSchema = (db: DatabaseSync) => void

/** Makes a new database, unless another process was faster. */
export function createDatabase(path: string, makeSchema: MakeSchema): void {
  underLock(path, () => {
    if (isThere(path)) return
    // SQLite would replay the journal of a deleted database into the new one.
    if (isThere(`${path}-wal`) || isThere(`${path}-journal`)) setAside(path, new Date())
    makeWhole(path, makeSchema, () => undefined)
  })
}

/** The outcome for a damaged database. */
export type Replaced = { readonly keptAs: string; readonly salvaged: Salvage }

/** Makes a new database with the readable rows of a damaged one; null if another process already replaced it. */
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
    for (const end of ['', ...companionEnds]) rmSync(temp + end, { force: true })
  }
}

/** M2: unlike a rename, a link replaces nothing. */
function giveName(temp: string, path: string): void {
  try {
    linkSync(temp, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && !NO_LINKS.has(codeOf(error))) throw error
    if (!isThere(path)) renameSync(temp, path)
  }
  syncFolder(dirname(path))
}

/** The errors of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** How long a process waits while another one makes or replaces the same database. */
const WAIT_MS = 30_000

/** Uses a lock of SQLite, which a crash releases. */
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
