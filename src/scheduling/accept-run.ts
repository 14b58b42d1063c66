import { noteDecision } from '../record/decisions.ts'
import { isLive, type Correction, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteAccepted, writeCard } from './card-events.ts'
import { unlockTask } from './locks.ts'
import { leaseOf } from './task-lease.ts'
import type { RecoveryContext } from './import-lost-runs.ts'

/**
 * Records the correction of a person. If it says that the run was not a failure, the task is accepted. Returns the task if
 * its status changed.
 */
export function correctRun(
  run: RunRecord,
  correction: Correction,
  context: RecoveryContext,
): TaskRecord | null {
  context.store.correct(run.run, correction)
  noteDecision({ kind: 'correct', runId: run.runId, run: run.run, ...correction }, context)
  return correction.reason === null ? acceptRun(run, context) : null
}

/**
 * A person has said that this run was not a failure. If it is the last run of its task, the task succeeds and its plan is
 * dropped. Returns the task, or null if nothing changed.
 */
export function acceptRun({ run, task: number }: RunRecord, context: RecoveryContext): TaskRecord | null {
  const { store, clock } = context
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task === null || task.isImplicit || last?.run !== run || isLive(last)) return null
  // The move is refused while a task loop works on the task. The run of that loop decides.
  if (store.tryMove(number, 'accept', { at: clock.now().toISOString() }) === null) return null
  noteAccepted(task, last, context)
  writeCard(task, context)
  if (holderOf(leaseOf(number), context) === null) unlockTask(task, context)
  admitDeferred(context)
  return store.task(number)
}
