import { MaydayError } from '../../errors.ts'
import { StoreDamagedError, StoreError } from '../store-errors.ts'

/** SQLite's primary result codes. An extended code has its primary code in the low byte. */
const ERROR = 1
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const FORMAT = 24
const NOTADB = 26

/** The primary result code of an SQLite error; null for any other error. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === BUSY || code === LOCKED
}

/** The file is shorter than its header says. An extended code. */
const SHORT_READ = 522

const DAMAGE: ReadonlySet<number> = new Set([CORRUPT, FORMAT, NOTADB])

/** SQLite's messages for a wrong schema. */
const WRONG_SCHEMA =
  /^no such (?:table|column|view)|already exists$|^duplicate column name|^malformed database schema|^unsupported file format|has no column named/

/** What is wrong with the database, if the error says so; null for any other error. */
export function damageIn(error: unknown): string | null {
  if (error instanceof StoreDamagedError) return error.why
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return 'it holds a number that Mayday never writes'
  const code = codeOf(error)
  if (code === null || !(error instanceof Error)) return null
  const isShort = 'errcode' in error && error.errcode === SHORT_READ
  const isWrong = code === ERROR && WRONG_SCHEMA.test(error.message)
  return DAMAGE.has(code) || isShort || isWrong ? error.message : null
}

export const isCorrupt = (error: unknown): boolean => damageIn(error) !== null

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
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EIO', broken],
])

/** Whether the file can still be read. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof StoreError && error.code === 'STORE_READ_ONLY'

/** Converts an error of SQLite or the system to a MaydayError; returns every other error unchanged. */
export function explainSqlite(error: unknown, path: string): unknown {
  if (error instanceof MaydayError) return error
  const damage = damageIn(error)
  if (damage !== null) return new StoreDamagedError(path, damage, { cause: error })
  const system = error instanceof Error && 'code' in error ? error.code : null
  const found = bySqliteCode.get(codeOf(error) ?? 0) ?? bySystemCode.get(system)
  return found === undefined ? error : new StoreError(found[0], found[1](path), { cause: error })
}
