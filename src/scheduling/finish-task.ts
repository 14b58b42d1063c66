import { isLive } from '../record/run.ts'
import { LiveRunError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import { withdraw } from './withdraw.ts'

/** A person says that the task is done. Its runs and their verdicts stay as they are. */
export function finishTask(task: TaskRecord, context: QueueContext): TaskRecord {
  const { store } = context
  const live = store.runsOf(task.task).find(isLive)
  if (live !== undefined) throw new LiveRunError(task.task, live.run)
  withdraw(task, 'done', context)
  noteTask('done', task, context, { was: task.status })
  return store.task(task.task) ?? task
}
