/** The branches of tasks on the git remote, as far as the fleet knows them. */
import * as v from 'valibot'
import type { Fence, Outcome } from '../port.ts'
import { taskBranchSchema, type TaskBranch } from '../trees/task-branch.ts'
import type { Transaction } from './database.ts'
import type { Parts } from './parts.ts'

export async function readTaskBranch(tx: Transaction, task: number): Promise<TaskBranch> {
  const [row] = await tx.query(
    `select base, pushed, pushing, rows.row ->> 'start_commit' as start
     from tasks left join rows on kind = 'tasks' and key = tasks.number::text where number = $1`,
    [task],
  )
  const known = v.safeParse(taskBranchSchema, row)
  if (known.success) return known.output
  throw new Error(`the branch of task ${task} cannot be read: ${known.issues[0].message}`)
}

/** From here on the next claimant knows what may be on the remote, also if this node dies. */
export async function announcePush(
  node: string,
  fence: Fence,
  commit: string | null,
  { db, jobs }: Parts,
): Promise<boolean> {
  if ((await jobs.touch([fence])).length === 0) return false
  const noted = await db.query(
    `update tasks set pushing = coalesce($3, pushing) from runs
     where runs.id = $1 and runs.node = $2 and runs.state = 'live' and tasks.number = runs.task
     returning tasks.number`,
    [fence.runId, node, commit],
  )
  return noted.length === 1
}

/** An attempt that pushed nothing leaves both as they are: a run before it may have pushed and then been lost. */
export const movedBranch = async (tx: Transaction, { task, pushed }: Outcome): Promise<void> => {
  if (pushed !== undefined)
    await tx.query('update tasks set pushed = $2, pushing = null where number = $1', [task, pushed])
}
