/** System files that only root may read, for a sandbox that root starts. */
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { SYSTEM } from './hidden-places.ts'

export type PrivateEntry = { readonly path: string; readonly isFolder: boolean }

/** Folders in which the system and installed software keep such files. */
const LOOKED_INTO = ['/etc', '/opt', '/usr/local', '/var']

/** A folder with more entries is hidden completely, because a scan would take too long. */
const MOST_ENTRIES = 20_000

/**
 * In a sandbox that root starts, root still owns its files and can read them without any capability. So files that
 * other users cannot read are hidden. For another user nothing is needed: the system refuses access.
 */
export function privateEntries(hidden: readonly string[], uid: number): readonly PrivateEntry[] {
  if (uid !== 0) return []
  const isLeftOut = (path: string): boolean => hidden.includes(path) || SYSTEM.includes(path)
  const tops = entriesIn('/').filter(({ path, stats }) => isPrivate(stats) && !isLeftOut(path))
  const within = LOOKED_INTO.flatMap(entriesIn)
    .filter(({ path }) => !isLeftOut(path))
    .flatMap((entry) => privateWithin(entry, isLeftOut))
  return [...tops.map(ofEntry), ...within]
}

type Entry = { readonly path: string; readonly stats: Stats }

const ofEntry = ({ path, stats }: Entry): PrivateEntry => ({ path, isFolder: stats.isDirectory() })

function privateWithin(top: Entry, isLeftOut: (path: string) => boolean): readonly PrivateEntry[] {
  const found: PrivateEntry[] = []
  const entries = [top]
  for (const entry of entries) {
    if (isPrivate(entry.stats)) found.push(ofEntry(entry))
    else if (entry.stats.isDirectory())
      entries.push(...entriesIn(entry.path).filter(({ path }) => !isLeftOut(path)))
    if (entries.length > MOST_ENTRIES) return [ofEntry(top)]
  }
  return found
}

const isPrivate = (stats: Stats): boolean =>
  stats.isDirectory() ? (stats.mode & 0o005) !== 0o005 : stats.isFile() && (stats.mode & 0o004) === 0

function entriesIn(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path, stats }]
    })
  } catch {
    // The folder is missing, or even root cannot read it. Then the sandbox cannot either.
    return []
  }
}
