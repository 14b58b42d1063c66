import { fieldsOf, runGit } from '../git.ts'
import type { FileState } from './baseline.ts'
import type { RawPath } from './path-name.ts'

export type Kind = NonNullable<FileState>['kind']

/** HEAD, and what differs from it: ignored files and Mayday's own never. */
export type Tree = {
  readonly commit: string | null
  readonly branch: string | null
  readonly dirty: ReadonlyMap<RawPath, Kind>
}

const STATUS = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--no-ahead-behind',
  '--ignore-submodules=none',
]

/** One git process. Null where git cannot answer. */
export async function readTree(top: string): Promise<Tree | null> {
  const output = await runGit(STATUS, top)
  return output === null ? null : parseStatus(fieldsOf(output))
}

function parseStatus(fields: readonly string[]): Tree {
  const dirty = new Map<RawPath, Kind>()
  let commit: string | null = null
  let branch: string | null = null
  for (const field of fields) {
    if (field.startsWith('# branch.oid ')) commit = wordOf(field, '(initial)')
    else if (field.startsWith('# branch.head ')) branch = wordOf(field, '(detached)')
    else if (!field.startsWith('#')) {
      const [path, kind] = parseEntry(field)
      if (!isMaydays(path)) dirty.set(path, kind)
    }
  }
  return { commit, branch, dirty }
}

const wordOf = (field: string, none: string): string | null => {
  const word = Buffer.from(field.slice(field.indexOf(' ', 2) + 1), 'latin1').toString('utf8')
  return word === none ? null : word
}

/** Mayday's own folder, wherever in the tree the project begins. */
export const isMaydays = (path: RawPath): boolean => /(?:^|\/)\.mayday(?:\/|$)/.test(path)

/** How many words stand before the path. */
const WORDS_BEFORE: Readonly<Record<string, number>> = { '?': 1, '1': 8, u: 10 }

function parseEntry(field: string): readonly [RawPath, Kind] {
  const type = field.charAt(0)
  let at = 0
  for (let words = WORDS_BEFORE[type] ?? 1; words > 0; words--) at = field.indexOf(' ', at) + 1
  const path = field.slice(at)
  if (type === '?') return path.endsWith('/') ? [path.slice(0, -1), 'repository'] : [path, 'new']
  if (type === 'u') return [path, 'conflict']
  return [path, field.charAt(5) === 'S' ? 'repository' : kindOf(field.slice(2, 4))]
}

const kindOf = (letters: string): Kind => {
  if (letters.includes('D')) return 'deleted'
  return letters.includes('A') ? 'new' : 'modified'
}
