import type { RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import type { EscalationRecord } from '../../../record/task-story.ts'
import { queueView, type QueueView } from '../../../scheduling/queue-view.ts'
import { emptyQueue, hasStore, type RecordedQueue } from '../record/queue-context.ts'

/** What a person wants to know at a glance. */
export type Status = {
  readonly queue: QueueView
  /** Runs that go on and belong to no task of the queue, the oldest first. */
  readonly plain: readonly RunRecord[]
  /** What needs a person, the oldest first. */
  readonly escalations: readonly EscalationRecord[]
  /** The runs that ended last, the newest first. */
  readonly ended: readonly RunRecord[]
}

const LAST_ENDS = 5

export function readStatus(context: RecordedQueue): Status {
  if (!hasStore(context)) return { queue: emptyQueue(context), plain: [], escalations: [], ended: [] }
  const { store } = context
  return {
    queue: queueView(context),
    plain: plainRuns(store),
    escalations: store.escalations().filter(({ state }) => state !== 'closed'),
    ended: store
      .history({ limit: LAST_ENDS + store.unfinished().length })
      .filter(({ endedAt }) => endedAt !== null)
      .slice(0, LAST_ENDS),
  }
}

/** `mayday run -- …` is queued nowhere. */
function plainRuns(store: Store): readonly RunRecord[] {
  return store
    .unfinished()
    .flatMap(({ runId }) => store.find(runId) ?? [])
    .filter(({ task }) => store.task(task)?.isImplicit !== false)
    .toSorted((a, b) => a.run - b.run)
}
