import type { TaskRecord } from '../record/task.ts'
import { isOpen } from '../record/task-states.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteCanceled, writeCard } from './card-events.ts'
import { unlockTask, type QueueContext } from './locks.ts'
import { leaseOf } from './task-lease.ts'

/** Takes a task out of the queue that nobody is running. Refused where its state does not allow that. */
export function withdraw(task: TaskRecord, event: 'cancel' | 'skip', context: QueueContext): void {
  const { store } = context
  const before = store.move(task.task, event, { at: context.clock.now().toISOString() })
  const last = before.status === 'deferred' ? undefined : store.runsOf(task.task).at(-1)
  const runId = before.nextRunId ?? last?.runId ?? null
  // A card whose task had ended keeps the word of its end.
  if (runId !== null && isOpen(before.status)) noteCanceled(task, runId, context)
  writeCard(task, context)
  // Whoever is about to start it hears of it, and lets the locks go.
  if (holderOf(leaseOf(task.task), context) === null) unlockTask(task, context)
  admitDeferred(context)
}
