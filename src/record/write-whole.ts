import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainDisk } from './disk-error.ts'
import { codeOf, kindOf, NotPlainFileError, OWNER_ONLY, writeAll } from './plain-file.ts'

/** A name beside a file that no other process can have made in advance. */
export const tempName = (path: string): string => `${basename(path)}.${randomBytes(6).toString('hex')}.tmp`

/**
 * Writes a file atomically: it is complete or missing, by default also after a power cut. A link in its place is
 * replaced, not followed.
 */
export function writeWhole(
  path: string,
  text: string,
  how: 'synced' | 'unsynced' = 'synced',
  /** The folder of the temporary file, which a killed writer leaves behind. It is on the same disk. */
  tempFolder: string = dirname(path),
): void {
  const temp = join(tempFolder, tempName(path))
  try {
    const file = openSync(temp, 'wx', OWNER_ONLY)
    try {
      writeAll(file, Buffer.from(text))
      if (how === 'synced') fsyncSync(file)
    } finally {
      closeSync(file)
    }
    replaceBy(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw explainDisk(error, path)
  }
  if (how === 'synced') syncFolder(dirname(path))
}

/** Renames a finished file. Only a folder in its place prevents that. */
export function replaceBy(temp: string, path: string): void {
  try {
    renameSync(temp, path)
  } catch (error) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (codeOf(error) !== 'EISDIR' || found === undefined) throw error
    throw new NotPlainFileError(path, kindOf(found), { cause: error })
  }
}

/** Some systems refuse to sync a folder. The file itself is already safe then. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch {
    // EINVAL on file systems without it: the rename is still atomic, but the system decides when it is durable.
  } finally {
    closeSync(folder)
  }
}
