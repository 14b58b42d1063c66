import { UsageError } from '../errors.ts'
import { lastDecisionOn } from '../record/decisions.ts'
import { statusThatCounts } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { takenBackTo, type TakenBackTo } from '../record/task-events.ts'
import type { TaskStatus } from '../record/task-states.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import { retryTask } from './retry-task.ts'

/**
 * Takes the last skip or done of a person back. A task that was in the queue is queued again, at its end. Every other
 * task is as it was, with its open escalations.
 */
export function undoDecision(task: TaskRecord, context: QueueContext): TaskRecord {
  const { store } = context
  const was = statusBefore(task, context)
  const to = takenBackTo.find((status) => status === was)
  // Only the undo itself is recorded.
  const unnoted = { ...context, isReplay: true }
  if (to === undefined) retryTask(task, unnoted)
  else returnTo(task, to, context)
  noteTask('undo', task, context)
  return store.task(task.task) ?? task
}

function returnTo({ task, taskId }: TaskRecord, to: TakenBackTo, { store, clock }: QueueContext): void {
  store.move(task, 'take-back', { at: clock.now().toISOString(), to })
  const decision = lastDecisionOn(taskId, store)
  if (to === 'escalated' && decision !== null) store.reopenEscalations(task, decision.at)
}

function statusBefore(task: TaskRecord, context: QueueContext): TaskStatus {
  const decision = lastDecisionOn(task.taskId, context.store)
  const isTaken = decision?.kind === 'skip' || decision?.kind === 'done'
  const runs = context.store.runsOf(task.task)
  const isNewer = runs.some(({ startedAt }) => decision !== null && startedAt > decision.at)
  if (isTaken && !isNewer && (task.status === 'skipped' || task.status === 'succeeded'))
    return decision.was ?? lastStatus(runs)
  throw new UsageError(`Task ${task.task} has no skip or done that can be undone. It is ${task.status}.`)
}

/** The decision of an older version does not say it. */
function lastStatus(runs: ReturnType<QueueContext['store']['runsOf']>): TaskStatus {
  const last = runs.at(-1)
  if (last === undefined) return 'queued'
  const status = statusThatCounts(last)
  return status === 'canceled' ? 'canceled' : 'failed'
}
