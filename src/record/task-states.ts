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

/** `idle`: no work was requested yet. `open`: work or a decision is pending. `over`: nothing is pending. */
type Kind = 'idle' | 'open' | 'over'

const kinds: Readonly<Record<TaskStatus, Kind>> = {
  new: 'idle',
  queued: 'open',
  deferred: 'open',
  running: 'open',
  waiting: 'open',
  escalated: 'open',
  succeeded: 'over',
  failed: 'over',
  canceled: 'over',
  skipped: 'over',
}

export const openStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => kinds[status] === 'open')
export const endedStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => kinds[status] === 'over')

export const isOpen = (status: TaskStatus): boolean => kinds[status] === 'open'
export const isOver = (status: TaskStatus): boolean => kinds[status] === 'over'

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
