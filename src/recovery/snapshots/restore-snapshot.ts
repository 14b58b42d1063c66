/**
 * Restores a snapshot.
 *
 * - R1 The current state is saved and read back before anything is changed. `before` names its ref.
 * - R2 The work tree and the index become what they were: bytes, permissions, links, staged and unstaged changes.
 *   Ignored files, and folders that contain some, stay.
 * - R3 A branch moves only on request, and only if it still has the expected commit. The snapshot of the current state
 *   keeps the commits that leave the branch. Otherwise HEAD stays, and the result says what it was.
 * - R4 Files that the caller keeps stay as they are: the file, its staged content and its permissions.
 */
import { applyTarget, refusedRestore } from './apply-target.ts'
import { capture, type Captured, type SnapshotRequest } from './capture.ts'
import { readSnapshot } from './find-snapshots.ts'
import { openGit, type Git, type OpenGit } from './git-steps.ts'
import { areNotesSame, keepInTarget, keepsNothing, type Keeps } from './keep-paths.ts'
import { readNotes } from './notes.ts'
import type { Snapshot } from './snapshot.ts'
import { readNow } from './read-trees.ts'
import { showDiff, type ShownChange } from './shown-change.ts'
import { diffTrees } from './tree-diff.ts'

export type RestoreOptions = {
  /** The snapshot that is taken of the current state first. */
  readonly before: Pick<SnapshotRequest, 'refName' | 'message'>
  /** Use `move` only for a branch that only Mayday uses. Default: `keep`. */
  readonly branch?: 'keep' | 'move'
  /** R4. Default: nothing. */
  readonly keeps?: Keeps
}

export type Restored = {
  /** The state before the restore. */
  readonly safety: Snapshot
  readonly changes: readonly ShownChange[]
  /** HEAD now, and HEAD in the restored state. */
  readonly head: string | null
  readonly headThen: string | null
  /** Later commits are not in the restored files, so git shows them as changes. */
  readonly showsCommits: boolean
}

export type SnapshotPlace = OpenGit & {
  /** A ref or commit. */
  readonly ref: string
}

export async function restoreSnapshot(at: SnapshotPlace, options: RestoreOptions): Promise<Restored> {
  const git = openGit(at)
  const snapshot = await requireSnapshot(git, at.ref)
  await using captured = await capture({ ...at, ...options.before })
  // Awaited here: the folder of the snapshot is removed when this function returns.
  const { branch = 'keep', keeps = keepsNothing } = options
  return await restoreTo(captured, snapshot, { branch, keeps })
}

/** What a restore would do now. */
export type RestorePreview = {
  readonly snapshot: Snapshot
  readonly changes: readonly ShownChange[]
  /** R4: what would change too, if it were not kept. */
  readonly kept: readonly ShownChange[]
  /** Files, permissions and staged content are already the same. */
  readonly isSame: boolean
}

export async function previewRestore(at: SnapshotPlace, keeps: Keeps): Promise<RestorePreview> {
  const git = openGit(at)
  const snapshot = await requireSnapshot(git, at.ref)
  const now = await readNow(git)
  const notes = await readNotes(git, snapshot.notes)
  const diff = [...(await diffTrees(git, now.tree, snapshot.tree))]
  const changes = diff.filter(([path]) => !keeps(path))
  const staged = [...(await diffTrees(git, now.indexTree, snapshot.indexTree)).keys()]
  return {
    snapshot,
    changes: showDiff(new Map(changes)),
    kept: showDiff(new Map(diff.filter(([path]) => keeps(path)))),
    isSame: changes.length === 0 && staged.every(keeps) && areNotesSame(notes, now.notes, keeps),
  }
}

export async function requireSnapshot(git: Git, ref: string): Promise<Snapshot> {
  const found = await readSnapshot(git, ref)
  if (found === null) throw refusedRestore(`there is no snapshot ${ref} in ${git.place.top}.`)
  return found
}

/** `captured` contains the current state. */
export async function restoreTo(
  captured: Captured,
  snapshot: Snapshot,
  { branch, keeps }: { readonly branch: 'keep' | 'move'; readonly keeps: Keeps },
): Promise<Restored> {
  const { git, snapshot: safety } = captured
  const move = branch === 'move' ? planMove(safety, { commit: snapshot.head, branch: snapshot.branch }) : null
  const notes = await readNotes(git, snapshot.notes)
  const then = { tree: snapshot.tree, indexTree: snapshot.indexTree, notes }
  const target = await keepInTarget(captured, then, keeps)
  const diff = await applyTarget(captured, target)
  const head = await moveHead(git, safety, move)
  const showsCommits = await areCommitsShown(git, { head, headThen: snapshot.head, tree: target.tree })
  return { safety, changes: showDiff(diff), head, headThen: snapshot.head, showsCommits }
}

/** Do the restored files differ from what was committed since? */
export async function areCommitsShown(
  git: Git,
  { head, headThen, tree }: Pick<Restored, 'head' | 'headThen'> & { readonly tree: string },
): Promise<boolean> {
  if (head === null || headThen === null || head === headThen) return false
  const shown = await diffTrees(git, head, tree)
  return [...(await diffTrees(git, headThen, head)).keys()].some((path) => shown.has(path))
}

/** A commit to move HEAD to, if it is not there. */
export type Move = { readonly ref: string; readonly to: string } | null

/** Only along the branch that is checked out. */
export function planMove(
  now: Snapshot,
  then: { readonly commit: string | null; readonly branch: string | null },
): Move {
  if (now.head === then.commit) return null
  if (then.commit === null)
    throw refusedRestore('there was no commit yet, and Mayday does not delete a branch.')
  if (now.branch !== then.branch)
    throw refusedRestore(`${now.branch ?? 'no branch'} is checked out, and it was ${then.branch ?? 'none'}.`)
  return { ref: now.branch === null ? 'HEAD' : `refs/heads/${now.branch}`, to: then.commit }
}

export async function moveHead(git: Git, { head, ref }: Snapshot, move: Move): Promise<string | null> {
  if (move === null) return head
  await git.run(['update-ref', '--no-deref', '-m', `mayday: back from ${ref}`, move.ref, move.to, head ?? ''])
  return move.to
}
