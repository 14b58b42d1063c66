/**
 * Opens the database of a record.
 *
 * D1 A database appears complete: it is made under another name and renamed when it has its schema. So an empty file,
 * or one without a version, is always damaged and never incomplete.
 * D2 Only regular files are opened. A file that does not look like a Mayday database is not passed to SQLite.
 * D3 A file whose tables do not fit its version is damaged. It is not migrated.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packageRoot } from '../package-root.ts'
import { StoreDamagedError, StoreError } from '../store-errors.ts'
import { createDatabase, replaceDatabase, type Replaced } from './create-database.ts'
import { inspectFile } from './inspect-file.ts'
import { damageIn, isBusy } from './sqlite-error.ts'
import { TABLES } from './tables.ts'

/** The number of files in migrations/. It is a constant, so that a start does not read the folder. */
export const SCHEMA_VERSION = 7

/** Several processes may make a store at once, and SQLite's own timeout does not cover all of it. */
const OPEN_WITHIN_MS = 15_000

export const migrationsFolder = (): string => join(packageRoot(), 'src/record/migrations')

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function retryWhileBusy<T>(attempt: () => T): T {
  const deadline = performance.now() + OPEN_WITHIN_MS
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      pause(5 + Math.random() * 20)
    }
  }
}

const versionOf = (db: DatabaseSync): number => {
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

/** Opens the file, readable only by its owner, and migrates it to the current schema. */
export function openDatabase(path: string, busyTimeoutMs: number): DatabaseSync {
  return retryWhileBusy(() => {
    if (inspectFile(path) === 'missing') createDatabase(path, makeSchema)
    const db = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    try {
      prepare(db, path)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/** Replaces a damaged database by a new one with its readable rows. */
export const replaceDamaged = (path: string, broken: string | null): Replaced | null =>
  replaceDatabase(path, broken, makeSchema)

/** D1. */
function makeSchema(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL')
  migrate(db)
}

function prepare(db: DatabaseSync, path: string): void {
  const version = versionOf(db)
  if (version > SCHEMA_VERSION)
    throw new StoreError(
      'STORE_NEWER',
      `The store at ${path} was written by a newer Mayday (schema ${version}, this one knows ${SCHEMA_VERSION}). Update Mayday.`,
    )
  requireKnown(version, path)
  db.exec('PRAGMA synchronous = NORMAL')
  if (version < SCHEMA_VERSION) migrateFrom(version, db, path)
  requireTables(db, path)
}

/** D1. */
function requireKnown(version: number, path: string): void {
  if (version < 1) throw new StoreDamagedError(path, `its schema version is ${version}`)
}

/** D3. */
function migrateFrom(version: number, db: DatabaseSync, path: string): void {
  try {
    migrate(db)
  } catch (error) {
    const why = damageIn(error)
    if (why === null) throw error
    const said = `its tables are not those of schema version ${version} (${why})`
    throw new StoreDamagedError(path, said, { cause: error })
  }
}

/** D3. Also used for read-only databases. */
export function requireTables(db: DatabaseSync, path: string): void {
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").all()
  const names = new Set(rows.map(({ name }) => name))
  const missing = TABLES.filter((name) => !names.has(name))
  if (missing.length > 0)
    throw new StoreDamagedError(path, `it has no table ${missing.slice(0, 3).join(', ')}`)
}

/** A read-only database cannot be migrated. */
export function requireVersion(db: DatabaseSync, path: string): void {
  const version = versionOf(db)
  requireKnown(version, path)
  if (version !== SCHEMA_VERSION)
    throw new StoreError(
      'STORE_READ_ONLY',
      `The store at ${path} has schema ${version} and cannot be written, so it cannot be migrated to schema ${SCHEMA_VERSION}. Make it writable.`,
    )
}

function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const folder = migrationsFolder()
    const files = readdirSync(folder).toSorted()
    for (const file of files.slice(versionOf(db), SCHEMA_VERSION))
      db.exec(readFileSync(join(folder, file), 'utf8'))
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
