import { lstatSync, renameSync } from 'node:fs'

/** Identifies the file at a path, without following a link; null if there is none. */
export function fileIdentity(path: string): string | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

export const isThere = (path: string): boolean => fileIdentity(path) !== null

/** Files that SQLite opens beside a database. */
export const companionEnds = ['-wal', '-shm', '-journal'] as const

const ENDS = ['', ...companionEnds]

/** Renames a database and its journals, if they exist, and returns the new name. */
export function setAside(path: string, at: Date): string {
  const aside = freeName(path, at)
  for (const end of ENDS) if (isThere(path + end)) renameSync(path + end, aside + end)
  return aside
}

/** A file that was set aside before is never replaced. */
function freeName(path: string, at: Date): string {
  const name = `${path}.corrupt-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`
    if (ENDS.every((end) => !isThere(free + end))) return free
  }
}
