import { noteDecision } from '../record/decisions.ts'
import { isLive, type Correction, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteAccepted, writeCard } from './card-events.ts'
import { unlockTask } from './locks.ts'
import { leaseOf } from './task-lease.ts'
import type { RecoveryContext } from './take-in.ts'

/** A person says what the reason really was. The task, where that makes it done. */
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
 * A person has said that this run was no failure: where it was its task's last one, the task is done, whatever was to
 * come next. The task then; null where it stays as it is.
 */
export function acceptRun({ run, task: number }: RunRecord, context: RecoveryContext): TaskRecord | null {
  const { store, clock } = context
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task === null || task.isImplicit || last?.run !== run || isLive(last)) return null
  // Where somebody works on it, that run decides.
  if (store.tryMove(number, 'accept', { at: clock.now().toISOString() }) === null) return null
  noteAccepted(task, last, context)
  writeCard(task, context)
  if (holderOf(leaseOf(number), context) === null) unlockTask(task, context)
  admitDeferred(context)
  return store.task(number)
}
