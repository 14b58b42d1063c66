import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blockedFiles } from '../../record/blocked-filters.ts'
import { parseStatus, STATUS_ARGS, type StatusEntry } from '../../record/git-status.ts'
import { fieldsOf } from '../../record/git.ts'
import { showPath, type RawPath } from '../../record/path-name.ts'
import type { Git } from './git-steps.ts'
import { readModes } from './read-modes.ts'
import { refused } from './snapshot.ts'
import { listOf, type TreeLine } from './tree-line.ts'

/** The state before anything is added to the temporary index. */
export type Survey = {
  readonly head: string | null
  readonly branch: string | null
  /** The entries of the index. */
  readonly staged: readonly TreeLine[]
  /** Permissions of files in the index that a checkout would not set. */
  readonly modes: ReadonlyMap<RawPath, number>
  /** What differs from HEAD or from the index. */
  readonly entries: readonly StatusEntry[]
  /** Files that git assumes unchanged (`--assume-unchanged`). */
  readonly believed: readonly RawPath[]
  /** Files whose filter is not executed. They are among the entries, and their bytes are saved unconverted. */
  readonly unfiltered: ReadonlySet<RawPath>
}

/** Reads the work tree through a copy of its index without the assume-unchanged flags. */
export async function survey(git: Git, index: string): Promise<Survey> {
  refuseUnfinished(git)
  const askStatus = (): Promise<Buffer> => git.run(STATUS_ARGS, { index })
  const early = askStatus()
  // An error is thrown where the result is awaited below. If the index itself is refused, the result is not
  // needed.
  early.catch(() => undefined)
  const listed = readIndex(fieldsOf(await git.run(['ls-files', '-v', '-s', '-z'], { index })))
  const isAsItWas = listed.believed.length === 0
  if (!isAsItWas) await early
  await changeIndex(git, index, { flag: '--no-assume-unchanged', paths: listed.believed })
  // Git reads the files on another core at the same time.
  const [status, modes] = await Promise.all([isAsItWas ? early : askStatus(), readModes(git, listed.staged)])
  const { commit, branch, entries } = parseStatus(status)
  for (const entry of entries) refuseEntry(entry)
  const unfiltered = new Set((await blockedFiles(git.place.top)).map(({ path }) => path))
  return {
    head: commit,
    branch,
    staged: listed.staged,
    modes,
    entries: withUnfiltered(entries, unfiltered),
    believed: listed.believed,
    unfiltered,
  }
}

/** Git decides by file times alone whether such a file has changed. So each counts as changed. */
function withUnfiltered(
  entries: readonly StatusEntry[],
  unfiltered: ReadonlySet<RawPath>,
): readonly StatusEntry[] {
  const left = new Set(unfiltered)
  for (const { path } of entries) left.delete(path)
  const changed = (path: RawPath): StatusEntry => ({
    path,
    type: 'tracked',
    staged: '.',
    unstaged: 'M',
    isSubmodule: false,
  })
  return [
    ...entries.map((entry) =>
      unfiltered.has(entry.path) && entry.unstaged === '.' && entry.staged !== 'D'
        ? { ...entry, unstaged: 'M' }
        : entry,
    ),
    ...[...left].map(changed),
  ]
}

type IndexChange = { readonly flag: string; readonly paths: readonly RawPath[] }

async function changeIndex(git: Git, index: string, { flag, paths }: IndexChange): Promise<void> {
  if (paths.length > 0)
    await git.run(['update-index', flag, '-z', '--stdin'], { index, input: listOf(paths) })
}

/** Parses `H 100644 <id> 0\t<path>`. A lower-case letter means assume-unchanged, S means not checked out. */
function readIndex(fields: readonly string[]): { staged: TreeLine[]; believed: RawPath[] } {
  const staged: TreeLine[] = []
  const believed: RawPath[] = []
  for (const field of fields) {
    const tab = field.indexOf('\t')
    const path = field.slice(tab + 1)
    const tag = field.charAt(0)
    if (tag === 'S' || tag === 's')
      throw refused(`this is a sparse checkout (${showPath(path)} is left out).`)
    if (field.charAt(tab - 1) !== '0')
      throw refused(`${showPath(path)} is unmerged. Resolve the conflict first.`)
    if (field.startsWith('160000', 2)) throw refused(`${showPath(path)} is a submodule.`)
    if (tag === 'h') believed.push(path)
    staged.push(`${field.slice(2, 8)} blob ${field.slice(9, tab - 2)}\t${path}`)
  }
  return { staged, believed }
}

function refuseEntry({ path, type, isSubmodule }: StatusEntry): void {
  if (type === 'unmerged') throw refused(`${showPath(path)} is unmerged. Resolve the conflict first.`)
  if (type === 'repository' || isSubmodule)
    throw refused(`${showPath(path)} is a separate git repository. Move it elsewhere, or have git ignore it.`)
}

/** What git leaves while it waits for a person. */
const UNFINISHED: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or revert'],
  ['BISECT_LOG', 'a bisect'],
]

/** A rebase, merge, cherry-pick, revert or bisect in progress. Null if there is none. */
const unfinishedIn = (gitDir: string): string | null =>
  UNFINISHED.find(([file]) => existsSync(join(gitDir, file)))?.[1] ?? null

function refuseUnfinished({ place }: Git): void {
  const what = unfinishedIn(place.dir)
  if (what !== null) throw refused(`${what} is in progress. Finish or abort it first.`)
}
