import { fieldsOf } from '../../record/git.ts'
import { openGit, type Git, type OpenGit } from './git-steps.ts'
import { parseSnapshot, type Snapshot } from './snapshot.ts'
import { diffTrees, emptyTree } from './tree-diff.ts'

/** Finds a snapshot by ref or commit. Null if there is none, or it is not a snapshot. */
export async function readSnapshot(git: Git, ref: string): Promise<Snapshot | null> {
  const id = await git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  if (id === null) return null
  const commit = id.toString('latin1').trim()
  const body = await git.ask(['cat-file', 'commit', commit])
  return body === null ? null : parseSnapshot(ref, commit, body.toString('utf8'))
}

/** How many files of a snapshot differ from the commit on which it was taken. Null if the snapshot is missing. */
export async function countFiles(at: OpenGit, ref: string): Promise<number | null> {
  const git = openGit(at)
  const snapshot = await readSnapshot(git, ref)
  if (snapshot === null) return null
  return (await diffTrees(git, snapshot.head ?? (await emptyTree(git)), snapshot.tree)).size
}

const homeOf = (taskId: string): string => `refs/mayday/tasks/${taskId}`

/** The snapshots of a task in the repository, oldest first. It includes snapshots that were never recorded. */
export async function snapshotsIn(at: OpenGit, taskId: string): Promise<readonly Snapshot[]> {
  const git = openGit(at)
  const found: Snapshot[] = []
  for (const ref of await numberedBelow(git, homeOf(taskId))) {
    const snapshot = await readSnapshot(git, ref)
    if (snapshot !== null) found.push(snapshot)
  }
  return found
}

/** The ref of the task's next snapshot. */
export const nextSnapshotRef = (at: OpenGit, taskId: string): Promise<string> =>
  freeRef(openGit(at), `${homeOf(taskId)}/1`)

/** The name itself, or the next free number. A Mayday that was killed may have created the ref without recording it. */
export async function freeRef(git: Git, refName: string): Promise<string> {
  const home = refName.slice(0, refName.lastIndexOf('/'))
  const taken = await numberedBelow(git, home)
  const last = taken.at(-1)
  return last === undefined || !taken.includes(refName) ? refName : `${home}/${numberOf(last) + 1}`
}

const numberOf = (ref: string): number => Number(ref.slice(ref.lastIndexOf('/') + 1))

async function numberedBelow(git: Git, home: string): Promise<readonly string[]> {
  const output = await git.run(['for-each-ref', '--format=%(refname)%00', `${home}/`])
  return fieldsOf(output)
    .map((ref) => ref.trim())
    .filter((ref) => /^\d+$/.test(ref.slice(home.length + 1)))
    .toSorted((a, b) => numberOf(a) - numberOf(b))
}
