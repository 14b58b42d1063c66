/**
 * Makes the work tree of an attempt from the remote.
 *
 * T1 An attempt begins at the branch that earlier attempts pushed, else at the base of the task.
 * T2 Work on this node that is not in that branch is kept: by continuing it if it is based on the branch, else by a
 * snapshot or a ref.
 * T3 A branch on the remote that no attempt of this task has pushed belongs to somebody else. A person decides.
 * T4 Every node knows where the task began, so that a rollback goes back to the same commit everywhere.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGit, readBranch, readHead } from '../../record/git.ts'
import { writeWhole } from '../../record/write-whole.ts'
import type { TaskRecord } from '../../record/task.ts'
import { openGit, type Git } from '../../recovery/snapshots/git-steps.ts'
import { takeSnapshot } from '../../recovery/snapshots/take-snapshot.ts'
import { markStart } from '../../scheduling/save-work.ts'
import type { TaskContext } from '../../scheduling/task-context.ts'
import { ownBranch, ownTree } from '../../scheduling/work-folder.ts'
import { readTree } from '../../supervision/changes/read-tree.ts'
import { RemoteError, type GitRemote } from './git-remote.ts'
import type { TaskBranch } from './task-branch.ts'
import type { Turns } from './turns.ts'

/** In the git folder of a work tree: the task that it was made for. Another fleet has the same numbers. */
const OWNER_FILE = 'mayday-task'

export type TreeContext = TaskContext & {
  readonly remote: GitRemote
  /** The main branch by the config. */
  readonly mainBranch: string | null
  readonly turns: Turns
}

/** Returns the commit that the branch has on the remote; null if it is not there. */
export async function beginTree(
  task: TaskRecord,
  known: TaskBranch,
  context: TreeContext,
): Promise<string | null> {
  const { remote } = context
  const branch = ownBranch(task)
  const there = await remote.find(branch)
  if (there !== null && known.pushed === null && known.pushing === null)
    throw new RemoteError(
      `The remote ${remote.address.name} has a branch ${branch} that this task did not push. Delete or rename it: git push ${remote.address.name} --delete ${branch}`,
    )
  const fetched = `refs/mayday/remote/task-${task.task}`
  await remote.fetch(there === null ? await baseOf(known, context) : branch, fetched)
  const git = openGit({ cwd: context.project.root })
  const from = await git.word(['rev-parse', '--verify', `${fetched}^{commit}`])
  const start = there === null ? from : (known.start ?? from)
  await context.turns.take(async () => {
    if (!(await isGoodTree(task, from, git, context))) await makeTree(task, { from, start }, git, context)
  })
  await markStart(taskNow(task, context), context)
  return there
}

const taskNow = (task: TaskRecord, { store }: TaskContext): TaskRecord => store.task(task.task) ?? task

const baseOf = async ({ base }: TaskBranch, { remote, mainBranch }: TreeContext): Promise<string> =>
  base ?? mainBranch ?? (await remote.mainBranch())

/** True if the tree of an earlier attempt here can be used. T2: otherwise its work is saved, and it is removed. */
async function isGoodTree(task: TaskRecord, from: string, git: Git, context: TreeContext): Promise<boolean> {
  const path = ownTree(task, context)
  if (!existsSync(path)) return false
  const place = findGit(path)
  const head = place === null || place.top !== path ? null : readHead(place)
  if (place !== null && head?.commit && isMadeFor(task, place.dir)) {
    if (await isAncestor(git, from, head.commit)) return true
  }
  await saveAndRemove(task, path, git)
  return false
}

const isMadeFor = ({ taskId }: TaskRecord, gitDir: string): boolean =>
  existsSync(join(gitDir, OWNER_FILE)) && readFileSync(join(gitDir, OWNER_FILE), 'utf8').trim() === taskId

const isAncestor = async (git: Git, old: string, recent: string): Promise<boolean> =>
  (await git.ask(['merge-base', '--is-ancestor', old, recent])) !== null

/** I3: nothing is removed without a snapshot of all of it. */
async function saveAndRemove({ taskId }: TaskRecord, path: string, git: Git): Promise<void> {
  const tree = await readTree(path)
  if (tree === null)
    throw new RemoteError(`git cannot read the work tree ${path}. Move it away: mv ${path} ${path}.old`)
  await takeSnapshot({
    cwd: path,
    refName: `refs/mayday/tasks/${taskId}/1`,
    message: 'before the tree was made again from the remote',
  })
  await git.run(['worktree', 'remove', '--force', path])
}

/** T2, T4. */
async function makeTree(
  task: TaskRecord,
  { from, start }: { readonly from: string; readonly start: string },
  git: Git,
  context: TreeContext,
): Promise<void> {
  const path = ownTree(task, context)
  const branch = ownBranch(task)
  await keepBranch(branch, from, git)
  const isLater = start !== from && (await isAncestor(git, start, from))
  const add = ['worktree', 'add', '-B', branch, path, isLater ? start : from]
  if ((await git.ask(add)) === null) {
    // If a person deleted the folder, git still lists it.
    await git.run(['worktree', 'prune'])
    await git.run(add)
  }
  const place = findGit(path)
  if (place !== null) writeWhole(join(place.dir, OWNER_FILE), `${task.taskId}\n`)
  if (!isLater) return
  await markStart(taskNow(task, context), context)
  await openGit({ cwd: path }).run(['reset', '--hard', '--quiet', from])
}

/** A branch of the same name may have commits that the new place does not have. */
async function keepBranch(branch: string, from: string, git: Git): Promise<void> {
  const tip = readBranch(git.place.common, branch)
  if (typeof tip !== 'string' || (await isAncestor(git, tip, from))) return
  await git.run(['update-ref', `refs/mayday/kept/${branch}/${tip.slice(0, 12)}`, tip])
}
