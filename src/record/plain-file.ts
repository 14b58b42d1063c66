/**
 * Opens files that an agent or a repository may have replaced by something else.
 *
 * P1 Only a regular file is opened. A pipe, a device, a socket or a folder is an error, and nothing waits for it.
 * P2 The last part of a path is not followed where it is a link. Hard links look like any file and are not detected.
 */
import { randomBytes } from 'node:crypto'
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

/** Only its owner may read what a run leaves behind. */
export const OWNER_ONLY = 0o600

/** The code of an error of the system; '' for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** A path that is not UTF-8 is kept as its bytes. */
type FilePath = string | Buffer

/** Something else than a regular file stands where Mayday keeps or expects one. */
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

/** What the system says when it is asked to open something else than a file (P1, P2). */
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

/** A descriptor of a regular file (P1, P2). What is missing or not allowed is the system's own error. */
export function openPlain(path: FilePath, flags: number = READ_ONLY, mode: number = OWNER_ONLY): number {
  const file = openUnfollowed(path, flags, mode)
  const found = fstatSync(file)
  if (found.isFile()) return file
  closeSync(file)
  throw new NotPlainFileError(path, kindOf(found))
}

function openUnfollowed(path: FilePath, flags: number, mode: number): number {
  try {
    // Without waiting for the other end of a pipe.
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode)
  } catch (error) {
    if (!REFUSALS.has(codeOf(error))) throw error
    const found = lstatSync(path, { throwIfNoEntry: false })
    // A link or a folder further up in the path has the same code.
    if (found === undefined || found.isFile()) throw error
    throw new NotPlainFileError(path, kindOf(found), { cause: error })
  }
}

/** What something is, in a word for people. */
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

/** No file of this kind is so large. */
export class TooLargeError extends MaydayError {
  constructor(path: FilePath, size: number, mostBytes: number) {
    super(
      'FILE_TOO_LARGE',
      `${String(path)} has ${size} bytes, and Mayday reads at most ${mostBytes} of it. Make it smaller.`,
    )
  }
}

/** The text of a regular file; null where there is none, or one that cannot be read: the caller knows what that means. */
export function readPlainText(path: string): string | null {
  try {
    return readPlain(path).toString('utf8')
  } catch {
    // Missing, not ours to read, or no regular file: in each case there is no text.
    return null
  }
}

/** Adds to the end of a regular file, which is made where there is none. */
export function appendPlain(path: string, text: string | Buffer): void {
  const file = openPlain(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT)
  try {
    writeAll(file, typeof text === 'string' ? Buffer.from(text) : text)
  } finally {
    closeSync(file)
  }
}

/** Makes an empty file where there is none. */
export const touchPlain = (path: string): void =>
  closeSync(openPlain(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT))

export function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** A folder of ours, made where there is none. A link in its place is renamed: what it leads to is not ours to empty. */
export function makeOwnFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) moveAside(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Gives something another name beside its own. */
export const moveAside = (path: string): void =>
  renameSync(path, `${path}.aside-${randomBytes(4).toString('hex')}`)

/**
 * Renames what stands in place of a file of ours and is none, so that the file can be written. Nothing is deleted and
 * nothing is followed.
 */
export function clearWay(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) moveAside(path)
}
