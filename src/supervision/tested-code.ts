/** Which code a command was run on, in a word that is the same for the same code. */
import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import type { Baseline } from './changes/changes.ts'

type GitBaseline = Extract<Baseline, { readonly kind: 'git' }>

/**
 * The commit, with a digest of what is not committed. Null outside of a repository, before its first commit, and where
 * a changed file was too large to be read. What git ignores is not part of it.
 */
export function codeOf(tree: Baseline): string | null {
  if (tree.kind !== 'git' || tree.commit === null) return null
  if (tree.dirty.length === 0) return tree.commit
  const digest = digestOf(tree.dirty)
  return digest === null ? null : `${tree.commit}+${digest}`
}

function digestOf(dirty: GitBaseline['dirty']): string | null {
  // Loaded only where something is not committed: a clean tree must not wait for it.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const [path, state] of dirty.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (state !== null && state.content === null) return null
    // Whether a file is new or modified depends on what is staged; whether it can be executed is code.
    hash.update(JSON.stringify([path, state === null ? null : [state.mode & 0o170111, state.content]]))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Where a command runs, relative to the top of the work tree. */
export function folderIn(tree: Baseline, cwd: string): string {
  if (tree.kind === 'unknown') return '.'
  return relative(realPath(tree.root), realPath(cwd)) || '.'
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The run deleted its own folder. Its name still tells where it was.
    return path
  }
}
