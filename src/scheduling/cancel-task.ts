import { join } from 'node:path'
import { isLive } from '../record/run.ts'
import type { TaskRecord, TaskStatus } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { admitDeferred } from './admit.ts'
import { noteCanceled, writeCard } from './card-events.ts'
import { dropPlans } from './drop-plans.ts'
import { unlockTask, type QueueHouse } from './locks.ts'
import { leaseOf } from './run-task.ts'

export type Canceled = {
  /** `asked`: whoever supervises its run will stop it, unless it ends before. `ended`: there was nothing to cancel. */
  readonly kind: 'canceled' | 'asked' | 'ended'
  readonly run: number | null
}

/** `running` without a live run: it is between two attempts. */
const OPEN: readonly TaskStatus[] = ['queued', 'deferred', 'waiting', 'escalated', 'running']

/** Nobody wants it any more. Completion wins: what has ended stays as it is. */
export function cancelTask(task: TaskRecord, house: QueueHouse): Canceled {
  const { store, project } = house
  const last = store.runsOf(task.task).at(-1)
  if (last !== undefined && isLive(last)) {
    new RunFolder(join(project.root, last.logPath)).askToCancel()
    return { kind: 'asked', run: last.run }
  }
  if (!store.claimTask(task.task, OPEN, 'canceled')) return { kind: 'ended', run: last?.run ?? null }
  dropPlans(task, store)
  const promised = store.task(task.task)?.nextRunId ?? null
  const runId = promised ?? (task.status === 'deferred' ? null : (last?.runId ?? null))
  store.updateTask(task.task, { nextRunId: null })
  if (runId !== null) noteCanceled(task, runId, house)
  writeCard(task, house)
  // Whoever is about to start it hears of it, and lets the locks go.
  if (holderOf(leaseOf(task.task), house) === null) unlockTask(task, house)
  admitDeferred(house)
  return { kind: 'canceled', run: last?.run ?? null }
}
