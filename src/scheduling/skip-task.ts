import { isLive } from '../record/run.ts'
import { LiveRunError, UnknownTaskError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueHouse } from './locks.ts'
import { noteTask } from './note-task.ts'
import { withdraw } from './withdraw.ts'

/** A person says: leave it. What was to come next comes no more. */
export function skipTask(task: TaskRecord, house: QueueHouse): TaskRecord {
  const { store } = house
  if (task.status !== 'skipped') {
    const live = store.runsOf(task.task).find(isLive)
    if (live !== undefined) throw new LiveRunError(task.task, live.run)
    withdraw(task, 'skip', house)
  }
  noteTask('skip', task, house)
  return find(task.task, store)
}

function find(task: number, store: Store): TaskRecord {
  const found = store.task(task)
  if (found === null) throw new UnknownTaskError(task)
  return found
}
