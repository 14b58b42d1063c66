/**
 * Admits cards into the queue as long as there is room.
 *
 * - A1 One transaction records the lock of a card and its place in the queue. No process sees one without the other.
 * - A2 Deferred cards are admitted automatically, oldest first.
 */
import type { TaskRecord } from '../record/task.ts'
import { uuidv7 } from '../record/uuid.ts'
import { noteQueued, writeCard } from './card-events.ts'
import { hardLimit, limitsNow } from './limits.ts'
import { refuseCard, whyNotAdmitted } from './look-at-card.ts'
import { lockCard, queueLocked, unlockTask, type QueueContext, type QueueRequest } from './locks.ts'

/** A1. Returns the id of the next run, or the problem that prevents it. */
export function admit(
  task: TaskRecord,
  context: QueueContext,
  asked?: QueueRequest,
): { readonly runId: string } | { readonly problem: string } {
  const { store, clock } = context
  const runId = uuidv7(clock.now().getTime())
  const inTheWay = queueLocked(task, runId, context, asked)
  if (inTheWay === 'changed') return { problem: `Another process has just changed task ${task.task}.` }
  if (inTheWay !== null) return { problem: `Task ${inTheWay.task} holds ${inTheWay.subject}.` }
  noteQueued(task, runId, context)
  const problem = writeCard(task, context)
  if (problem === null) return { runId }
  store.dropCardEvents(task.task, runId)
  putBack(task, context)
  unlockTask(task, context)
  return { problem }
}

/** Restores the state from before the refused admission. */
function putBack({ task, status, nextRunId, place }: TaskRecord, { store, clock }: QueueContext): void {
  if (status !== 'running')
    store.move(task, 'put-back', { at: clock.now().toISOString(), to: status, set: { nextRunId, place } })
}

/**
 * A queued card can lose its lock if Mayday is killed. It gets the lock back, with the same run id and the same place.
 */
export function holdAgain(task: TaskRecord, context: QueueContext): void {
  const { nextRunId } = task
  if (nextRunId === null) return void admit(task, context)
  if (lockCard(task, nextRunId, context) !== null) return
  noteQueued(task, nextRunId, context)
  writeCard(task, context)
}

/** A2. Returns the admitted tasks. */
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

/** Usually the first ones are admitted. The rest is read only if a card could not be written. */
function* waitingForRoom({ store }: QueueContext, room: number): Generator<TaskRecord> {
  const first = store.queued(['deferred'], room)
  yield* first
  if (first.length < room) return
  const seen = new Set(first.map(({ task }) => task))
  for (const task of store.queued(['deferred'])) if (!seen.has(task.task)) yield task
}
