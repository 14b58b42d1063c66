/** A summary of the project's current state. */
import * as v from 'valibot'
import type { RunRecord } from '../record/run.ts'
import type { Shape } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { escalationSchema } from '../record/task-story.ts'
import { openEscalations } from './escalations.ts'
import { formats } from './formats.ts'
import { queuePartSchema, readQueuePart } from './queue.ts'
import { runRow, runRowSchema } from './run-row.ts'
import { isRecorded, described, type MaybeRecorded } from './view.ts'

export const statusSchema = v.object({
  format: v.literal(formats.status),
  queue: described(queuePartSchema, 'as in `mayday queue --json`'),
  plain: described(
    v.array(runRowSchema),
    'live runs that are not in the queue (`mayday run -- …`), oldest first',
  ),
  escalations: described(v.array(escalationSchema), 'those that are not closed, oldest first'),
  ended: described(v.array(runRowSchema), 'the five runs that ended last, newest first'),
})

export type Status = Shape<typeof statusSchema>

const LAST_ENDS = 5

export function readStatus(context: MaybeRecorded): Status {
  const queue = readQueuePart(context)
  if (!isRecorded(context)) return { format: formats.status, queue, plain: [], escalations: [], ended: [] }
  const { store } = context
  return {
    format: formats.status,
    queue,
    plain: plainRuns(store).map((run) => runRow(run)),
    escalations: openEscalations(store),
    ended: store
      .history({ limit: LAST_ENDS + store.unfinished().length })
      .filter(({ endedAt }) => endedAt !== null)
      .slice(0, LAST_ENDS)
      .map((run) => runRow(run)),
  }
}

/** `mayday run -- …` is not in the queue. */
function plainRuns(store: Store): readonly RunRecord[] {
  return store
    .unfinished()
    .flatMap(({ runId }) => store.find(runId) ?? [])
    .filter(({ task }) => store.task(task)?.isImplicit !== false)
    .toSorted((a, b) => a.run - b.run)
}
