/**
 * Removes the separate work trees of tasks that have ended.
 *
 * - O1 A tree is removed only if its task has ended and no process holds the lease of the task.
 * - O2 A tree is removed only if its branch contains everything: no file is changed or new, and no commit is outside
 *   the branch. Files that git ignores are removed with it.
 * - O3 The branch stays.
 */
import { findGit } from '../record/git.ts'
import { runGit } from '../record/run-git.ts'
import { isLive } from '../record/run.ts'
import { isOver } from '../record/task-states.ts'
import { readTree } from '../supervision/changes/read-tree.ts'
import { claimLease, releaseLease } from '../supervision/lease.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'
import { countOf } from '../signals/count-of.ts'
import { leaseOf } from './task-lease.ts'
import { ownTree } from './work-folder.ts'
import { treeNumbers } from './tree-numbers.ts'

export type OwnTree = {
  readonly task: number
  readonly path: string
  /** The branch that is checked out there. */
  readonly branch: string | null
  /** Why the tree has to stay. Null if it can be removed. */
  readonly stays: string | null
}

/** All separate trees, ordered by task. */
export async function readOwnTrees(context: ReconcileContext): Promise<readonly OwnTree[]> {
  const tasks = treeNumbers(context.project.trees, 'task')
  const trees: OwnTree[] = []
  for (const task of tasks) trees.push(await readOwnTree(task, context))
  return trees
}

async function readOwnTree(task: number, context: ReconcileContext): Promise<OwnTree> {
  const folder = ownTree({ task }, context)
  const tree = await readTree(folder)
  const branch = tree?.branch ?? null
  const known = { task, path: folder, branch }
  const working = whyTaskNeedsIt(task, context)
  if (working !== null) return { ...known, stays: working }
  if (tree === null) return { ...known, stays: 'git cannot read it' }
  if (branch === null) return { ...known, stays: 'no branch is checked out in it' }
  const { size } = tree.dirty
  return {
    ...known,
    stays: size === 0 ? null : `${countOf(size, 'file in it is', 'files in it are')} not committed`,
  }
}

function whyTaskNeedsIt(number: number, { store }: ReconcileContext): string | null {
  const task = store.task(number)
  if (task === null) return 'its task is not in the database'
  if (store.runsOf(number).some(isLive)) return 'its task runs'
  return isOver(task.status) ? null : `its task is ${task.status}`
}

/** Checks O1 and O2 again, because time has passed. Returns the tree. `stays` is set if it was not removed. */
export async function removeOwnTree(seen: OwnTree, context: ReconcileContext): Promise<OwnTree> {
  const lease = leaseOf(seen.task)
  if (claimLease(lease, context).kind === 'held') return { ...seen, stays: 'its task is being worked on' }
  try {
    const tree = await readOwnTree(seen.task, context)
    if (tree.stays !== null) return tree
    const { root } = context.project
    // Without force: git checks once more, with the settings of the tree, and knows more reasons to refuse.
    const place = findGit(tree.path)
    const removed = await runGit(['worktree', 'remove', tree.path], root, { place })
    return removed === null ? { ...tree, stays: `git refuses: git worktree remove ${tree.path}` } : tree
  } finally {
    releaseLease(lease, context)
  }
}
