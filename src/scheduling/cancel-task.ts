import { join } from 'node:path'
import { isLive, type RunRecord } from '../record/run.ts'
import { TaskStateError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { settleAbandoned } from './abandoned-task.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import { withdraw } from './withdraw.ts'

export type Canceled = {
  /** `asked`: the supervisor of the run stops it, unless it ends first. `ended`: there was nothing to cancel. */
  readonly kind: 'canceled' | 'asked' | 'ended'
  readonly run: number | null
}

/** The run has succeeded, but the task loop has not recorded it yet. */
const isCompleted = ({ status, sinceRun }: TaskRecord, last: RunRecord | undefined): boolean =>
  status === 'running' && last !== undefined && last.run > sinceRun && last.status === 'succeeded'

/** Cancels a task at the request of a person. Completion wins: a task that has ended stays as it is. */
export function cancelTask(asked: TaskRecord, context: QueueContext): Canceled {
  const { store, project } = context
  const task = settleAbandoned(asked, context)
  const last = store.runsOf(task.task).at(-1)
  if (last !== undefined && isLive(last)) {
    new RunFolder(join(project.record, last.logPath)).askToCancel()
    return { kind: 'asked', run: last.run }
  }
  if (isCompleted(task, last)) return { kind: 'ended', run: last?.run ?? null }
  try {
    withdraw(task, 'cancel', context)
  } catch (error) {
    if (error instanceof TaskStateError) return { kind: 'ended', run: last?.run ?? null }
    throw error
  }
  noteTask('cancel', task, context)
  return { kind: 'canceled', run: last?.run ?? null }
}
