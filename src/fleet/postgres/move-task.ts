/**
 * The only writer of the status of a fleet's task (M1 of the table in `task-events.ts`). A command or a node has moved
 * the task in its own store. Here the table is asked once more, for the state that the shared task has now.
 */
import { statesBefore } from '../../record/task-events.ts'
import type { TaskStatus } from '../../record/task-states.ts'
import type { Transaction } from './database.ts'

type Move = {
  readonly task: number
  readonly to: TaskStatus
  /** The node is asked to stop the run of the task. */
  readonly stopsRun?: boolean
  /** The job of the next run; null for none. Without it the job stays. */
  readonly next?: { readonly job: string | null; readonly waitMs: number }
}

export async function moveTask(tx: Transaction, { task, to, stopsRun = false, next }: Move): Promise<void> {
  const moved = await tx.query(
    `update tasks set status = $2, cancel_asked = $3, job = case when $4 then $5::uuid else job end,
       ready_at = case when not $4 then ready_at when $5::uuid is not null then now() + $6 * interval '1 ms' end
     where number = $1 and status = any($7) returning number`,
    [
      task,
      to,
      stopsRun,
      next !== undefined,
      next?.job ?? null,
      Math.max(0, next?.waitMs ?? 0),
      [to, ...statesBefore(to)],
    ],
  )
  if (moved.length === 0) throw new Error(`no event leads task ${task} to ${to}`)
}
