import { noteDecision, type TaskDecision } from '../record/decisions.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueContext } from './locks.ts'

/** Records a person's decision about a task. */
export const noteTask = (
  kind: TaskDecision['kind'],
  { task, taskId }: Pick<TaskRecord, 'task' | 'taskId'>,
  context: QueueContext,
  more: Pick<TaskDecision, 'was' | 'hint'> = {},
): void => noteDecision({ kind, at: context.clock.now().toISOString(), taskId, task, ...more }, context)
