import { MaydayError } from '../errors.ts'
import { isLive } from '../record/run.ts'
import { LiveRunError, UnknownTaskError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord, TaskStatus } from '../record/task.ts'
import { closeEscalationsOf } from '../recovery/answer-escalation.ts'
import type { QueueHouse } from './locks.ts'
import { noteTask } from './note-task.ts'
import { withdraw } from './withdraw.ts'

/** What can be left undone: not what is being done, and not what is done. */
const SKIPPABLE: readonly TaskStatus[] = ['queued', 'deferred', 'waiting', 'escalated', 'failed', 'canceled']

/** A person says: leave it. What was to come next comes no more. */
export function skipTask(task: TaskRecord, house: QueueHouse): TaskRecord {
  const { store } = house
  const live = store.runsOf(task.task).find(isLive)
  if (task.status !== 'skipped' && live !== undefined) throw new LiveRunError(task.task, live.run)
  if (task.status !== 'skipped' && !withdraw(task, { from: SKIPPABLE, to: 'skipped' }, house))
    throw new UnskippableError(find(task.task, store))
  noteTask('skip', task, house)
  closeEscalationsOf(task.task, house.clock.now(), store)
  return find(task.task, store)
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
