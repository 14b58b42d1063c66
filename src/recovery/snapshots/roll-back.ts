/**
 * Rolls back to the last known good commit without losing anything.
 *
 * - B1 Everything is in a snapshot that was read back before a file is changed (I3). `reset --hard` and similar
 *   commands are never used.
 * - B2 Files become what they were at the commit. Files that the runs of the task added are removed, and removed files
 *   come back. What the person had changed before the task began, staged or not, comes back too: it is in the baseline.
 *   If a file was edited by the person and committed since, the wanted version is unknown: the rollback is refused.
 * - B3 HEAD stays. The commits since then stay in the history, and the rollback appears as changes in the index. The
 *   branch moves, by compare-and-set, only if the caller says that it belongs to Mayday. The snapshot then keeps the
 *   commits that left it. Files that the caller keeps (cards) stay as they are.
 * - B4 In an uncertain state (a rebase, submodules, changes of other people or tasks, a commit of another history) the
 *   rollback is refused, and nothing has changed.
 */
import { showPath, type RawPath } from '../../record/path-name.ts'
import { applyTarget, refusedRestore, type Target } from './apply-target.ts'
import { capture, type Captured, type SnapshotRequest } from './capture.ts'
import { findDoubt, type Ownership } from './certainty.ts'
import { readSnapshot } from './find-snapshots.ts'
import { openGit, type OpenGit } from './git-steps.ts'
import { isInHistory } from './last-good.ts'
import { readNotes, type Notes } from './notes.ts'
import { keepInTarget, keepsNothing, type Keeps } from './keep-paths.ts'
import { patchTree } from './patch-tree.ts'
import {
  areCommitsShown,
  moveHead,
  planMove,
  requireSnapshot,
  restoreTo,
  type Restored,
} from './restore-snapshot.ts'
import { showDiff } from './shown-change.ts'
import type { Snapshot } from './snapshot.ts'
import { diffTrees, emptyTree, isSameFile, type TreeDiff, type TreeFile } from './tree-diff.ts'

export type RollBackRequest = OpenGit &
  Omit<Ownership, 'baseline'> & {
    /** The last known good commit. If it is a snapshot, it is restored as it was. */
    readonly to: string
    /**
     * The snapshot of the start of the task: a ref or commit. Without it the earlier changes of the person are unknown.
     */
    readonly baseline: string
    /** The snapshot that is taken first. */
    readonly safety: Pick<SnapshotRequest, 'refName' | 'message'>
    /** Use `move` only for a branch that only Mayday uses. Default: `keep`. */
    readonly branch?: 'keep' | 'move'
  }

export async function rollBack(request: RollBackRequest): Promise<Restored> {
  const git = openGit(request)
  const { to, branch = 'keep' } = request
  const start = await requireSnapshot(git, request.baseline)
  const saved = await readSnapshot(git, to)
  if (saved === null && !(await isInHistory(git, to)))
    throw refusedRestore(`HEAD is not a descendant of the commit ${to}.`)
  await using captured = await capture({ ...request, ...request.safety })
  const doubt = await findDoubt(git, captured.snapshot, request)
  if (doubt !== null) throw refusedRestore(doubt)
  // Awaited here: the folder of the snapshot is removed when this function returns.
  const how = { branch, keeps: request.keeps ?? keepsNothing }
  return saved === null
    ? await toCommit(captured, { to, start, ...how })
    : await restoreTo(captured, saved, how)
}

type Destination = {
  readonly to: string
  readonly start: Snapshot
  readonly branch: 'keep' | 'move'
  readonly keeps: Keeps
}

async function toCommit(captured: Captured, { to, start, branch, keeps }: Destination): Promise<Restored> {
  const { git, snapshot: safety } = captured
  const commit = await git.word(['rev-parse', '--verify', `${to}^{commit}`])
  const move = branch === 'move' ? planMove(safety, { commit, branch: safety.branch }) : null
  const target = await keepInTarget(captured, await buildTarget(captured, commit, start), keeps)
  const diff = await applyTarget(captured, target)
  const head = await moveHead(git, safety, move)
  const showsCommits = await areCommitsShown(git, { head, headThen: commit, tree: target.tree })
  return { safety, changes: showDiff(diff), head, headThen: commit, showsCommits }
}

/** The files of the commit, with the changes that the person had at the start of the task on top. */
async function buildTarget(captured: Captured, commit: string, start: Snapshot): Promise<Target> {
  const { git } = captured
  const base = start.head ?? (await emptyTree(git))
  const since = await diffTrees(git, base, commit)
  const files = await overlay(captured, {
    commit,
    since,
    own: await diffTrees(git, base, start.tree),
    name: 'files',
  })
  const staged: Overlay = { commit, since, own: await diffTrees(git, base, start.indexTree), name: 'staged' }
  return {
    tree: files,
    indexTree: await overlay(captured, staged),
    notes: notesOutside(await readNotes(git, start.notes), since),
  }
}

type Overlay = {
  readonly commit: string
  /** What was committed since the task began. */
  readonly since: TreeDiff
  /** What the person had changed before that. */
  readonly own: TreeDiff
  readonly name: 'files' | 'staged'
}

async function overlay(captured: Captured, { commit, since, own, name }: Overlay): Promise<string> {
  const files = new Map<RawPath, TreeFile | null>()
  for (const [path, mine] of own) {
    const theirs = since.get(path)
    if (theirs !== undefined && !isSameFile(theirs.new, mine.new))
      throw refusedRestore(
        `you had changed ${showPath(path)} before the task began, and a later commit changed it too.`,
      )
    if (theirs === undefined) files.set(path, mine.new)
  }
  return patchTree(captured, { base: commit, files, name: `target-${name}` })
}

/** The notes about files that have not changed since the start of the task. */
const notesOutside = ({ modes, raw, intended, believed }: Notes, since: TreeDiff): Notes => {
  const isKept = (path: RawPath): boolean => !since.has(path)
  return {
    modes: new Map([...modes].filter(([path]) => isKept(path))),
    raw: new Map([...raw].filter(([path]) => isKept(path))),
    intended: intended.filter(isKept),
    believed,
  }
}
