import { closeSync, readSync, realpathSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { findGit, readBranch, readHead, type GitPlace } from '../../record/git.ts'
import { openPlain } from '../../record/plain-file.ts'
import type { Baseline } from './baseline.ts'

/** A run appends a few hundred bytes per commit. The log of a rebase with thousands of commits is cut here. */
const MAX_LOG_BYTES = 4 * 1024 * 1024

/**
 * The branch that holds a run's work: the checked-out branch, or, if the agent committed to another branch
 * and switched back, that branch. Null if HEAD is detached or there is no repository.
 */
export function branchAfter(before: Baseline): string | null {
  if (before.kind !== 'git') return null
  const place = findGit(before.root)
  if (place === null || place.top !== before.root) return null
  const now = readHead(place)?.branch ?? null
  const worked = workedOn(place, before)
  return worked.length === 0 || worked.includes(now) ? now : (worked.at(-1) ?? now)
}

/** The tips of branches to which the agent committed and which it then left. */
export function commitsElsewhere(before: Extract<Baseline, { kind: 'git' }>): readonly string[] {
  const place = findGit(before.root)
  if (place === null) return []
  const head = readHead(place)
  return workedOn(place, before)
    .filter((branch) => branch !== null && branch !== head?.branch)
    .map((branch) => readBranch(place.common, branch ?? ''))
    .filter((commit) => typeof commit === 'string')
}

/** Branches that got a commit since then and still exist, in the order of their last commit. */
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
    // No log exists, for example in a repository with reftable. Then the checked-out branch is used.
    return ''
  }
}
