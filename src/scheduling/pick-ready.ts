/** Finds the tasks that a scheduler starts next, and places new ones in a work tree. */
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { limitsNow } from './limits.ts'
import { lockName, needsOf } from './locks.ts'
import { pick, type Busy, type Candidate } from './pick.ts'
import { readyTasks } from './ready.ts'
import type { SchedulerContext, SchedulerOptions } from './scheduler-context.ts'
import { leaseOf } from './task-lease.ts'

/** Usually the next task to start is among the first ones of the queue. */
const FIRST_LOOK = 100

export type AtWork = {
  /** The flow of each task that this scheduler works on. */
  readonly active: ReadonlyMap<number, string>
  readonly isRefused: (task: number) => boolean
  /** Something has changed since the last full look, so another task may be ready. */
  readonly isChanged: boolean
}

export type Picked = {
  readonly picked: readonly Candidate[]
  /** When a task becomes ready that is not ready now. */
  readonly nextAtMs: number
}

export function pickReady(context: SchedulerContext, options: SchedulerOptions, atWork: AtWork): Picked {
  const limits = limitsNow(context)
  const busy = busyNow(context, atWork)
  if (busy.flows.length >= limits.concurrency) return { picked: [], nextAtMs: Number.POSITIVE_INFINITY }
  const isActive = (task: number): boolean =>
    atWork.active.has(task) || atWork.isRefused(task) || holderOf(leaseOf(task), context) !== null
  const pickAmong = (most: number): Picked => {
    const { ready, nextAtMs } = readyTasks(context, { most, isActive })
    const candidates = ready.map((task) => candidateOf(placed(task, context, options), context))
    return { picked: pick(candidates, busy, limits), nextAtMs }
  }
  const first = pickAmong(FIRST_LOOK)
  return first.picked.length > 0 || !atWork.isChanged ? first : pickAmong(-1)
}

const candidateOf = (task: TaskRecord, context: SchedulerContext): Candidate => ({
  task: task.task,
  flow: task.flow,
  needs: needsOf(task, context).map(lockName),
})

/** A task that has started stays in its work tree. */
function placed(task: TaskRecord, { store }: SchedulerContext, { worktrees }: SchedulerOptions): TaskRecord {
  const isNew = task.startCommit === null && store.runsOf(task.task).length === 0
  if (!worktrees || task.hasOwnTree || !isNew) return task
  store.updateTask(task.task, { hasOwnTree: true })
  return { ...task, hasOwnTree: true }
}

/** The flows and locks in use, by this scheduler and by other processes. */
function busyNow({ store }: SchedulerContext, { active }: AtWork): Busy {
  const foreign = store
    .queued(['running'])
    .filter(({ task }) => !active.has(task) && store.runsOf(task).some(isLive))
  const held = store.locks().filter(({ owner }) => owner !== null)
  return {
    flows: [...active.values(), ...foreign.map(({ flow }) => flow)],
    held: new Set(held.map(lockName)),
  }
}
