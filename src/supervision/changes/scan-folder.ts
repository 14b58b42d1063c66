import { lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { bytesBelow, showPath, type RawPath } from '../../record/path-name.ts'
import { stateHome } from '../../record/state-home.ts'
import { isUntouched, noWrites, type ReadOwn } from './maydays-change.ts'

/** The limits of a scan. */
export type ScanBounds = { readonly entries: number; readonly ms: number }
const BOUNDS: ScanBounds = { entries: 50_000, ms: 1_000 }

/** A supervisor watches other runs too, so a scan yields after this time. */
const SLICE_MS = 8

const SKIPPED = new Set(['.git', 'node_modules'])

type Walked = 'complete' | 'stopped' | 'too large'

/** Walks shallow entries first. It does not follow symbolic links. It skips entries that vanish during the walk. */
async function walk(
  root: string,
  visit: (path: RawPath, stats: BigIntStats) => 'go on' | 'stop',
  bounds: ScanBounds = BOUNDS,
): Promise<Walked> {
  const started = performance.now()
  const folders: RawPath[] = ['']
  // A person may work in the home folder itself, which then contains the record.
  const records = stateHome(process.env)
  let entries = 0
  let rested = started
  for (const folder of folders) {
    for (const name of namesIn(root, folder)) {
      if (++entries > bounds.entries || performance.now() - started > bounds.ms) return 'too large'
      const path = folder === '' ? name : `${folder}/${name}`
      const isSkipped = SKIPPED.has(name) || join(root, path) === records
      const stats = isSkipped ? null : statsOf(root, path)
      if (stats === null) continue
      if (visit(path, stats) === 'stop') return 'stopped'
      if (stats.isDirectory()) folders.push(path)
    }
    if (performance.now() - rested < SLICE_MS) continue
    await new Promise((resume) => setImmediate(resume))
    rested = performance.now()
  }
  return 'complete'
}

function namesIn(root: string, folder: RawPath): readonly string[] {
  try {
    return readdirSync(bytesBelow(root, folder), 'latin1')
  } catch {
    // The folder is gone or cannot be entered, so nothing in it can be compared.
    return []
  }
}

function statsOf(root: string, path: RawPath): BigIntStats | null {
  try {
    return lstatSync(bytesBelow(root, path), { bigint: true })
  } catch {
    // As in the catch above.
    return null
  }
}

/** Every file below a folder with its size, time and mode; null if there are too many. */
export async function scanFolder(
  root: string,
  bounds?: ScanBounds,
): Promise<readonly (readonly [string, string])[] | null> {
  if (statsOf(root, '') === null) return null
  const files: (readonly [string, string])[] = []
  const walked = await walk(
    root,
    (path, stats) => {
      const { size, mtimeNs, mode } = stats
      if (!stats.isDirectory()) files.push([showPath(path), `${size} ${mtimeNs} ${mode.toString(8)}`])
      return 'go on'
    },
    bounds,
  )
  return walked === 'complete' ? files : null
}

/** Clocks may differ a little. Without this limit a file dated in the far future would count as progress forever. */
const MAX_AHEAD_MS = 2_000

/**
 * Whether a file below a folder was written after an instant, for liveness. A deletion changes its folder's
 * time. Mayday's own writes do not count. Null if the folder is too large to scan.
 */
export async function newestChange(
  cwd: string,
  sinceMs: number,
  own: ReadOwn = noWrites,
): Promise<boolean | null> {
  const untilMs = Date.now() + MAX_AHEAD_MS
  const isRecent = (path: string, stats: BigIntStats): boolean =>
    Number(stats.mtimeMs) > sinceMs && Number(stats.mtimeMs) <= untilMs && !isUntouched(own, path, stats)
  const root = statsOf(cwd, '')
  if (root !== null && isRecent(cwd, root)) return true
  const walked = await walk(cwd, (path, stats) => (isRecent(join(cwd, path), stats) ? 'stop' : 'go on'))
  if (walked === 'stopped') return true
  return walked === 'complete' ? false : null
}
