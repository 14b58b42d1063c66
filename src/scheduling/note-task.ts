import { noteDecision, type NewDecision } from '../record/decisions.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueContext } from './locks.ts'

type TaskDecision = Extract<NewDecision, { readonly taskId: string }>['kind']

/** Records a person's decision about a task. */
export const noteTask = (
  kind: TaskDecision,
  { task, taskId }: Pick<TaskRecord, 'task' | 'taskId'>,
  context: QueueContext,
): void => noteDecision({ kind, at: context.clock.now().toISOString(), taskId, task }, context)
