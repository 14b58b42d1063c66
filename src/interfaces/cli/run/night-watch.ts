import { orUnknown } from '../../../reasons/reason.ts'
import { pendingStatuses } from '../../../record/task-states.ts'
import { nightNotice, type Notice } from '../../../recovery/notices.ts'
import { reasonThatCounts } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskStatus } from '../../../record/task-states.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler-context.ts'
import type { TaskEvent } from '../../../scheduling/task-context.ts'

/** Counts how the tasks of one `mayday work` ended. */
export class NightWatch {
  readonly #ended = new Map<number, TaskStatus>()
  #costUsd = 0

  see(event: TaskEvent | SchedulerEvent): void {
    if (event.event === 'attempt:ended') this.#costUsd += event.result.costUsd ?? 0
    if (event.event === 'task:ended') this.#ended.set(event.task, event.status)
    if (event.event === 'task:escalated') this.#ended.set(event.task, 'escalated')
  }

  /** One summary of what was done since the last one, or none if nothing was done. */
  notices(store: Store, now: Date): readonly Notice[] {
    const notice = nightNotice(
      {
        succeeded: this.#count('succeeded'),
        failed: this.#count('failed'),
        person: this.#count('escalated'),
        reasons: this.#reasons(store),
        left: pendingStatuses.reduce((sum, status) => sum + store.countTasks(status), 0),
        costUsd: this.#costUsd,
      },
      now.toISOString(),
    )
    this.#ended.clear()
    this.#costUsd = 0
    return notice === null ? [] : [notice]
  }

  #count(status: TaskStatus): number {
    return [...this.#ended.values()].filter((one) => one === status).length
  }

  #reasons(store: Store): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const [task, status] of this.#ended) {
      if (status !== 'failed' && status !== 'escalated') continue
      const run = store.runsOf(task).at(-1)
      const reason = orUnknown(run === undefined ? null : reasonThatCounts(run))
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    return counts
  }
}
