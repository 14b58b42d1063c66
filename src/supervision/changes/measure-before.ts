import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findGit } from '../../record/git.ts'
import type { Baseline, FileState } from './baseline.ts'
import { fullBudget, readState } from './file-state.ts'
import { showPath } from '../../record/path-name.ts'
import { readComparable } from './read-tree.ts'
import { scanFolder } from './scan-folder.ts'

/** A longer list would make run.json too large and the comparison too slow. */
const MAX_DIRTY = 50_000

const UNKNOWN: Baseline = { kind: 'unknown' }

/** The state of a tree before a run changes it: one git process, or a scan if there is no repository. */
export async function measureBefore(cwd: string): Promise<Baseline> {
  const place = findGit(cwd)
  if (place === null) return scan(cwd)
  if (place.top === null) return UNKNOWN
  const headLogBytes = headLogSize(place.dir)
  const tree = await readComparable(place.top)
  if (tree === null || tree.dirty.size > MAX_DIRTY) return UNKNOWN
  const budget = fullBudget()
  const dirty: (readonly [string, FileState])[] = []
  for (const [path, kind] of tree.dirty)
    dirty.push([showPath(path), await readState({ top: place.top, path, kind }, budget)])
  return { kind: 'git', root: place.top, commit: tree.commit, branch: tree.branch, dirty, headLogBytes }
}

/** The same, and keeps uncommitted changes, so that the changes of the run can be distinguished from them later. */
export async function measureAndKeep(cwd: string): Promise<Baseline> {
  const baseline = await measureBefore(cwd)
  if (baseline.kind !== 'git' || baseline.dirty.length === 0) return baseline
  // Imported lazily: a clean tree does not need it.
  const { keepBefore } = await import('./keep-work.ts')
  return keepBefore(baseline)
}

const headLogSize = (dir: string): number =>
  statSync(join(dir, 'logs/HEAD'), { throwIfNoEntry: false })?.size ?? 0

async function scan(cwd: string): Promise<Baseline> {
  try {
    const root = realpathSync(cwd)
    const files = await scanFolder(root)
    return files === null ? UNKNOWN : { kind: 'scan', root, files }
  } catch {
    // The folder does not exist. The code that starts a process in it reports that.
    return UNKNOWN
  }
}
