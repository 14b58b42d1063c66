import type { ImportedRun } from '../../record/importers/imported-run.ts'
import { runGit } from '../../record/run-git.ts'

/** The commits that another program called good, newest first, by the key of a task's first run. */
export type GoodCommits = ReadonlyMap<string, readonly string[]>

/**
 * Gives each task the last good commit that this repository contains. A commit that is missing or from another
 * repository cannot be restored. `missing` counts those.
 */
export async function withGoodCommits(
  runs: readonly ImportedRun[],
  good: GoodCommits,
  cwd: string,
): Promise<{ readonly runs: readonly ImportedRun[]; readonly missing: number }> {
  const names = [...new Set([...good.values()].flat())]
  const found = await findCommits(names, cwd)
  const goodOf = ({ key, sameTaskAs = key }: ImportedRun): string | undefined =>
    (good.get(sameTaskAs) ?? []).map((name) => found.get(name)).find((commit) => commit !== undefined)
  const known = runs.map((run) => {
    const goodCommit = goodOf(run)
    return goodCommit === undefined ? run : { ...run, goodCommit }
  })
  return { runs: known, missing: names.length - found.size }
}

const NAME = /^[0-9a-f]{7,64}$/i

/** The full ids of the commits that exist here. */
async function findCommits(names: readonly string[], cwd: string): Promise<ReadonlyMap<string, string>> {
  const asked = names.filter((name) => NAME.test(name))
  if (asked.length === 0) return new Map()
  const input = asked.map((name) => `${name}^{commit}\n`).join('')
  const answer = (await runGit(['cat-file', '--batch-check=%(objectname)'], cwd, { input }))?.toString() ?? ''
  const lines = answer.trimEnd().split('\n')
  return new Map(
    asked.flatMap((name, at) => {
      const line = lines[at] ?? ''
      return /^[0-9a-f]{40,64}$/.test(line) ? [[name, line] as const] : []
    }),
  )
}
