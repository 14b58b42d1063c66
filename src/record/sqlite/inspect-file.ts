import { closeSync, constants, fstatSync, lstatSync, readSync } from 'node:fs'
import { codeOf, kindOf, NotPlainFileError, openPlain } from '../plain-file.ts'
import { StoreDamagedError } from '../store-errors.ts'
import { companionEnds } from './set-aside.ts'

/** The first bytes of every database. */
export const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

/**
 * Bytes 18 and 19 of the file: the SQLite versions that may write and read it. A value above 2 makes it read-only.
 */
const VERSIONS = [18, 19]

/**
 * Checks a database without SQLite, which would follow links,
 * hang on a pipe, and treat an empty file as a new database.
 */
export function inspectFile(path: string, flags: number = constants.O_RDWR): 'missing' | 'there' {
  for (const end of companionEnds) requirePlain(path + end)
  let file: number
  try {
    file = openPlain(path, flags)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing'
    throw error
  }
  try {
    requireHeader(path, file)
    return 'there'
  } finally {
    closeSync(file)
  }
}

function requirePlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) throw new NotPlainFileError(path, kindOf(found))
}

function requireHeader(path: string, file: number): void {
  const { size } = fstatSync(file)
  if (size === 0) throw new StoreDamagedError(path, 'it is empty')
  const header = Buffer.alloc(HEADER_BYTES)
  const bytes = readSync(file, header, 0, HEADER_BYTES, 0)
  if (bytes < HEADER_BYTES) throw new StoreDamagedError(path, `only ${bytes} bytes are left of it`)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new StoreDamagedError(path, 'it is not a SQLite database')
  if (VERSIONS.some((at) => (header[at] ?? 0) > 2))
    throw new StoreDamagedError(path, 'its header has an unknown SQLite version')
}
