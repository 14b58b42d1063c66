import { runGit } from '../../../record/run-git.ts'

/** Commits and their parents. */
export type CommitGraph = ReadonlyMap<string, readonly string[]>

/** The commits that some tips have and others do not; null if git cannot tell. */
export async function readGraph(
  top: string,
  { from, not, limit }: { from: readonly string[]; not: readonly string[]; limit?: number },
): Promise<CommitGraph | null> {
  const input = [...from, ...not.map((commit) => `^${commit}`), ''].join('\n')
  const most = limit === undefined ? [] : [`--max-count=${limit}`]
  const output = await runGit(['rev-list', '--parents', ...most, '--stdin'], top, { input })
  if (output === null) return null
  const graph = new Map<string, readonly string[]>()
  for (const line of output.toString('latin1').trim().split('\n')) {
    const [commit = '', ...parents] = line.split(' ')
    if (commit !== '') graph.set(commit, parents)
  }
  return graph
}

export const parentsOf = (graph: CommitGraph, commit: string): readonly string[] => graph.get(commit) ?? []

/** A commit and all its ancestors within the graph. `edge` contains the commits at which the graph ends. */
export function reachable(
  graph: CommitGraph,
  tip: string,
): { readonly commits: readonly string[]; readonly edge: readonly string[] } {
  const seen = new Set([tip])
  for (const commit of seen) for (const parent of parentsOf(graph, commit)) seen.add(parent)
  return {
    commits: [...seen].filter((commit) => graph.has(commit)),
    edge: [...seen].filter((commit) => !graph.has(commit)),
  }
}

/** The commit that has all the others as ancestors. A commit outside of the graph is older than any in it. */
export function latestOf(graph: CommitGraph, commits: readonly string[]): string | null {
  const [first = null, ...others] = commits
  if (others.length === 0) return first
  const isBefore = (one: string, other: string): boolean => {
    const { commits: before, edge } = reachable(graph, other)
    return before.includes(one) || edge.includes(one)
  }
  return (
    commits.find(
      (one) => graph.has(one) && !commits.some((other) => other !== one && isBefore(one, other)),
    ) ?? first
  )
}

/** The best common ancestor of several commits. */
export async function commonAncestor(top: string, commits: readonly string[]): Promise<string | null> {
  if (commits.length === 1) return commits[0] ?? null
  const output = await runGit(['merge-base', '--octopus', ...commits], top)
  return output?.toString('latin1').split('\n')[0] ?? null
}
