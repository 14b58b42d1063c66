import { StoreError } from '../store-errors.ts'

/** SQLite's primary result codes; an extended code carries its primary one in the low byte. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

/** The primary result code of an error of SQLite, null for any other error. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === BUSY || code === LOCKED
}

export const isCorrupt = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === CORRUPT || code === NOTADB
}

type Told = readonly [code: string, sentence: (path: string) => string]

const busy: Told = ['STORE_BUSY', (path) => `The store at ${path} is locked by another process. Try again.`]
const readOnly: Told = [
  'STORE_READ_ONLY',
  (path) => `The store at ${path} cannot be written. Check who owns it and its folder.`,
]
const full: Told = [
  'STORE_FULL',
  (path) => `The disk that holds ${path} is full. Make room, e.g.: mayday clean`,
]
const broken: Told = ['STORE_IO', (path) => `The disk failed under ${path}. Check the disk, then try again.`]

const bySqliteCode: ReadonlyMap<number, Told> = new Map([
  [BUSY, busy],
  [LOCKED, busy],
  [READONLY, readOnly],
  [CANTOPEN, readOnly],
  [FULL, full],
  [IOERR, broken],
])

const bySystemCode: ReadonlyMap<unknown, Told> = new Map([
  ['EACCES', readOnly],
  ['EPERM', readOnly],
  ['EROFS', readOnly],
  ['ENOTDIR', readOnly],
  ['EEXIST', readOnly],
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EIO', broken],
])

/** An error of SQLite or the system in words of ours; everything else stays what it is. */
export function explainSqlite(error: unknown, path: string): unknown {
  const system = error instanceof Error && 'code' in error ? error.code : null
  const found = bySqliteCode.get(codeOf(error) ?? 0) ?? bySystemCode.get(system)
  return found === undefined ? error : new StoreError(found[0], found[1](path), { cause: error })
}
