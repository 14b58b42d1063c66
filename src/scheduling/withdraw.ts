import type { TaskRecord } from '../record/task.ts'
import { isOpen } from '../record/task-states.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteCanceled, noteDone, writeCard } from './card-events.ts'
import { unlockTask, type QueueContext } from './locks.ts'
import { leaseOf } from './task-lease.ts'

/** Takes a task without a live run out of the queue. Refused if its state does not allow that. */
export function withdraw(task: TaskRecord, event: 'cancel' | 'skip' | 'done', context: QueueContext): void {
  const { store } = context
  const before = store.move(task.task, event, { at: context.clock.now().toISOString() })
  const last = before.status === 'deferred' ? undefined : store.runsOf(task.task).at(-1)
  const runId = before.nextRunId ?? last?.runId ?? null
  // If the task had already ended, the card keeps that status.
  if (runId !== null && event === 'done') noteDone(task, runId, context)
  else if (runId !== null && isOpen(before.status)) noteCanceled(task, runId, context)
  writeCard(task, context)
  // If a task loop is about to start the task, it notices the change and releases the locks itself.
  if (holderOf(leaseOf(task.task), context) === null) unlockTask(task, context)
  admitDeferred(context)
}
