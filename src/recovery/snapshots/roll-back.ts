/**
 * Back to the last known good commit, without losing anything.
 *
 * B1 Everything that is there is in a snapshot that was read back before a file is touched (I3); `reset --hard` and
 *    its like are never used.
 * B2 Files become what they were at the commit; what the task's runs added goes, what they removed comes back. What
 *    the person had changed before the task began, staged or not, comes back as it was: it is in the baseline.
 *    Where a file was both edited by the person and committed since, nobody can tell which one is wanted: refused.
 * B3 HEAD stays: the commits since then stay in the history, and the way back stands as changes in the index. Only
 *    where the caller says that the branch is Mayday's own does it move, by compare-and-set; the snapshot then holds
 *    the commits that left it.
 *    What the caller keeps (cards) stays as it is.
 * B4 Whatever is not certain (a rebase, submodules, the work of somebody else or of another task, a commit of another history) is refused,
 *    and nothing has changed.
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
    /** The last known good commit; a snapshot is restored as it was. */
    readonly to: string
    /** The snapshot of the task's start: a ref or commit. Without it nobody knows what the person had. */
    readonly baseline: string
    /** The snapshot that is taken first. */
    readonly safety: Pick<SnapshotRequest, 'refName' | 'message'>
    /** `move` only for a branch that nobody but Mayday works on. By default `keep`. */
    readonly branch?: 'keep' | 'move'
  }

export async function rollBack(request: RollBackRequest): Promise<Restored> {
  const git = openGit(request)
  const { to, branch = 'keep' } = request
  const start = await requireSnapshot(git, request.baseline)
  const saved = await readSnapshot(git, to)
  if (saved === null && !(await isInHistory(git, to)))
    throw refusedRestore(`HEAD does not come from the commit ${to}.`)
  await using captured = await capture({ ...request, ...request.safety })
  const doubt = await findDoubt(git, captured.snapshot, request)
  if (doubt !== null) throw refusedRestore(doubt)
  // Awaited here: the folder of the snapshot goes when this function returns.
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

/** The commit's files with the person's own changes of the task's start over them. */
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
  /** What the person had changed by then. */
  readonly own: TreeDiff
  readonly name: 'files' | 'staged'
}

async function overlay(captured: Captured, { commit, since, own, name }: Overlay): Promise<string> {
  const files = new Map<RawPath, TreeFile | null>()
  for (const [path, mine] of own) {
    const theirs = since.get(path)
    if (theirs !== undefined && !isSameFile(theirs.new, mine.new))
      throw refusedRestore(
        `you had changed ${showPath(path)} before the task began, and it was committed otherwise since.`,
      )
    if (theirs === undefined) files.set(path, mine.new)
  }
  return patchTree(captured, { base: commit, files, name: `target-${name}` })
}

/** What was noted of files that are as they were at the task's start. */
const notesOutside = ({ modes, raw, intended, believed }: Notes, since: TreeDiff): Notes => {
  const isKept = (path: RawPath): boolean => !since.has(path)
  return {
    modes: new Map([...modes].filter(([path]) => isKept(path))),
    raw: new Map([...raw].filter(([path]) => isKept(path))),
    intended: intended.filter(isKept),
    believed,
  }
}
