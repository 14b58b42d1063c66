/**
 * Room on the disk that a run holds for its own end.
 *
 * E1 It is taken before the worker starts and given back when the run ends. E2 When the disk is full it is given back
 * at once: the events, the result and the database get what the worker cannot.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { explainDisk, isDiskFull } from '../record/disk-error.ts'
import { OWNER_ONLY } from '../record/plain-file.ts'

/** A result of some kilobytes, and the pages that the database writes for it. */
const RESERVE_BYTES = 256 * 1024

/** So little is left only where somebody has just been refused. */
const FULL_BELOW_BYTES = 1024 * 1024

export class Reserve {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  hold(): void {
    rmSync(this.#path, { force: true })
    // Random: a file system that compresses would keep zeros for nothing.
    writeFileSync(this.#path, randomBytes(RESERVE_BYTES), { mode: OWNER_ONLY, flag: 'wx' })
  }

  /** False where it is given back already. */
  release(): boolean {
    const isHeld = existsSync(this.#path)
    rmSync(this.#path, { force: true })
    return isHeld
  }

  /** E2. `path` is what is written, for the sentence; `again` writes after a try that may have left a piece. */
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

/** What proves that a disk is full: the first of these folders that has nothing left. */
export function fullDisk(folders: readonly string[]): string | null {
  for (const folder of folders) {
    const free = freeBytes(folder)
    if (free !== null && free < FULL_BELOW_BYTES)
      return `the disk of ${folder} is full (${Math.floor(free / 1024)} KiB free)`
  }
  return null
}

/** What this user can still write; null where the system does not tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bfree, bsize } = statfsSync(folder)
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize
  } catch {
    // It is gone, or cannot be asked: the caller makes nothing of it.
    return null
  }
}
