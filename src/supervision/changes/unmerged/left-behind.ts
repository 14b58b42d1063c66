import type { RunRecord } from '../../../record/run.ts'
import { runGit } from '../../../record/run-git.ts'
import { showPath, type RawPath } from '../../../record/path-name.ts'
import { redact } from '../../../secrets/secrets.ts'
import { readTree } from '../read-tree.ts'
import { changedPaths } from './patches.ts'

/** Each tree needs a git process. */
const MAX_TREES = 16
/** After this many commits, uncommitted files of a run are no longer reported. */
const MAX_COMMITS = 2_000

/** A work tree with files that differ from its last commit. */
export type DirtyTree = {
  readonly tree: string
  readonly commit: string | null
  /** The branch that is checked out there. */
  readonly branch: string | null
  /** Keyed by the name that the run recorded, in which secrets are masked. */
  readonly dirty: ReadonlyMap<string, RawPath>
}

/** Returns only the dirty ones of the given work trees. */
export async function dirtyTrees(trees: Iterable<string>): Promise<ReadonlyMap<string, DirtyTree>> {
  const read = [...new Set(trees)].slice(0, MAX_TREES).map(async (tree) => {
    const found = await readTree(tree)
    const paths = [...(found?.dirty.keys() ?? [])]
    const dirty = new Map(paths.map((path) => [redact(showPath(path)), path]))
    return { tree, commit: found?.commit ?? null, branch: found?.branch ?? null, dirty }
  })
  const found = await Promise.all(read)
  return new Map(found.filter(({ dirty }) => dirty.size > 0).map((one) => [one.tree, one]))
}

/** The files of runs that are dirty and were not committed after the run ended, sorted. */
export async function leftBehind(
  { tree, commit, dirty }: DirtyTree,
  /** Newest first. */
  runs: readonly Pick<RunRecord, 'endedAt' | 'changedFiles'>[],
): Promise<readonly string[]> {
  const ends = new Map<string, number>()
  for (const { changedFiles, endedAt } of runs)
    for (const file of changedFiles ?? [])
      if (endedAt !== null && dirty.has(file) && !ends.has(file)) ends.set(file, Date.parse(endedAt))
  if (ends.size === 0) return []
  const since = Math.min(...ends.values())
  const committed = commit === null ? new Map<RawPath, number>() : await lastCommits(tree, commit, since)
  const left = [...ends].filter(([file, endMs]) => (committed.get(dirty.get(file) ?? '') ?? 0) < endMs)
  return left.map(([file]) => file).toSorted()
}

/** When each file was last committed, in ms. Only commits after `sinceMs` are read. */
async function lastCommits(top: string, tip: string, sinceMs: number): Promise<ReadonlyMap<RawPath, number>> {
  const since = `--since=@${Math.floor(sinceMs / 1000)}`
  const output = await runGit(['rev-list', '--timestamp', `--max-count=${MAX_COMMITS}`, since, tip], top)
  const times = new Map<string, number>()
  for (const line of output?.toString('latin1').trim().split('\n') ?? []) {
    const [seconds, commit] = line.split(' ')
    if (commit !== undefined) times.set(commit, Number(seconds) * 1000)
  }
  const paths = await changedPaths(
    top,
    [...times.keys()].map((commit) => ({ commit })),
  )
  const last = new Map<RawPath, number>()
  for (const [commit, files] of paths ?? [])
    for (const file of files) last.set(file, Math.max(last.get(file) ?? 0, times.get(commit) ?? 0))
  return last
}
