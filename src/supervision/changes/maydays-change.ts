/** Tells Mayday's own writes in a work tree from an agent's. */
import { lstatSync, realpathSync, type BigIntStats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runGit } from '../../record/run-git.ts'
import { digestOf, isOwnChange, isOwnOutput, stampOf, type OwnWrites } from '../../record/own-writes.ts'
import { bytesBelow, rawPath } from '../../record/path-name.ts'
import { readPlain } from '../../record/plain-file.ts'
import type { Baseline } from './baseline.ts'

export const NO_WRITES: OwnWrites = { writes: [], touches: [] }

type Measured = Exclude<Baseline, { kind: 'unknown' }>

/** Whether a changed path, as `showPath` writes it, was changed by Mayday alone. */
export async function isMaydays(path: string, baseline: Measured, { writes }: OwnWrites): Promise<boolean> {
  const place = bytesBelow(baseline.root, rawPath(path))
  const stats = statsOf(place)
  if (stats !== null && isOwnOutput(stats)) return true
  const here = writes.filter((write) => write.path === realPlace(place.toString()))
  if (here.length === 0) return false
  if (baseline.kind === 'scan') {
    const start = baseline.files.find(([name]) => name === path)?.[1] ?? null
    return isOwnChange(here, { by: 'stamp', start, now: stats === null ? null : stampOf(stats) })
  }
  const start = await startDigest(path, baseline)
  const now = stats?.isFile() === true ? digestOf(readPlain(place)) : null
  return start !== undefined && isOwnChange(here, { by: 'digest', start, now })
}

/** The content at the start; null where there was no file, undefined where it is not known. */
async function startDigest(
  path: string,
  baseline: Exclude<Measured, { kind: 'scan' }>,
): Promise<string | null | undefined> {
  if (baseline.kind === 'bytes') return undefined
  const dirty = baseline.dirty.find(([name]) => name === path)
  if (dirty !== undefined) return dirty[1] === null ? null : (dirty[1].content ?? undefined)
  if (baseline.commit === null) return null
  const bytes = await runGit(['cat-file', 'blob', `${baseline.commit}:${path}`], baseline.root)
  return bytes === null ? null : digestOf(bytes)
}

function statsOf(place: Buffer): BigIntStats | null {
  return lstatSync(place, { bigint: true, throwIfNoEntry: false }) ?? null
}

/** The folder by its real path: a file that is gone has none. */
function realPlace(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

/** Whether what a walk sees is as Mayday left it, for liveness. */
export function untouchedSince({
  writes,
  touches,
}: OwnWrites): (path: string, stats: BigIntStats) => boolean {
  const files = new Set(writes.map(({ path, after }) => `${path} ${after?.stamp}`))
  const folders = new Set(touches.map(({ folder, mtimeNs }) => `${folder} ${mtimeNs}`))
  return (path, stats) =>
    isOwnOutput(stats) ||
    (stats.isDirectory() ? folders.has(`${path} ${stats.mtimeNs}`) : files.has(`${path} ${stampOf(stats)}`))
}
