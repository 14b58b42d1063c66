/** A run that ended without anybody there: it is told to its card, and its task waits for whoever goes on with it. */
import { isLive, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { noteStarted } from './card-events.ts'
import { settleTask } from './locked-attempt.ts'
import { leaseOf } from './task-lease.ts'
import type { RecoveryContext } from './take-in.ts'

/** The task as it stands then. One that somebody works on is left alone. */
export function settleForsaken(task: TaskRecord, context: RecoveryContext): TaskRecord {
  const { store, clock } = context
  if (task.status !== 'running') return task
  const last = store.runsOf(task.task).at(-1)
  // Whoever started it died before its card was told.
  if (last?.status === 'running') noteStarted(task, last.runId, context)
  if ((last !== undefined && isLive(last)) || holderOf(leaseOf(task.task), context) !== null) return task
  settleTask(task, context)
  store.tryMove(task.task, 'forsake', { at: clock.now().toISOString(), to: statusBehind(task, last) })
  return store.task(task.task) ?? task
}

type Left = 'queued' | 'waiting' | 'succeeded' | 'canceled'

/** One that never got to run is queued again. */
function statusBehind({ sinceRun }: TaskRecord, last: RunRecord | undefined): Left {
  if (last === undefined || last.run <= sinceRun) return 'queued'
  return last.status === 'succeeded' || last.status === 'canceled' ? last.status : 'waiting'
}
