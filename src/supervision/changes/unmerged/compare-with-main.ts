/**
 * Finds branches with work that is not in the main branch.
 *
 * B1 A branch counts as merged only if git proves it. Its tip is in main, or main has each of its commits as the same
 * patch, or main has all of them as one commit (a squash merge). B2 Only commits that came into main after the branch
 * left it are proof. Work that was reverted earlier and then done again is not merged. B3 If git cannot tell, the
 * branch is shown. B4 The number of git processes does not grow with the number of branches.
 */
import {
  commonAncestor,
  latestOf,
  parentsOf,
  readGraph,
  reachable,
  type CommitGraph,
} from './commit-graph.ts'
import type { RawPath } from '../../../record/path-name.ts'
import { changedPaths, patchIds, type Difference } from './patches.ts'
import { UnmergedError } from './refs.ts'

/** Older commits of main are not compared. A squash merge older than that is shown as unmerged (B3). */
const MAX_MAIN_COMMITS = 10_000

/** What a branch has and main does not. */
export type Ahead = {
  readonly merged: boolean
  readonly commits: number
  /** Null if git cannot tell. */
  readonly files: readonly RawPath[] | null
}

type Candidate = {
  readonly tip: string
  /** The branch's own commits, without merge commits. */
  readonly patches: readonly string[]
  readonly commits: number
  /** The commit at which it left main; null if they share no commit. */
  readonly base: string | null
}

/** The result is keyed by tip. */
export async function compareWithMain(
  top: string,
  tips: readonly string[],
  main: readonly string[],
): Promise<ReadonlyMap<string, Ahead>> {
  const graph = await readGraph(top, { from: tips, not: main })
  if (graph === null) throw new UnmergedError(`git cannot read the history in ${top}. See: git fsck`)
  const ahead = [...new Set(tips)].filter((tip) => graph.has(tip))
  const since = await mainSince(
    top,
    main,
    ahead.flatMap((tip) => reachable(graph, tip).edge),
  )
  const candidates = ahead.map((tip) => candidateOf(tip, graph, since))
  const files = await changedPaths(top, wholesOf(candidates))
  const isMerged = await readProofs({ top, candidates, since, files })
  const found = new Map<string, Ahead>(tips.map((tip) => [tip, { merged: true, commits: 0, files: [] }]))
  for (const one of candidates) {
    const paths = files === null || one.base === null ? null : (files.get(one.tip) ?? [])
    found.set(one.tip, { merged: isMerged(one), commits: one.commits, files: paths })
  }
  return found
}

/** The commits that came into main since the first of the branches left it. */
async function mainSince(
  top: string,
  main: readonly string[],
  edges: readonly string[],
): Promise<CommitGraph> {
  if (edges.length === 0) return new Map()
  const oldest = await commonAncestor(top, [...new Set(edges)])
  const not = oldest === null ? [] : [oldest]
  return (await readGraph(top, { from: main, not, limit: MAX_MAIN_COMMITS })) ?? new Map()
}

function candidateOf(tip: string, graph: CommitGraph, since: CommitGraph): Candidate {
  const { commits, edge } = reachable(graph, tip)
  const patches = commits.filter((commit) => parentsOf(graph, commit).length < 2)
  return { tip, patches, commits: commits.length, base: latestOf(since, edge) }
}

const wholesOf = (candidates: readonly Candidate[]): readonly Difference[] =>
  candidates.flatMap(({ tip, base }) => (base === null ? [] : [{ commit: tip, base }]))
const singleOf = (commit: string): Difference => ({ commit })

type Compared = {
  readonly top: string
  readonly candidates: readonly Candidate[]
  readonly since: CommitGraph
  /** The files of each candidate as a whole, keyed by tip. */
  readonly files: ReadonlyMap<string, readonly RawPath[]> | null
}

/** Reads patches only if main has a commit that touches the same files. */
async function readProofs({
  top,
  candidates,
  since,
  files,
}: Compared): Promise<(candidate: Candidate) => boolean> {
  const own = [...new Set(candidates.flatMap(({ patches }) => patches))]
  const paths = await changedPaths(top, [...own, ...since.keys()].map(singleOf))
  if (files === null || paths === null) return () => false
  const wanted = new Set([...own.map((commit) => paths.get(commit)), ...files.values()].map(keyOf))
  const alike = [...since.keys()].filter(
    (commit) => paths.has(commit) && wanted.has(keyOf(paths.get(commit))),
  )
  const [single, whole] =
    alike.length === 0
      ? [NONE, NONE]
      : await Promise.all([
          patchIds(top, [...own, ...alike].map(singleOf)),
          patchIds(top, wholesOf(candidates)),
        ])
  return ({ tip, base, patches }) => {
    if (base === null || !files.has(tip)) return base !== null
    const before = new Set(reachable(since, base).commits)
    const inMain = new Set(alike.filter((commit) => !before.has(commit)).map((commit) => single.get(commit)))
    const isIn = (id: string | undefined): boolean => id !== undefined && inMain.has(id)
    const written = patches.filter((commit) => paths.has(commit))
    return isIn(whole.get(tip)) || (written.length > 0 && written.every((commit) => isIn(single.get(commit))))
  }
}

const NONE: ReadonlyMap<string, string> = new Map()

const keyOf = (paths: readonly string[] | undefined): string => (paths ?? []).toSorted().join('\0')
