/**
 * What an attempt leaves: its commits, and a commit or a snapshot of the work that the agent did not commit.
 *
 * V1 Files that git ignores are not handed over. V2 A merge that the agent did not finish is not committed: it is saved
 * as a snapshot.
 */
import { existsSync } from 'node:fs'
import type { Push } from './task-branch.ts'
import type { TaskRecord } from '../../record/task.ts'
import { openGit } from '../../recovery/snapshots/git-steps.ts'
import { saveWork } from '../../scheduling/save-work.ts'
import type { TaskContext } from '../../scheduling/task-context.ts'
import { ownBranch, ownTree } from '../../scheduling/work-folder.ts'
import { readTree } from '../../supervision/changes/read-tree.ts'
import type { TreePolicy } from './tree-policy.ts'

export type HandingOver = TaskContext & { readonly policy: TreePolicy }

/** Null if the attempt left nothing that the remote does not have. */
export async function handOver(
  task: TaskRecord,
  expected: string | null,
  context: HandingOver,
): Promise<Push | null> {
  const cwd = ownTree(task, context)
  if (!existsSync(cwd)) return null
  await keepUncommitted(task, cwd, context)
  const git = openGit({ cwd })
  const commit = await git.word(['rev-parse', '--verify', 'HEAD^{commit}'])
  const { startCommit } = context.store.task(task.task) ?? task
  const isNew = commit !== (expected ?? startCommit)
  const snapshots = context.policy.pushesSnapshots
    ? context.store.snapshotsOf(task.task).map(({ ref, commit: saved }) => ({ ref, commit: saved }))
    : []
  if (!isNew && snapshots.length === 0) return null
  return { branch: ownBranch(task), commit: isNew ? commit : null, expected, snapshots }
}

async function keepUncommitted(task: TaskRecord, cwd: string, context: HandingOver): Promise<void> {
  const tree = await readTree(cwd)
  if (tree === null || tree.dirty.size === 0) return
  const isUnfinished = [...tree.dirty.values()].includes('conflict')
  if (context.policy.uncommitted === 'snapshot' || isUnfinished)
    return void (await saveWork(task, 'work that the agent did not commit', context))
  const git = openGit({ cwd })
  await git.run(['add', '--all'])
  const message = `Task ${task.task}: ${task.title}\n\nWork that the agent did not commit, committed by Mayday.`
  const run = context.store.runsOf(task.task).at(-1)
  await git.run([
    'commit',
    '--quiet',
    '--no-verify',
    '--no-gpg-sign',
    '--allow-empty',
    `--message=${message}`,
    ...(run === undefined ? [] : [`--message=Mayday-Run: ${run.run}`]),
  ])
}
