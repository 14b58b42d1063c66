import type { TaskStatus } from '../record/task-states.ts'
import type { Recorded } from '../supervision/run-event.ts'
import type { LiveView } from '../supervision/supervised-run.ts'
import type { QueueCounts } from './count-queue.ts'
import type { TaskContext, TaskEvent } from './task-context.ts'

export type SchedulerEvent =
  | TaskEvent
  | { readonly event: 'run:event'; readonly task: number; readonly recorded: Recorded }
  | { readonly event: 'card:admitted'; readonly task: number }
  | ({ readonly event: 'queue:counted' } & QueueCounts)
  /** The queue is empty. The scheduler stays for new tasks. */
  | { readonly event: 'queue:idle' }

export type SchedulerContext = Omit<TaskContext, 'watcher' | 'tell' | 'isPaced'> & {
  /** Start no more tasks. */
  readonly drain: AbortSignal
  /** Stop the live runs gracefully. `force`: at once. */
  readonly stop: AbortSignal
  readonly force: AbortSignal
  readonly tell: (event: SchedulerEvent) => void
  readonly show: (task: number, view: LiveView) => void
  /** Starts a process that adopts runs whose supervisor is gone. */
  readonly startAdopter: () => void
}

export type SchedulerOptions = {
  /** `once` does not wait. `watch` continues when the queue is empty. */
  readonly mode: 'until-empty' | 'once' | 'watch'
  /** True: each task that has not started yet gets a separate work tree. */
  readonly worktrees: boolean
}

/** How many tasks ended with each status. */
export type SchedulerEnd = QueueCounts & { readonly ended: Readonly<Partial<Record<TaskStatus, number>>> }
