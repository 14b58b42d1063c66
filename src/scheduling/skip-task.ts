import { MaydayError } from '../errors.ts'
import { isLive } from '../record/run.ts'
import { LiveRunError, UnknownTaskError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord, TaskStatus } from '../record/task.ts'
import { dropPlans } from './drop-plans.ts'

/** What can be left undone: not what is being done, and not what is done. */
const SKIPPABLE: readonly TaskStatus[] = ['queued', 'deferred', 'waiting', 'escalated', 'failed', 'canceled']

/** A person says: leave it. What was to come next comes no more. */
export function skipTask({ task, status }: TaskRecord, store: Store): TaskRecord {
  if (status !== 'skipped') {
    const live = store.runsOf(task).find(isLive)
    if (live !== undefined) throw new LiveRunError(task, live.run)
    if (!store.claimTask(task, SKIPPABLE, 'skipped')) throw new UnskippableError(find(task, store))
    store.updateTask(task, { gate: null, waitUntil: null })
    dropPlans({ task }, store)
  }
  return find(task, store)
}

function find(task: number, store: Store): TaskRecord {
  const found = store.task(task)
  if (found === null) throw new UnknownTaskError(task)
  return found
}

class UnskippableError extends MaydayError {
  constructor({ task, status }: TaskRecord) {
    super(
      'UNSKIPPABLE',
      status === 'running'
        ? `Task ${task} is being worked on. Stop that first, then skip it.`
        : `Task ${task} has ${status}, and there is nothing left to skip.`,
    )
  }
}
