import { parseStatus, STATUS_ARGS, type StatusEntry } from '../../record/git-status.ts'
import { runGit } from '../../record/git.ts'
import type { RawPath } from '../../record/path-name.ts'
import type { FileState } from './baseline.ts'

export type Kind = NonNullable<FileState>['kind']

/** HEAD, and what differs from it: ignored files and Mayday's own never. */
export type Tree = {
  readonly commit: string | null
  readonly branch: string | null
  readonly dirty: ReadonlyMap<RawPath, Kind>
}

/** One git process. Null where git cannot answer. */
export async function readTree(top: string): Promise<Tree | null> {
  const output = await runGit(STATUS_ARGS, top)
  if (output === null) return null
  const { commit, branch, entries } = parseStatus(output)
  return { commit, branch, dirty: new Map(entries.map((entry) => [entry.path, kindOf(entry)])) }
}

function kindOf({ type, isSubmodule, staged, unstaged }: StatusEntry): Kind {
  if (type === 'unmerged') return 'conflict'
  if (type === 'repository' || isSubmodule) return 'repository'
  const letters = staged + unstaged
  if (letters.includes('D')) return 'deleted'
  return type === 'untracked' || letters.includes('A') ? 'new' : 'modified'
}
