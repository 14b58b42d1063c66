/**
 * The queue takes in what it has room for.
 *
 * A1 A card's lock and its place come together: nobody finds the one without the other. A2 What is deferred comes in by
 * itself, the first first.
 */
import type { TaskRecord } from '../record/task.ts'
import { uuidv7 } from '../record/uuid.ts'
import { noteQueued, writeCard } from './card-events.ts'
import { hardLimit, limitsNow } from './limits.ts'
import { refuseCard, whyNotAdmitted } from './look-at-card.ts'
import { lockCard, queueLocked, unlockTask, type QueueContext, type QueueRequest } from './locks.ts'

/** A1. The id of the run that is promised; why not, where the card cannot be had. */
export function admit(
  task: TaskRecord,
  context: QueueContext,
  asked?: QueueRequest,
): { readonly runId: string } | { readonly problem: string } {
  const { store, clock } = context
  const runId = uuidv7(clock.now().getTime())
  const inTheWay = queueLocked(task, runId, context, asked)
  if (inTheWay === 'changed') return { problem: `Somebody has just changed task ${task.task}.` }
  if (inTheWay !== null) return { problem: `Task ${inTheWay.task} holds ${inTheWay.subject}.` }
  noteQueued(task, runId, context)
  const problem = writeCard(task, context)
  if (problem === null) return { runId }
  store.dropCardEvents(task.task, runId)
  putBack(task, context)
  unlockTask(task, context)
  return { problem }
}

/** As it was before. */
function putBack({ task, status, nextRunId, place }: TaskRecord, { store, clock }: QueueContext): void {
  if (status !== 'running')
    store.move(task, 'put-back', { at: clock.now().toISOString(), to: status, set: { nextRunId, place } })
}

/** A queued card that lost its lock to a kill gets it back, under the same promise and in its old place. */
export function holdAgain(task: TaskRecord, context: QueueContext): void {
  const { nextRunId } = task
  if (nextRunId === null) return void admit(task, context)
  if (lockCard(task, nextRunId, context) !== null) return
  noteQueued(task, nextRunId, context)
  writeCard(task, context)
}

/** A2. The tasks that came in. */
export function admitDeferred(context: QueueContext): readonly number[] {
  const room = hardLimit(limitsNow(context).concurrency) - context.store.lockedTasks()
  if (room <= 0) return []
  const admitted: number[] = []
  for (const task of waitingForRoom(context, room)) {
    const why = whyNotAdmitted(task, context)
    if (why !== null) refuseCard(task, why, context)
    else if ('runId' in admit(task, context)) admitted.push(task.task)
    if (admitted.length === room) break
  }
  return admitted
}

/** Usually the first ones can come in: the others are looked at only where a card cannot be written. */
function* waitingForRoom({ store }: QueueContext, room: number): Generator<TaskRecord> {
  const first = store.queued(['deferred'], room)
  yield* first
  if (first.length < room) return
  const seen = new Set(first.map(({ task }) => task))
  for (const task of store.queued(['deferred'])) if (!seen.has(task.task)) yield task
}
