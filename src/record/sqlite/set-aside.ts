import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Which file a path names now; null where there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/** How long a process waits while another one sets the same file aside. */
const WAIT_MS = 10_000

/**
 * Renames a broken database with its journal and returns its new name. Two processes may find the same damage: under
 * a lock of SQLite's own (which a crash releases) only the one that still sees the broken file renames it, and the
 * other gets null.
 */
export function setAside(path: string, broken: string | null, at: Date): string | null {
  const lockPath = `${path}.repair`
  closeSync(openSync(lockPath, 'a', 0o600))
  const lock = new DatabaseSync(lockPath, { timeout: WAIT_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    if (broken === null || fileIdentity(path) !== broken) return null
    const aside = `${path}.corrupt-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    for (const end of ['-wal', '-shm', '']) renameIfThere(path + end, aside + end)
    return aside
  } finally {
    lock.close()
  }
}

function renameIfThere(from: string, to: string): void {
  if (fileIdentity(from) !== null) renameSync(from, to)
}
