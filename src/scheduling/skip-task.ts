import { isLive } from '../record/run.ts'
import { LiveRunError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import { withdraw } from './withdraw.ts'

/** Skips a task at the request of a person. Its plan is dropped. */
export function skipTask(task: TaskRecord, context: QueueContext): TaskRecord {
  const { store } = context
  if (task.status !== 'skipped') {
    const live = store.runsOf(task.task).find(isLive)
    if (live !== undefined) throw new LiveRunError(task.task, live.run)
    withdraw(task, 'skip', context)
  }
  noteTask('skip', task, context, task.status === 'skipped' ? {} : { was: task.status })
  return store.requireTask(task.task)
}
