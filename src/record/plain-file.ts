/**
 * Opens files that an agent or a repository may have replaced by something else.
 *
 * P1 Only a regular file is opened. A pipe, a device, a socket
 * or a folder is an error, and Mayday does not wait for it.
 * P2 If the last part of a path is a link, it is not followed. Hard links look like any file and are not detected.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { MaydayError } from '../errors.ts'

/** Only the owner may read the files of a run. */
export const OWNER_ONLY = 0o600

/** The code of an error of the system; '' for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** A path that is not UTF-8 is kept as bytes. */
type FilePath = string | Buffer

/** Something other than a regular file is in the place of one. */
export class NotPlainFileError extends MaydayError {
  /** What it is: `a pipe`. */
  readonly what: string

  constructor(path: FilePath, what: string, options?: ErrorOptions) {
    super(
      'NOT_A_PLAIN_FILE',
      `${String(path)} is ${what}, and Mayday expects a regular file. Move it away, then try again.`,
      options,
    )
    this.what = what
  }
}

/** The system's errors for opening something other than a file (P1, P2). */
const REFUSALS: ReadonlySet<string> = new Set([
  'ELOOP',
  'EMLINK',
  'EISDIR',
  'ENXIO',
  'ENODEV',
  'EOPNOTSUPP',
  'ENOTSUP',
])

const READ_ONLY = constants.O_RDONLY

/** Opens a regular file (P1, P2). For a missing or forbidden file it throws the system's error. */
export function openPlain(path: FilePath, flags: number = READ_ONLY): number {
  const file = openUnfollowed(path, flags)
  const found = fstatSync(file)
  if (found.isFile()) return file
  closeSync(file)
  throw new NotPlainFileError(path, kindOf(found))
}

function openUnfollowed(path: FilePath, flags: number): number {
  try {
    // Does not wait for the other end of a pipe.
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, OWNER_ONLY)
  } catch (error) {
    if (!REFUSALS.has(codeOf(error))) throw error
    const found = lstatSync(path, { throwIfNoEntry: false })
    // A link or a folder further up in the path gives the same code.
    if (found === undefined || found.isFile()) throw error
    throw new NotPlainFileError(path, kindOf(found), { cause: error })
  }
}

/** The kind of a file, in a word for people. */
export function kindOf(found: Pick<Stats, 'isSymbolicLink' | 'isDirectory' | 'isFIFO' | 'isSocket'>): string {
  if (found.isSymbolicLink()) return 'a link'
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  return found.isSocket() ? 'a socket' : 'a device'
}

/** The bytes of a regular file. */
export function readPlain(path: FilePath, mostBytes: number = Number.POSITIVE_INFINITY): Buffer {
  const file = openPlain(path)
  try {
    const { size } = fstatSync(file)
    if (size > mostBytes) throw new TooLargeError(path, size, mostBytes)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** The file is larger than any file of its kind. */
export class TooLargeError extends MaydayError {
  constructor(path: FilePath, size: number, mostBytes: number) {
    super(
      'FILE_TOO_LARGE',
      `${String(path)} has ${size} bytes, and Mayday reads at most ${mostBytes} of it. Make it smaller.`,
    )
  }
}

/** The text of a regular file; null if it is missing or cannot be read. The caller knows what that means. */
export function readPlainText(path: string): string | null {
  try {
    return readPlain(path).toString('utf8')
  } catch {
    // The file is missing, not readable, or not regular. In each case there is no text.
    return null
  }
}

/** Appends to a regular file, which is made if it is missing. */
export function appendPlain(path: string, text: string | Buffer): void {
  const file = openPlain(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT)
  try {
    writeAll(file, typeof text === 'string' ? Buffer.from(text) : text)
  } finally {
    closeSync(file)
  }
}

/** Makes an empty file if it is missing. */
export const touchPlain = (path: string): void =>
  closeSync(openPlain(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT))

export function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** Makes a folder of Mayday's if it is missing. A link in its place is renamed: Mayday must not empty its target. */
export function makeOwnFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) moveAside(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Renames a file to a new name beside it. */
export const moveAside = (path: string): void => {
  const { randomBytes } = process.getBuiltinModule('node:crypto')
  renameSync(path, `${path}.aside-${randomBytes(4).toString('hex')}`)
}

/**
 * If something other than a regular file has the name of one of Mayday's files, it is renamed, so that the file can
 * be written. Nothing is deleted and no link is followed.
 */
export function clearWay(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) moveAside(path)
}
