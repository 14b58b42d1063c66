/** Files of the system that only root may read, for a sandbox that root starts. */
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { SYSTEM } from './hidden-places.ts'

export type PrivateEntry = { readonly path: string; readonly isFolder: boolean }

/** Where the system, and what is installed beside it, keep such files. */
const LOOKED_INTO = ['/etc', '/opt', '/usr/local', '/var']

/** What has more in it is hidden as a whole: nobody waits for a million files to be looked at. */
const MOST_ENTRIES = 20_000

/**
 * Root's files stay root's in a sandbox that root starts: without any capability it may still read what it owns. What
 * everybody else may not read is hidden then. For any other user there is nothing to do: the system refuses it.
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
    // It is not there, or not even root may look into it: the sandbox cannot either.
    return []
  }
}
