import { chmodSync, createWriteStream, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import type { Captured } from './capture.ts'
import { SnapshotError } from './snapshot.ts'

/** A file only; folders stay. */
export const removeBelow = (top: string, path: RawPath): void =>
  rmSync(bytesBelow(top, path), { force: true })

export const chmodBelow = (top: string, path: RawPath, mode: number): void =>
  chmodSync(bytesBelow(top, path), mode)

/** Puts a blob's very bytes at a path, as a new file: another name of the old one keeps what it had. */
export async function writeBlob(
  { git, scratch }: Captured,
  { path, id, mode }: { readonly path: RawPath; readonly id: string; readonly mode: number },
): Promise<void> {
  const copy = scratch.file('blob')
  const child = git.start(['cat-file', 'blob', id])
  child.stderr?.resume()
  const ended = new Promise<number | null>((done) => child.on('close', done))
  if (child.stdout !== null) await pipeline(child.stdout, createWriteStream(copy))
  if ((await ended) !== 0) throw new SnapshotError('GIT_FAILED', `git cannot read the object ${id}.`)
  const full = bytesBelow(git.place.top, path)
  rmSync(full, { force: true })
  await copyFile(copy, full)
  chmodSync(full, mode)
}
