/** One attempt that holds all its locks and keeps its card up to date. */
import { join } from 'node:path'
import { isLive } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import type { LockRecord } from '../record/card-state.ts'
import type { TaskRecord } from '../record/task.ts'
import { uuidv7 } from '../record/uuid.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { findRunFolder } from '../supervision/run-folders.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import { noteEnded, noteQueued, noteStarted, writeCard } from './card-events.ts'
import { describeLock } from './describe-lock.ts'
import { lockTask, unlockTask, type QueueContext } from './locks.ts'
import { clearStaleLocks } from './stale-locks.ts'
import type { TaskEvent, TaskContext } from './task-context.ts'

/** How often to check a lock that another task holds. */
const LOOK_EVERY_MS = 250

export type Locked =
  | { readonly kind: 'locked'; readonly runId: string }
  | { readonly kind: 'busy'; readonly lock: LockRecord }
  | { readonly kind: 'canceled' }

/** Takes the locks for the next run. With `waits`, it waits until they are free. */
export async function lockForRun(task: TaskRecord, context: TaskContext, waits: boolean): Promise<Locked> {
  const { clock, watcher, tell } = context
  const runId = promisedTo(task, context) ?? uuidv7(clock.now().getTime())
  for (let looks = 0; ; looks += 1) {
    const lock = tryLock(task, runId, context)
    if (lock === null) return { kind: 'locked', runId }
    if (looks === 0) tell(waitBehind(task, lock, waits))
    if (!waits) return { kind: 'busy', lock }
    if (!(await clock.nap(LOOK_EVERY_MS, watcher.cancel))) return { kind: 'canceled' }
  }
}

const waitBehind = ({ task }: TaskRecord, lock: LockRecord, waits: boolean): TaskEvent => ({
  event: 'wait:started',
  task,
  until: null,
  why: describeLock(lock),
  next: `See who holds it: mayday locks${waits ? '    To end the wait: Ctrl+C' : ''}`,
})

/** Null if a run with the promised id already exists, in the record or in a run folder. An id is never used twice. */
function promisedTo({ nextRunId }: TaskRecord, { store, project }: TaskContext): string | null {
  if (nextRunId === null || store.find(nextRunId) !== null) return null
  return findRunFolder(nextRunId, project) === null ? nextRunId : null
}

/** Stale locks are cleared first. */
function tryLock(task: TaskRecord, runId: string, context: TaskContext): LockRecord | null {
  if (lockTask(task, runId, context) === null) return null
  clearStaleLocks(context)
  return lockTask(task, runId, context)
}

/** Runs the task. In every case the card is updated and the locks are released at the end. */
export async function runLocked(
  task: TaskRecord,
  runId: string,
  context: TaskContext,
  run: (context: TaskContext) => Promise<RunResult>,
): Promise<RunResult> {
  noteQueued(task, runId, context)
  bringCard(task, context)
  try {
    return await run({ ...context, watcher: tellingCard(task, runId, context) })
  } finally {
    settleTask(task, context)
  }
}

function tellingCard(task: TaskRecord, runId: string, context: TaskContext): Watcher {
  const { watcher } = context
  let isTold = task.card === null
  const report: Watcher['report'] = (event) => {
    if (event.event === 'run:created') keepPromise(task, runId, context)
    if (event.event === 'stage:started' && !isTold) {
      isTold = true
      noteStarted(task, runId, context)
      bringCard(task, context)
    }
    watcher.report(event)
  }
  return { ...watcher, report }
}

/**
 * The promised run exists now. A person may have canceled the task just before: that cancel is passed on to the run.
 */
function keepPromise({ task }: TaskRecord, runId: string, { store, project }: TaskContext): void {
  store.updateTask(task, { nextRunId: null })
  const run = store.find(runId)
  if (run !== null && store.task(task)?.status === 'canceled')
    new RunFolder(join(project.record, run.logPath)).askToCancel()
}

function bringCard(task: TaskRecord, context: TaskContext): void {
  const why = writeCard(task, context)
  if (why !== null) context.tell({ event: 'card:unwritten', task: task.task, why })
}

/** If the last run has ended, the card is updated and then the locks are released. A live run keeps its locks. */
export function settleTask(task: TaskRecord, context: QueueContext): void {
  const last = context.store.runsOf(task.task).at(-1)
  if (last !== undefined && isLive(last)) return
  if (last !== undefined) noteEnded(task, last, context)
  // The run took place, but the process died before it cleared the promise.
  if (last !== undefined && context.store.task(task.task)?.nextRunId === last.runId)
    context.store.updateTask(task.task, { nextRunId: null })
  writeCard(task, context)
  unlockTask(task, context)
}
