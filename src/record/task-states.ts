/** The states of a task. `task-events.ts` has the events that lead from one to another. */

/** In the order of a task's life. */
export const taskStatuses = [
  'new',
  'queued',
  'deferred',
  'running',
  'waiting',
  'escalated',
  'succeeded',
  'failed',
  'canceled',
  'skipped',
] as const

export type TaskStatus = (typeof taskStatuses)[number]

/**
 * `idle`: no work was requested yet. `pending`: a run will start without a person. `active`: a process works on it.
 * `asking`: a person decides. `over`: nothing is pending.
 */
type Kind = 'idle' | 'pending' | 'active' | 'asking' | 'over'

const kinds: Readonly<Record<TaskStatus, Kind>> = {
  new: 'idle',
  queued: 'pending',
  deferred: 'pending',
  running: 'active',
  waiting: 'pending',
  escalated: 'asking',
  succeeded: 'over',
  failed: 'over',
  canceled: 'over',
  skipped: 'over',
}

/** A process works on the task. */
export const ACTIVE = 'running' satisfies TaskStatus

/** It has a place in the queue, or waits for one. */
export const inQueueStatuses = ['queued', 'deferred'] as const

export const openStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => isOpen(status))
export const pendingStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => isPending(status))
export const endedStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => kinds[status] === 'over')

export function isOpen(status: TaskStatus): boolean {
  return kinds[status] !== 'idle' && kinds[status] !== 'over'
}
export function isPending(status: TaskStatus): boolean {
  return kinds[status] === 'pending'
}
export const isOver = (status: TaskStatus): boolean => kinds[status] === 'over'
/** Nothing is left to do about it: only a failed task is over and not settled. */
export const isSettled = (status: TaskStatus): boolean => isOver(status) && status !== 'failed'
/** Mayday continues it without a person, and has not put it off. */
export const isUnderWay = (status: TaskStatus): boolean =>
  status !== 'deferred' && (isPending(status) || status === ACTIVE)
export const isInQueue = (status: TaskStatus): boolean => inQueueStatuses.some((one) => one === status)

/** The first state of a task, by its origin. */
export const taskOrigins: Readonly<Record<TaskOrigin, TaskStatus>> = {
  /** `mayday add`. */
  add: 'queued',
  /** A card. It is queued right after this, together with its lock. */
  card: 'new',
  /** A run: a plain one, or one that the database had lost. */
  run: 'running',
  /** An unfinished task of another program. A person decides. */
  import: 'escalated',
}

export type TaskOrigin = 'add' | 'card' | 'run' | 'import'
