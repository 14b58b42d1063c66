import { fieldsOf } from './git.ts'
import type { RawPath } from './path-name.ts'

/** The arguments of `git status` that list everything that is not ignored, under its own name. */
export const STATUS_ARGS: readonly string[] = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--no-ahead-behind',
  // Otherwise git would start itself in each submodule and follow settings there that were not checked.
  '--ignore-submodules=dirty',
]

/** A path that differs from the last commit, or from the index. */
export type StatusEntry = {
  readonly path: RawPath
  /** `repository`: an untracked repository inside this one, which git does not enter. */
  readonly type: 'tracked' | 'unmerged' | 'untracked' | 'repository'
  /** The staged change: a dot, or the letter of the change. */
  readonly staged: string
  /** The change that is not staged. */
  readonly unstaged: string
  readonly isSubmodule: boolean
}

export type GitStatus = {
  /** Null before the first commit. */
  readonly commit: string | null
  /** Null if HEAD is detached. */
  readonly branch: string | null
  readonly entries: readonly StatusEntry[]
}

/** Parses the output of `STATUS_ARGS`. */
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

/** The number of words before the path. */
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
