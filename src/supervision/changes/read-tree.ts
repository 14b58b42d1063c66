import { blockedFiles } from '../../record/blocked-filters.ts'
import { parseStatus, STATUS_ARGS, type StatusEntry } from '../../record/git-status.ts'
import { runGit } from '../../record/run-git.ts'
import type { RawPath } from '../../record/path-name.ts'
import type { FileState } from './baseline.ts'
import { folderOf, readSubmodules } from './submodules.ts'

export type Kind = NonNullable<FileState>['kind']

/** HEAD, and the files that differ from it, without ignored files and Mayday's own. */
export type Tree = {
  readonly commit: string | null
  readonly branch: string | null
  readonly dirty: ReadonlyMap<RawPath, Kind>
}

/** Starts one git process, and one per submodule. Null if git cannot answer. */
export async function readTree(top: string): Promise<Tree | null> {
  const output = await runGit(STATUS_ARGS, top)
  const submodules = output === null ? null : await readSubmodules(top)
  if (output === null || submodules === null) return null
  const { commit, branch, entries } = parseStatus(output)
  const dirty = new Map(entries.map((entry) => [entry.path, kindOf(entry)]))
  for (const path of submodules)
    if (!dirty.has(path) && (await isDirty(folderOf(top, path)))) dirty.set(path, 'repository')
  return { commit, branch, dirty }
}

/** If this cannot be known, the submodule counts as dirty, so it is compared with its state at the start. */
const isDirty = async (folder: string): Promise<boolean> => (await readTree(folder))?.dirty.size !== 0

/** Like `readTree`, and with all files that git cannot compare. Their bytes are kept and compared after the run. */
export async function readComparable(top: string): Promise<Tree | null> {
  const tree = await readTree(top)
  if (tree === null) return null
  const dirty = new Map(tree.dirty)
  for (const { path } of await blockedFiles(top)) if (!dirty.has(path)) dirty.set(path, 'modified')
  return { ...tree, dirty }
}

function kindOf({ type, isSubmodule, staged, unstaged }: StatusEntry): Kind {
  if (type === 'unmerged') return 'conflict'
  if (type === 'repository' || isSubmodule) return 'repository'
  const letters = staged + unstaged
  if (letters.includes('D')) return 'deleted'
  return type === 'untracked' || letters.includes('A') ? 'new' : 'modified'
}
