import { closeSync, readSync, realpathSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { findGit, readBranch, readHead, type GitPlace } from '../../record/git.ts'
import { openPlain } from '../../record/plain-file.ts'
import type { Baseline } from './baseline.ts'

/** A run writes a few hundred bytes for each commit; a rebase of thousands is cut. */
const MAX_LOG_BYTES = 4 * 1024 * 1024

/**
 * The branch that holds a run's work: the one that is checked out, or, where the agent made its commits on another
 * and went back, that other one. Null where HEAD is detached or there is no repository.
 */
export function branchAfter(before: Baseline): string | null {
  if (before.kind !== 'git') return null
  const place = findGit(before.root)
  if (place === null || place.top !== before.root) return null
  const now = readHead(place)?.branch ?? null
  const worked = workedOn(place, before)
  return worked.length === 0 || worked.includes(now) ? now : (worked.at(-1) ?? now)
}

/** The tips of branches that the agent made commits on and left again. */
export function commitsElsewhere(before: Extract<Baseline, { kind: 'git' }>): readonly string[] {
  const place = findGit(before.root)
  if (place === null) return []
  const head = readHead(place)
  return workedOn(place, before)
    .filter((branch) => branch !== null && branch !== head?.branch)
    .map((branch) => readBranch(place.common, branch ?? ''))
    .filter((commit) => typeof commit === 'string')
}

/** Branches that got a commit since, in the order of their last one, as far as they still exist. */
function workedOn(
  place: GitPlace,
  { branch, headLogBytes }: Extract<Baseline, { kind: 'git' }>,
): readonly (string | null)[] {
  const worked = new Set<string>()
  let current = branch
  for (const line of readFrom(join(place.dir, 'logs/HEAD'), headLogBytes).split('\n')) {
    const message = line.slice(line.indexOf('\t') + 1)
    const moved = /^checkout: moving from .* to (.+)$/.exec(message)?.[1]
    if (moved !== undefined) current = moved
    else if (current !== null && /^(?:commit|cherry-pick|merge|revert|am|rebase)\b/.test(message)) {
      worked.delete(current)
      worked.add(current)
    }
  }
  return [...worked].filter((name) => typeof readBranch(place.common, name) === 'string')
}

function readFrom(path: string, start: number): string {
  try {
    const file = openPlain(realpathSync(path))
    try {
      const length = Math.min(fstatSync(file).size - start, MAX_LOG_BYTES)
      const bytes = Buffer.alloc(Math.max(0, length))
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start))
    } finally {
      closeSync(file)
    }
  } catch {
    // No log is kept, as in a repository with a table of refs: then what is checked out must do.
    return ''
  }
}
