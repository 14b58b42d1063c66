import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packageRoot } from '../package-root.ts'
import { StoreError } from '../store-errors.ts'
import { isBusy } from './sqlite-error.ts'

/** Number of files in migrations/, known here so that a start reads no folder. */
export const SCHEMA_VERSION = 3

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

/** Opens the file, made for its owner only, and brings it to today's schema. */
export function openDatabase(path: string, busyTimeoutMs: number): DatabaseSync {
  return retryWhileBusy(() => {
    closeSync(openSync(path, 'a', 0o600))
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

function prepare(db: DatabaseSync, path: string): void {
  const version = versionOf(db)
  if (version > SCHEMA_VERSION)
    throw new StoreError(
      'STORE_NEWER',
      `The store at ${path} was written by a newer Mayday (schema ${version}, this one knows ${SCHEMA_VERSION}). Update Mayday.`,
    )
  if (version === 0) db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = NORMAL')
  if (version < SCHEMA_VERSION) migrate(db)
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
