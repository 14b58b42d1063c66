import { fieldsOf } from './git.ts'
import type { RawPath } from './path-name.ts'

/** What `git status` is asked, so that the answer says everything that is not ignored, by its own name. */
export const STATUS_ARGS: readonly string[] = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--no-ahead-behind',
  // Git would start itself in each submodule, and there follow settings that nobody has looked at.
  '--ignore-submodules=dirty',
]

/** A path that differs from the last commit, or from the index. */
export type StatusEntry = {
  readonly path: RawPath
  /** `untracked` of a repository inside this one: git does not look into it. */
  readonly type: 'tracked' | 'unmerged' | 'untracked' | 'repository'
  /** What is staged: a dot, or the letter of the change. */
  readonly staged: string
  /** What differs from what is staged. */
  readonly unstaged: string
  readonly isSubmodule: boolean
}

export type GitStatus = {
  /** Null before the first commit. */
  readonly commit: string | null
  /** Null where HEAD is detached. */
  readonly branch: string | null
  readonly entries: readonly StatusEntry[]
}

/** Reads the answer to `STATUS_ARGS`. */
export function parseStatus(output: Buffer): GitStatus {
  const entries: StatusEntry[] = []
  let commit: string | null = null
  let branch: string | null = null
  for (const field of fieldsOf(output)) {
    if (field.startsWith('# branch.oid ')) commit = wordOf(field, '(initial)')
    else if (field.startsWith('# branch.head ')) branch = wordOf(field, '(detached)')
    else if (!field.startsWith('#')) entries.push(parseEntry(field))
  }
  return { commit, branch, entries }
}

const wordOf = (field: string, none: string): string | null => {
  const word = Buffer.from(field.slice(field.indexOf(' ', 2) + 1), 'latin1').toString('utf8')
  return word === none ? null : word
}

/** How many words stand before the path. */
const WORDS_BEFORE: Readonly<Record<string, number>> = { '?': 1, '1': 8, u: 10 }

function parseEntry(field: string): StatusEntry {
  const letter = field.charAt(0)
  let at = 0
  for (let words = WORDS_BEFORE[letter] ?? 1; words > 0; words--) at = field.indexOf(' ', at) + 1
  const path = field.slice(at)
  if (letter === '?') return untracked(path)
  return {
    path,
    type: letter === 'u' ? 'unmerged' : 'tracked',
    staged: field.charAt(2),
    unstaged: field.charAt(3),
    isSubmodule: field.charAt(5) === 'S',
  }
}

const untracked = (path: RawPath): StatusEntry => {
  const isRepository = path.endsWith('/')
  return {
    path: isRepository ? path.slice(0, -1) : path,
    type: isRepository ? 'repository' : 'untracked',
    staged: '?',
    unstaged: '?',
    isSubmodule: false,
  }
}
