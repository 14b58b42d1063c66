import { copyFileSync, existsSync, closeSync, mkdtempSync, readSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Row } from '../sqlite/row.ts'
import { pathToFileURL } from 'node:url'
import { UnreadableInputError } from '../../errors.ts'
import { NotPlainFileError, openPlain } from '../plain-file.ts'
import { MAGIC } from '../sqlite/inspect-file.ts'
import { companionEnds } from '../sqlite/set-aside.ts'

export class NotDatabaseError extends UnreadableInputError {
  constructor(path: string) {
    super(`${path} is not a SQLite database. Give the path of one.`)
  }
}

/** Byte 18 of the file is 2 if changes go to a `-wal` file first. */
const WRITE_VERSION = 18

/** SQLite would hang on a pipe in place of one of its files. */
function requirePlainCompanions(path: string): void {
  for (const companion of companionEnds.map((end) => path + end).filter((file) => existsSync(file)))
    closeSync(openForeign(companion))
}

function openForeign(path: string): number {
  try {
    return openPlain(realpathSync(path))
  } catch (error) {
    if (error instanceof NotPlainFileError)
      throw new UnreadableInputError(
        `Cannot read ${path} as a file. It is ${error.what}; give the path of a database.`,
        {
          cause: error,
        },
      )
    throw new UnreadableInputError(`Cannot read ${path}. Give the path of an existing database.`, {
      cause: error,
    })
  }
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(100)
  const file = openForeign(path)
  try {
    readSync(file, header, 0, header.length, 0)
  } catch (error) {
    throw new UnreadableInputError(`Cannot read ${path} as a file. Give the path of a database.`, {
      cause: error,
    })
  } finally {
    closeSync(file)
  }
  return header
}

const isOurs = (error: unknown): boolean => error instanceof UnreadableInputError

/**
 * Reads another program's database and changes no file of it: a plain read-only connection would make `-wal` and `-shm`
 * files, or write into them. A journal that a crash left is replayed in a copy.
 */
export function readForeign<T>(path: string, read: (db: DatabaseSync) => T): T {
  const header = readHeader(path)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new NotDatabaseError(path)
  requirePlainCompanions(path)
  if (header[WRITE_VERSION] === 2 && !existsSync(`${path}-wal`))
    return readOnly(`${url(path)}?immutable=1`, read)
  if (header[WRITE_VERSION] === 2 && !existsSync(`${path}-shm`)) return readCopy(path, ['-wal'], read)
  try {
    return readShared(path, read)
  } catch (error) {
    if (isOurs(error) || !existsSync(`${path}-journal`)) throw error
    return readCopy(path, ['-journal'], read)
  }
}

/** The rows of a statement. An integer that is too large for a number is rounded and does not end the reading. */
export function foreignRows(db: DatabaseSync, sql: string, ...values: readonly string[]): readonly Row[] {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  const rows = statement.all(...values)
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = Number(value)
  return rows
}

const url = (path: string): string => pathToFileURL(path).href

function readOnly<T>(address: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(new URL(address), { readOnly: true, timeout: 5000 })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** SQLITE_READONLY_CANTLOCK: its program is at work, and nobody may read beside it without a mark in `-shm`. */
const CANNOT_LOCK = 520

function readShared<T>(path: string, read: (db: DatabaseSync) => T): T {
  try {
    return readOnly(`${url(path)}?readonly_shm=1`, read)
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === CANNOT_LOCK)) throw error
    return readOnly(url(path), read)
  }
}

function readCopy<T>(path: string, more: readonly string[], read: (db: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-import-'))
  try {
    const copy = join(folder, 'copy.db')
    for (const end of ['', ...more]) copyFileSync(path + end, copy + end)
    const db = new DatabaseSync(copy)
    try {
      return read(db)
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
