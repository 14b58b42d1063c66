import { noteDecision } from '../record/decisions.ts'
import { isLive, type Correction, type RunRecord } from '../record/run.ts'
import { taskStatuses, type TaskRecord, type TaskStatus } from '../record/task.ts'
import { closeEscalationsOf } from '../recovery/answer-escalation.ts'
import { holderOf } from '../supervision/lease.ts'
import { admitDeferred } from './admit.ts'
import { noteAccepted, writeCard } from './card-events.ts'
import { dropPlans } from './drop-plans.ts'
import { unlockTask } from './locks.ts'
import { leaseOf } from './task-lease.ts'
import type { RecoveryHouse } from './take-in.ts'

/** Somebody works on it: that run decides. */
const ENDED: readonly TaskStatus[] = taskStatuses.filter((one) => one !== 'running' && one !== 'succeeded')

/** A person says what the reason really was. The task, where that makes it done. */
export function correctRun(run: RunRecord, correction: Correction, house: RecoveryHouse): TaskRecord | null {
  house.store.correct(run.run, correction)
  noteDecision({ kind: 'correct', runId: run.runId, run: run.run, ...correction }, house)
  return correction.reason === null ? acceptRun(run, house) : null
}

/**
 * A person has said that this run was no failure: where it was its task's last one, the task is done, whatever was to
 * come next. The task then; null where it stays as it is.
 */
export function acceptRun({ run, task: number }: RunRecord, house: RecoveryHouse): TaskRecord | null {
  const { store, clock } = house
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task === null || task.isImplicit || last?.run !== run || isLive(last)) return null
  if (!store.claimTask(number, ENDED, 'succeeded')) return null
  dropPlans(task, store)
  store.updateTask(number, { nextRunId: null })
  closeEscalationsOf(number, clock.now(), store)
  noteAccepted(task, last, house)
  writeCard(task, house)
  if (holderOf(leaseOf(number), house) === null) unlockTask(task, house)
  admitDeferred(house)
  return store.task(number)
}
