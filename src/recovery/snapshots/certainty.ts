import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { rawPath, showPath, type RawPath } from '../../record/path-name.ts'
import { redact } from '../../secrets/secrets.ts'
import { readNow, type Taken } from './read-trees.ts'
import { readSnapshot } from './find-snapshots.ts'
import { keepsNothing, type Keeps } from './keep-paths.ts'
import { openGit, type Git, type OpenGit } from './git-steps.ts'
import type { Snapshot } from './snapshot.ts'
import { diffTrees } from './tree-diff.ts'

export type Certainty = 'certain' | { readonly reason: string }

export type CertaintyQuestion = OpenGit & {
  /** The snapshot of the start of the task: a ref or commit. */
  readonly baseline?: string
  /**
   * The files that changed during the runs of the task, as `filesLeftBy` names them. Absent: all changes are assumed to
   * be from the task.
   */
  readonly ours?: readonly string[]
  /** Files that other tasks changed too, with their owners as text. Their work must not be undone. */
  readonly others?: ReadonlyMap<string, string>
  /** Files that would stay as they are. Default: none. */
  readonly keeps?: Keeps
}

/** Whether Mayday may change a work tree automatically: only if its content and the owners of the changes are known. */
export async function certainty(question: CertaintyQuestion): Promise<Certainty> {
  try {
    const git = openGit(question)
    const lock = join(git.place.dir, 'index.lock')
    if (existsSync(lock)) return { reason: `another git process is running (${lock}).` }
    const reason = await findDoubt(git, await readNow(git), question)
    return reason === null ? 'certain' : { reason }
  } catch (error) {
    if (error instanceof MaydayError) return { reason: error.message.replace(/^No snapshot was taken: /, '') }
    throw error
  }
}

export type Ownership = Pick<CertaintyQuestion, 'baseline' | 'ours' | 'others' | 'keeps'>

/** Says what is uncertain about this state. Null if nothing is. */
export async function findDoubt(
  git: Git,
  now: Pick<Taken, 'tree' | 'branch'>,
  ownership: Ownership,
): Promise<string | null> {
  const { baseline, ours } = ownership
  const start = baseline === undefined ? null : await readSnapshot(git, baseline)
  if (baseline !== undefined && start === null) return `the snapshot ${baseline} of the task's start is gone.`
  if (now.branch === null && start?.branch !== null) return 'HEAD is detached: no branch is checked out.'
  return start === null || ours === undefined ? null : findForeign(git, { ...ownership, now, start, ours })
}

type Ours = Omit<Ownership, 'ours'> & {
  readonly now: Pick<Taken, 'tree'>
  readonly start: Snapshot
  readonly ours: readonly string[]
}

/** More names would hide the message. */
const NAMED = 5

async function findForeign(git: Git, question: Ours): Promise<string | null> {
  const { now, start, ours, others = new Map<string, string>(), keeps = keepsNothing } = question
  const known = new Set(ours.map(rawPath))
  // A name that looks like a secret was recorded with stars.
  const isOurs = (path: RawPath): boolean => known.has(path) || known.has(rawPath(redact(showPath(path))))
  const isForeign = (path: RawPath): boolean => !keeps(path) && (!isOurs(path) || others.has(showPath(path)))
  const foreign = [...(await diffTrees(git, start.tree, now.tree)).keys()].filter(isForeign).map(showPath)
  if (foreign.length === 0) return null
  const names = foreign.slice(0, NAMED).map((path) => {
    const whose = others.get(path)
    return redact(whose === undefined ? path : `${path} (${whose})`)
  })
  const more = foreign.length - names.length
  const all = [...names, ...(more > 0 ? [`${more} more`] : [])]
  const alone = foreign.some((path) => others.has(path)) ? ' alone' : ''
  return `${joined(all)} changed since the task began, and not by its runs${alone}.`
}

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
