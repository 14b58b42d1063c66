/**
 * The changes in a tree that a sandboxed agent has touched.
 *
 * M1 No setting of the tree is read. Only Mayday's own git dir says which files are tracked.
 * M2 Files are compared by their bytes. Neither a filter nor a line ending makes or hides a change.
 * M3 Only the work tree counts, because the tests see only that. The agent may have forged commits and branches.
 */
import { realpathSync } from 'node:fs'
import { listFiles } from '../../record/own-git.ts'
import { rawPath, showPath } from '../../record/path-name.ts'
import type { Baseline } from './baseline.ts'
import { fullByteBudget, isSameBytes, readBytes, type ByteState } from './byte-state.ts'

/** A longer list would be too large to keep and too slow to compare. */
const MAX_FILES = 50_000

type ByteBaseline = Extract<Baseline, { kind: 'bytes' }>

/** The state of a tree before the agent runs. `gitDir` is Mayday's own. */
export async function measureBytes(cwd: string, gitDir: string): Promise<Baseline> {
  const paths = await listFiles(cwd, gitDir)
  if (paths === null || paths.length > MAX_FILES) return { kind: 'unknown' }
  const budget = fullByteBudget()
  const files: (readonly [string, ByteState])[] = []
  for (const path of paths) files.push([showPath(path), await readBytes(cwd, path, { budget })])
  return { kind: 'bytes', root: realpathSync(cwd), gitDir, files }
}

export async function changedInBytes({ root, gitDir, files }: ByteBaseline): Promise<Set<string> | null> {
  const now = await listFiles(root, gitDir)
  if (now === null || now.length > 2 * MAX_FILES) return null
  const before = new Map(files)
  const budget = fullByteBudget()
  const changed = new Set<string>()
  for (const shown of new Set([...before.keys(), ...now.map(showPath)])) {
    const state = before.get(shown) ?? null
    const found = await readBytes(root, rawPath(shown), { budget, before: state })
    if (!isSameBytes(state, found)) changed.add(shown)
  }
  return changed
}
