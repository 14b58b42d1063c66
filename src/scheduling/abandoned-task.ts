/**
 * A run ended while no task loop worked on its task. The card is updated, and the task waits for the next task loop.
 */
import { isLive, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { noteStarted } from './card-events.ts'
import { settleTask } from './locked-attempt.ts'
import { leaseOf } from './task-lease.ts'
import type { RecoveryContext } from './import-lost-runs.ts'
import type { Target } from '../record/task-events.ts'

/** Returns the task with its new status. A task that a process works on is not changed. */
export function settleAbandoned(task: TaskRecord, context: RecoveryContext): TaskRecord {
  const { store, clock } = context
  if (task.status !== 'running') return task
  const last = store.runsOf(task.task).at(-1)
  // The process that started the run may have died before it updated the card.
  if (last?.status === 'running') noteStarted(task, last.runId, context)
  if ((last !== undefined && isLive(last)) || holderOf(leaseOf(task.task), context) !== null) return task
  settleTask(task, context)
  store.tryMove(task.task, 'abandon', { at: clock.now().toISOString(), to: statusBehind(task, last) })
  return store.task(task.task) ?? task
}

type Left = Target<'abandon'>['to']

/** A task without a run goes back to the queue. */
function statusBehind({ sinceRun }: TaskRecord, last: RunRecord | undefined): Left {
  if (last === undefined || last.run <= sinceRun) return 'queued'
  return last.status === 'succeeded' || last.status === 'canceled' ? last.status : 'waiting'
}
