/** Identifies the code that a command ran on. The same code gives the same id. */
import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import type { Baseline } from './changes/changes.ts'

type GitBaseline = Extract<Baseline, { readonly kind: 'git' }>

/**
 * The commit, with a digest of uncommitted changes. Null outside of a repository, before its first commit, and if a
 * changed file was too large to read. Ignored files are not included.
 */
export function codeOf(tree: Baseline): string | null {
  if (tree.kind !== 'git' || tree.commit === null) return null
  if (tree.dirty.length === 0) return tree.commit
  const digest = digestOf(tree.dirty)
  return digest === null ? null : `${tree.commit}+${digest}`
}

function digestOf(dirty: GitBaseline['dirty']): string | null {
  // Loaded only if there are uncommitted changes: a clean tree does not need it.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const [path, state] of dirty.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (state !== null && state.content === null) return null
    // Whether a file is new or modified depends on the index, so it is left out. The executable bit is included.
    hash.update(JSON.stringify([path, state === null ? null : [state.mode & 0o170111, state.content]]))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The folder of a command, relative to the top of the work tree. */
export function folderIn(tree: Baseline, cwd: string): string {
  if (tree.kind === 'unknown') return '.'
  return relative(realPath(tree.root), realPath(cwd)) || '.'
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The run deleted its own folder. The unresolved path still names it.
    return path
  }
}
