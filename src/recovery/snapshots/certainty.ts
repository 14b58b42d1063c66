import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { rawPath, showPath, type RawPath } from '../../record/path-name.ts'
import { redact } from '../../secrets/secrets.ts'
import { readNow, type Taken } from './read-trees.ts'
import { readSnapshot } from './find-snapshots.ts'
import { openGit, type Git, type OpenGit } from './git-steps.ts'
import type { Snapshot } from './snapshot.ts'
import { diffTrees } from './tree-diff.ts'

export type Certainty = 'certain' | { readonly reason: string }

export type CertaintyQuestion = OpenGit & {
  /** The snapshot of the task's start: a ref or commit. */
  readonly baseline?: string
  /** The files that the task's runs changed, as `changedFiles` names them; without it nobody else is suspected. */
  readonly ours?: readonly string[]
}

/** Whether a work tree may be changed by Mayday on its own: only where it is known what is in it, and whose it is. */
export async function certainty(question: CertaintyQuestion): Promise<Certainty> {
  try {
    const git = openGit(question)
    const lock = join(git.place.dir, 'index.lock')
    if (existsSync(lock)) return { reason: `another git is at work (${lock}).` }
    const reason = await findDoubt(git, await readNow(git), question)
    return reason === null ? 'certain' : { reason }
  } catch (error) {
    if (error instanceof MaydayError) return { reason: error.message.replace(/^No snapshot was taken: /, '') }
    throw error
  }
}

export type Ownership = Pick<CertaintyQuestion, 'baseline' | 'ours'>

/** A sentence that says what is not known of this state; null where nothing is in doubt. */
export async function findDoubt(
  git: Git,
  now: Pick<Taken, 'tree' | 'branch'>,
  { baseline, ours }: Ownership,
): Promise<string | null> {
  const start = baseline === undefined ? null : await readSnapshot(git, baseline)
  if (baseline !== undefined && start === null) return `the snapshot ${baseline} of the task's start is gone.`
  if (now.branch === null && start?.branch !== null) return 'HEAD is detached: no branch is checked out.'
  return start === null || ours === undefined ? null : findForeign(git, { now, start, ours })
}

type Ours = { readonly now: Pick<Taken, 'tree'>; readonly start: Snapshot; readonly ours: readonly string[] }

async function findForeign(git: Git, { now, start, ours }: Ours): Promise<string | null> {
  const known = new Set(ours.map(rawPath))
  // A name that looks like a key was recorded with stars.
  const isOurs = (path: RawPath): boolean => known.has(path) || known.has(rawPath(redact(showPath(path))))
  const foreign = [...(await diffTrees(git, start.tree, now.tree)).keys()].filter((path) => !isOurs(path))
  const [first, ...more] = foreign
  if (first === undefined) return null
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${redact(showPath(first))}${others} changed since the task began, and not by its runs.`
}
