import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { explainDisk } from './disk-error.ts'
import { noteOwnWrite, noteTouchedFolder } from './own-writes.ts'
import { codeOf, readPlain } from './plain-file.ts'
import { replaceBy, syncFolder, tempName } from './write-whole.ts'

export { codeOf } from './plain-file.ts'

/** No file that people and agents read is larger. Reading more would only take time. */
export const MOST_FILE_BYTES: number = 16 * 1024 * 1024

/** `before` is the content that was read; null if there was no file. */
export type Change = { readonly before: Buffer | null; readonly after: Buffer }

export type ReplaceOptions = {
  /**
   * The project's record. The new file is prepared there, and the write is noted as Mayday's own. Without it the file
   * is prepared beside the old one, where a crash may leave it in a work tree.
   */
  readonly record?: string
}

/**
 * Atomically replaces a person's file, with its mode and owner. False if the file was changed since it was read; then
 * nothing is done. `target` is a real path: a link that appears there is not followed.
 */
export function replaceFile(target: string, change: Change, { record }: ReplaceOptions = {}): boolean {
  if (record === undefined) return replaceFrom(dirname(target), target, change)
  try {
    return replaceFrom(record, target, change, record)
  } catch (error) {
    // The record is on another file system or missing. The file is prepared beside the target instead.
    if (codeOf(error) !== 'EXDEV' && codeOf(error) !== 'ENOENT') throw error
    return replaceFrom(dirname(target), target, change, record)
  }
}

function replaceFrom(folder: string, target: string, { before, after }: Change, record?: string): boolean {
  const temp = join(folder, `.${tempName(target)}`)
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
      replaceBy(temp, target)
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

/** If root runs Mayday in another user's folder, the files keep their owner. */
function beLike(temp: string, target: string): void {
  const wanted = lstatSync(target)
  const made = lstatSync(temp)
  if (process.getuid?.() === 0 && (made.uid !== wanted.uid || made.gid !== wanted.gid))
    chownSync(temp, wanted.uid, wanted.gid)
  chmodSync(temp, wanted.mode & 0o7777)
}

/** Null if the file is missing. Anything except a regular file of sensible size is an error. */
export function readOrNull(path: string): Buffer | null {
  try {
    return readPlain(path, MOST_FILE_BYTES)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
