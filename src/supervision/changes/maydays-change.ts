/** Distinguishes Mayday's own writes in a work tree from those of an agent. */
import { lstatSync, realpathSync, type BigIntStats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runGit } from '../../record/run-git.ts'
import { digestOf, isOwnChange, isOwnOutput, stampOf, type OwnWrites } from '../../record/own-writes.ts'
import { bytesBelow, rawPath } from '../../record/path-name.ts'
import { readPlain } from '../../record/plain-file.ts'
import type { Baseline, FileState } from './baseline.ts'

/** Returns Mayday's writes so far. */
export type ReadOwn = () => OwnWrites

export const noWrites: ReadOwn = () => ({ writes: [], touches: [] })

type Measured = Exclude<Baseline, { kind: 'unknown' }>

/**
 * Whether only Mayday changed a path (written as by `showPath`). `seen` was read after the tree, so it names
 * every file that Mayday can have changed. Mayday may write again, so `own` is read again after the file.
 */
export async function isMaydays(
  path: string,
  baseline: Measured,
  { seen, own }: { readonly seen: OwnWrites; readonly own: ReadOwn },
): Promise<boolean> {
  const place = bytesBelow(baseline.root, rawPath(path))
  const stats = statsOf(place)
  if (stats !== null && isOwnOutput(stats)) return true
  const real = realPlace(place.toString())
  if (!seen.writes.some((write) => write.path === real)) return false
  const start = await startOf(path, baseline)
  if (start === null) return false
  const now = start.by === 'stamp' ? stampNow(place) : digestNow(place)
  const here = own().writes.filter((write) => write.path === real)
  return isOwnChange(here, { ...start, now })
}

/** The state of a file at the start; `start` is null if the file did not exist. */
type Start = { readonly by: 'digest' | 'stamp'; readonly start: string | null }

/** Null if the state at the start is not known. */
async function startOf(path: string, baseline: Measured): Promise<Start | null> {
  if (baseline.kind === 'bytes') return null
  if (baseline.kind === 'scan')
    return { by: 'stamp', start: baseline.files.find(([name]) => name === path)?.[1] ?? null }
  const dirty = baseline.dirty.find(([name]) => name === path)
  if (dirty !== undefined) return startOfDirty(dirty[1])
  if (baseline.commit === null) return { by: 'digest', start: null }
  const bytes = await runGit(['cat-file', 'blob', `${baseline.commit}:${path}`], baseline.root)
  return { by: 'digest', start: bytes === null ? null : digestOf(bytes) }
}

/** Uses the stamp if the content was too large to read. */
function startOfDirty(state: FileState): Start {
  if (state === null) return { by: 'digest', start: null }
  if (state.content !== null) return { by: 'digest', start: state.content }
  const { size, mtimeNs, mode } = state
  return { by: 'stamp', start: `${size} ${mtimeNs} ${mode.toString(8)}` }
}

function stampNow(place: Buffer): string | null {
  const stats = statsOf(place)
  return stats === null ? null : stampOf(stats)
}

const digestNow = (place: Buffer): string | null =>
  statsOf(place)?.isFile() === true ? digestOf(readPlain(place)) : null

function statsOf(place: Buffer): BigIntStats | null {
  return lstatSync(place, { bigint: true, throwIfNoEntry: false }) ?? null
}

/** Resolves only the folder: a deleted file has no real path. */
function realPlace(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

/** Whether a path is as Mayday left it, for liveness. `own` is read at each call, so after the walk saw the path. */
export const isUntouched = (own: ReadOwn, path: string, stats: BigIntStats): boolean => {
  if (isOwnOutput(stats)) return true
  const { writes, touches } = own()
  return stats.isDirectory()
    ? touches.some(({ folder, mtimeNs }) => folder === path && mtimeNs === `${stats.mtimeNs}`)
    : writes.some((write) => write.path === path && write.after?.stamp === stampOf(stats))
}
