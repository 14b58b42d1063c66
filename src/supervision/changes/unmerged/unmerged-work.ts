import type { RunRecord } from '../../../record/run.ts'
import { findObstacle } from '../../../record/git-obstacle.ts'
import { findGit } from '../../../record/git.ts'
import { compareWithMain, type Ahead } from './compare-with-main.ts'
import { dirtyTrees, leftBehind, type DirtyTree } from './left-behind.ts'
import { findMain, readRefs, UnmergedError, type Branch } from './refs.ts'

/** The fields of a run that its branch needs. */
export type WorkingRun = Pick<RunRecord, 'run' | 'startedAt' | 'endedAt' | 'changedFiles'>

/** Files in a work tree. */
export type Uncommitted = {
  /** Relative to the work tree. */
  readonly files: readonly string[]
  readonly tree: string
  /** The branch that is checked out there; null if HEAD is detached. */
  readonly branch: string | null
}

/** `uncommitted`: the only work is files in its work tree, for example on the main branch itself. */
export const branchStates = ['unmerged', 'uncommitted', 'merged', 'gone'] as const

export type BranchWork<Run extends WorkingRun> = {
  readonly branch: string
  readonly state: (typeof branchStates)[number]
  /** The number of commits that main does not have. Null if git cannot tell. */
  readonly commits: number | null
  readonly files: number | null
  /** The work tree that has it checked out; null if none has. */
  readonly tree: string | null
  /** Files that its runs changed and that are still uncommitted. */
  readonly uncommitted: Uncommitted | null
  /** Newest first. In the state `uncommitted`, only the runs that left the files. */
  readonly runs: readonly Run[]
}

export type UnmergedWork<Run extends WorkingRun> = {
  readonly top: string
  readonly main: string
  /** Sorted by newest run first. */
  readonly branches: readonly BranchWork<Run>[]
}

export type UnmergedQuestion<Run extends WorkingRun> = {
  readonly cwd: string
  /** The main branch. It is detected if it is not given. */
  readonly main?: string | undefined
  /** Includes merged and deleted branches. */
  readonly all?: boolean
  /** Branches that runs worked on. */
  readonly branches: readonly string[]
  /** Newest first. */
  readonly runsOn: (branch: string) => readonly Run[]
}

/** Finds the work of runs that is not in the main branch. */
export async function unmergedWork<Run extends WorkingRun>(
  ask: UnmergedQuestion<Run>,
): Promise<UnmergedWork<Run>> {
  const place = findGit(ask.cwd)
  const top = place?.top ?? null
  if (place === null || top === null)
    throw new UnmergedError(`${ask.cwd} is in no work tree of git: go to the project's folder first.`)
  const obstacle = findObstacle(place)
  if (obstacle !== null) throw new UnmergedError(`${obstacle}. Fix it first, then try again.`)
  const refs = await readRefs(top)
  if (refs === null) throw new UnmergedError(`git cannot read the branches in ${top}. See: git status`)
  const main = findMain(refs, ask.main)
  const heads = ask.branches.flatMap((name) => refs.heads.get(name) ?? [])
  const [compared, dirty] = await Promise.all([
    compareWithMain(
      top,
      heads.map(({ tip }) => tip),
      main.tips,
    ),
    dirtyTrees([top, ...heads.flatMap(({ tree }) => tree ?? [])]),
  ])
  const works: BranchWork<Run>[] = []
  for (const branch of ask.branches) {
    const head = refs.heads.get(branch)
    const ahead = head === undefined || branch === main.name ? undefined : compared.get(head.tip)
    const tree = head === undefined ? undefined : treeOf({ head, ahead, top, dirty })
    if (ask.all !== true && tree === undefined && (ahead?.merged ?? true)) continue
    const runs = ask.runsOn(branch)
    const left = tree === undefined ? [] : await leftBehind(tree, runs)
    works.push({ branch, ...workOn({ head, ahead, left, tree, runs }) })
  }
  const shown = works.filter(
    ({ state }) => ask.all === true || state === 'unmerged' || state === 'uncommitted',
  )
  return { top, main: main.name, branches: shown.toSorted(byNewestRun) }
}

/**
 * The work tree in which a branch's runs may have left files: the one that has the branch checked out. If none has,
 * the files may have been carried to another branch by a checkout. A file that the branch has committed does not count
 * there.
 */
function treeOf({
  head,
  ahead,
  top,
  dirty,
}: {
  readonly head: Branch
  readonly ahead: Ahead | undefined
  readonly top: string
  readonly dirty: ReadonlyMap<string, DirtyTree>
}): DirtyTree | undefined {
  const found = dirty.get(head.tree ?? top)
  if (found === undefined || head.tree !== null) return found
  const committed = new Set(ahead?.files)
  return { ...found, dirty: new Map([...found.dirty].filter(([, path]) => !committed.has(path))) }
}

const byNewestRun = ({ runs: [a] }: BranchWork<WorkingRun>, { runs: [b] }: BranchWork<WorkingRun>): number =>
  (b?.startedAt ?? '').localeCompare(a?.startedAt ?? '') || (b?.run ?? 0) - (a?.run ?? 0)

function workOn<Run extends WorkingRun>({
  head,
  ahead,
  left,
  tree,
  runs,
}: {
  readonly head: Branch | undefined
  readonly ahead: Ahead | undefined
  readonly left: readonly string[]
  readonly tree: DirtyTree | undefined
  readonly runs: readonly Run[]
}): Omit<BranchWork<Run>, 'branch'> {
  const isClean = tree === undefined || left.length === 0
  const uncommitted = isClean ? null : { files: left, tree: tree.tree, branch: tree.branch }
  const rest = { tree: head?.tree ?? null, uncommitted, runs }
  if (head === undefined) return { ...rest, state: 'gone', commits: null, files: null }
  if (ahead?.merged === false)
    return { ...rest, state: 'unmerged', commits: ahead.commits, files: ahead.files?.length ?? null }
  if (left.length === 0) return { ...rest, state: 'merged', commits: 0, files: 0 }
  const isLeft = (file: string): boolean => left.includes(file)
  const leaving = runs.filter(({ changedFiles }) => changedFiles?.some(isLeft))
  return { ...rest, state: 'uncommitted', commits: 0, files: 0, runs: leaving }
}
