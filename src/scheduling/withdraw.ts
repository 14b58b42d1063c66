import type { TaskRecord, TaskStatus } from '../record/task.ts'
import { closeEscalationsOf } from '../recovery/answer-escalation.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteCanceled, writeCard } from './card-events.ts'
import { dropPlans } from './drop-plans.ts'
import { unlockTask, type QueueHouse } from './locks.ts'
import { leaseOf } from './task-lease.ts'

/** Takes a task out of the queue that nobody is running; a person is not needed for it any more. False where its status has changed meanwhile. */
export function withdraw(
  task: TaskRecord,
  { from, to }: { readonly from: readonly TaskStatus[]; readonly to: TaskStatus },
  house: QueueHouse,
): boolean {
  const { store } = house
  const wasOpen = OPEN.has(task.status)
  if (!store.claimTask(task.task, from, to)) return false
  dropPlans(task, store)
  closeEscalationsOf(task.task, house.clock.now(), store)
  const promised = store.task(task.task)?.nextRunId ?? null
  const last = task.status === 'deferred' ? undefined : store.runsOf(task.task).at(-1)
  const runId = promised ?? last?.runId ?? null
  store.updateTask(task.task, { nextRunId: null })
  if (runId !== null && wasOpen) noteCanceled(task, runId, house)
  writeCard(task, house)
  // Whoever is about to start it hears of it, and lets the locks go.
  if (holderOf(leaseOf(task.task), house) === null) unlockTask(task, house)
  admitDeferred(house)
  return true
}

/** What a card was waiting for; one whose task had ended keeps the word of its end. */
const OPEN: ReadonlySet<TaskStatus> = new Set(['queued', 'deferred', 'waiting', 'escalated', 'running'])
