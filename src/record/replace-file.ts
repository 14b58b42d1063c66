import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainDisk } from './disk-error.ts'
import { noteOwnWrite, noteTouchedFolder } from './own-writes.ts'
import { syncFolder } from './write-whole.ts'

/** `before` is what was read; null where there was no file. */
export type Change = { readonly before: Buffer | null; readonly after: Buffer }

export type ReplaceOptions = {
  /** Where the new file is prepared; by default beside the old one, where a crash may leave it in a work tree. */
  readonly tempFolder?: string
}

/**
 * Puts a file of a person's in place of the one that was read, whole, with its mode and owner. False where somebody else
 * changed it meanwhile; then nothing is done.
 */
export function replaceFile(target: string, change: Change, { tempFolder }: ReplaceOptions = {}): boolean {
  if (tempFolder === undefined) return replaceFrom(dirname(target), target, change)
  try {
    return replaceFrom(tempFolder, target, change, tempFolder)
  } catch (error) {
    // Another file system, or no such folder: only beside the file itself can it be prepared.
    if (codeOf(error) !== 'EXDEV' && codeOf(error) !== 'ENOENT') throw error
    return replaceFrom(dirname(target), target, change, tempFolder)
  }
}

function replaceFrom(folder: string, target: string, { before, after }: Change, record?: string): boolean {
  const temp = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = openSync(temp, 'wx', 0o666)
    try {
      writeFileSync(file, after)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (before !== null) beLike(temp, target)
    const now = readOrNull(target)
    const isSame = now === null ? before === null : before !== null && now.equals(before)
    if (isSame) {
      if (record !== undefined) noteOwnWrite(record, { path: target, temp, before, after })
      renameSync(temp, target)
      if (record !== undefined) noteTouchedFolder(record, target)
      syncFolder(dirname(target))
    }
    return isSame
  } catch (error) {
    throw explainDisk(error, target)
  } finally {
    rmSync(temp, { force: true })
  }
}

/** Somebody who runs Mayday as root in a folder of others leaves them their files. */
function beLike(temp: string, target: string): void {
  const wanted = statSync(target)
  const made = statSync(temp)
  if (process.getuid?.() === 0 && (made.uid !== wanted.uid || made.gid !== wanted.gid))
    chownSync(temp, wanted.uid, wanted.gid)
  chmodSync(temp, wanted.mode & 0o7777)
}

export function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
