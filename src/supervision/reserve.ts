/**
 * Disk space that a run reserves for its own end.
 *
 * E1 It is taken before the worker starts and released when the run ends.
 * E2 If the disk is full, it is released at once. Then the events, the result and the database have space that the
 * worker cannot use.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { explainDisk, isDiskFull } from '../record/disk-error.ts'
import { OWNER_ONLY } from '../record/plain-file.ts'

/** Enough for a result of some kilobytes, and the pages that the database writes for it. */
const RESERVE_BYTES = 256 * 1024

/** A disk with less free space counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024

export class Reserve {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  hold(): void {
    rmSync(this.#path, { force: true })
    // Random: a file system that compresses would reserve no space for zeros.
    writeFileSync(this.#path, randomBytes(RESERVE_BYTES), { mode: OWNER_ONLY, flag: 'wx' })
  }

  /** False if it was already released. */
  release(): boolean {
    const isHeld = existsSync(this.#path)
    rmSync(this.#path, { force: true })
    return isHeld
  }

  /**
   * E2. `path` names the file for the error message. `again`
   * writes after a failed try, which may have left a partial line.
   */
  spend(path: string, write: () => void, again: () => void = write): void {
    try {
      write()
    } catch (error) {
      if (!isDiskFull(error) || !this.release()) throw explainDisk(error, path)
      try {
        again()
      } catch (still) {
        throw explainDisk(still, path)
      }
    }
  }
}

/** The proof that a disk is full: the first of these folders without free space. */
export function fullDisk(folders: readonly string[]): string | null {
  for (const folder of folders) {
    const free = freeBytes(folder)
    if (free !== null && free < FULL_BELOW_BYTES)
      return `the disk of ${folder} is full (${Math.floor(free / 1024)} KiB free)`
  }
  return null
}

/** How many bytes this user can still write; null if the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bfree, bsize } = statfsSync(folder)
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize
  } catch {
    // The folder is gone or cannot be queried. The caller ignores it.
    return null
  }
}
