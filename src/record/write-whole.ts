import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainDisk } from './disk-error.ts'

/** Only its owner may read what a run leaves behind. */
export const OWNER_ONLY = 0o600

/** A file that is there whole or not at all; unless told otherwise also after a power cut. */
export function writeWhole(
  path: string,
  text: string,
  how: 'synced' | 'unsynced' = 'synced',
  /** Where a killed writer leaves its piece: a folder of the same disk. */
  tempFolder: string = dirname(path),
): void {
  const temp = join(tempFolder, `${basename(path)}.${process.pid}.tmp`)
  try {
    const file = openSync(temp, 'w', OWNER_ONLY)
    try {
      writeAll(file, Buffer.from(text))
      if (how === 'synced') fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw explainDisk(error, path)
  }
  if (how === 'synced') syncFolder(dirname(path))
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** Some systems refuse to sync a folder; the file itself is safe there by then. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch {
    // EINVAL on file systems without it: the rename is still atomic, only its moment is the system's.
  } finally {
    closeSync(folder)
  }
}
