/**
 * Changes single files of a work tree.
 *
 * B1 Nothing is changed behind a link. An agent may have replaced a folder by a link that leads anywhere.
 */
import { chmodSync, constants, createWriteStream, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { bytesBelow, showPath, type RawPath } from '../../record/path-name.ts'
import type { Captured } from './capture.ts'
import { Disk } from './disk-file.ts'
import { SnapshotError } from './snapshot.ts'

/** B1. */
function ownPath(top: string, path: RawPath): Buffer {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  if (folder !== '' && !new Disk(top).isFolder(folder))
    throw new SnapshotError(
      'RESTORE_FAILED',
      `${showPath(folder)} is not a folder of the work tree, so nothing is written below it.`,
    )
  return bytesBelow(top, path)
}

/** Removes a file. Folders stay. */
export const removeBelow = (top: string, path: RawPath): void => rmSync(ownPath(top, path), { force: true })

export function chmodBelow(top: string, path: RawPath, mode: number): void {
  if (new Disk(top).look(path)?.kind === 'file') chmodSync(ownPath(top, path), mode)
}

/**
 * Writes the exact bytes of a blob to a path, as a new file. Another hard link to the old file keeps the old content.
 */
export async function writeBlob(
  { git, scratch }: Captured,
  { path, id, mode }: { readonly path: RawPath; readonly id: string; readonly mode: number },
): Promise<void> {
  const copy = scratch.file('blob')
  const child = await git.start(['cat-file', 'blob', id])
  child.stderr?.resume()
  const ended = new Promise<number | null>((done) => child.on('close', done))
  if (child.stdout !== null) await pipeline(child.stdout, createWriteStream(copy))
  if ((await ended) !== 0) throw new SnapshotError('GIT_FAILED', `git cannot read the object ${id}.`)
  const full = ownPath(git.place.top, path)
  rmSync(full, { force: true })
  // Exclusive: a file or link that was created in the meantime is not overwritten.
  await copyFile(copy, full, constants.COPYFILE_EXCL)
  chmodSync(full, mode)
}
