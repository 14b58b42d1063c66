/**
 * Removes work trees whose work is on the remote.
 *
 * D1 A tree is removed only if no run works in it, nothing in it is uncommitted, and the remote has its commit.
 * D2 The tree of a task that is over is removed at once. Others stay for the next attempt, the newest ones only.
 * D3 The branch stays in the checkout.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findGit } from '../../record/git.ts'
import { runGit } from '../../record/run-git.ts'
import { isLive } from '../../record/run.ts'
import { isOver, type TaskStatus } from '../../record/task-states.ts'
import type { Store } from '../../record/store.ts'
import type { Project } from '../../record/project.ts'
import { ownTree } from '../../scheduling/work-folder.ts'
import type { Turns } from './turns.ts'
import { readTree } from '../../supervision/changes/read-tree.ts'

type TidyContext = {
  readonly store: Store
  readonly project: Project
  /** True if this node works on the task now. */
  readonly isBusy: (task: number) => boolean
  readonly mostTrees: number
  readonly turns: Turns
}

/** The commit that the remote has of the task, as far as this node knows. */
const DELIVERED = 'fleet-delivered-'

export const noteDelivered = (store: Store, task: number, commit: string): void =>
  store.setSetting(`${DELIVERED}${task}`, commit)

/** Returns the tasks whose trees are gone now. */
export async function tidyTrees(
  { task, status }: { readonly task: number; readonly status: TaskStatus },
  context: TidyContext,
): Promise<readonly number[]> {
  const over = isOver(status) && (await isRemoved(task, context)) ? [task] : []
  const { trees } = context.project
  const rest = existsSync(trees) ? readdirSync(trees).filter((name) => /^task-\d+$/.test(name)) : []
  const oldestFirst = rest
    .map((name) => ({ task: Number(name.slice(5)), atMs: statSync(join(trees, name)).mtimeMs }))
    .toSorted((one, other) => one.atMs - other.atMs)
  const removed: number[] = [...over]
  for (const { task: old } of oldestFirst.slice(0, Math.max(0, rest.length - context.mostTrees)))
    if (await isRemoved(old, context)) removed.push(old)
  return removed
}

/** D1. */
const isRemoved = (task: number, context: TidyContext): Promise<boolean> =>
  context.turns.take(() => isRemovedNow(task, context))

async function isRemovedNow(task: number, { store, project, isBusy }: TidyContext): Promise<boolean> {
  const path = ownTree({ task }, { project })
  if (isBusy(task) || !existsSync(path) || store.runsOf(task).some(isLive)) return false
  const tree = await readTree(path)
  const delivered = store.setting(`${DELIVERED}${task}`) ?? store.task(task)?.startCommit ?? null
  if (tree === null || tree.dirty.size > 0 || tree.commit !== delivered) return false
  return (await runGit(['worktree', 'remove', path], project.root, { place: findGit(path) })) !== null
}
