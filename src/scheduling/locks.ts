/**
 * Locks of runs.
 *
 * - L1 A run starts only with all its locks: its card, its phase and flow, and its work tree. It gets all of them or
 *   none.
 * - L2 Locks are released as soon as the end of the run is written. A pending retry holds no lock, only a time.
 * - L3 A lock is cleared only if no process can hold it: its run has ended, or it has no run and its owner is gone.
 * - L4 The store decides. The lock files are only for people to read.
 */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LockRecord } from '../record/card-state.ts'
import { phaseNumber } from '../record/phase.ts'
import { makeOwnFolder, readPlainText } from '../record/plain-file.ts'
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { uuidv7 } from '../record/uuid.ts'
import { writeWhole } from '../record/write-whole.ts'
import { isGone, parseIdentity } from '../supervision/owners.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'
import type { Schedule } from './limits.ts'
import type { Clock } from './sleep-until.ts'
import { workTree } from './work-folder.ts'

/** What all functions of the queue need. */
export type QueueContext = ReconcileContext & {
  readonly clock: Clock
  readonly schedule: Schedule
  /** True if the nodes of a fleet work on the queue, not a scheduler on this machine. */
  readonly isShared?: boolean
  /** On a fleet: the keys of the gates of each agent and account that could run the task. */
  readonly waysOf?: (task: TaskRecord) => readonly (readonly string[])[]
}

type Thing = Pick<LockRecord, 'kind' | 'key' | 'subject'>

/** L1: what a run of this task needs exclusively. */
export function needsOf(task: TaskRecord, context: Pick<QueueContext, 'project'>): readonly Thing[] {
  const card = cardOf(task)
  return task.isParallel ? card : [...card, ...phaseOf(task), ...treeOf(task, context)]
}

const cardOf = ({ card, cardKey }: TaskRecord): readonly Thing[] =>
  card === null || cardKey === null ? [] : [{ kind: 'card', key: cardKey, subject: card }]

function phaseOf({ phase, flow }: TaskRecord): readonly Thing[] {
  const number = phase === null ? null : phaseNumber(phase)
  return number === null
    ? []
    : [{ kind: 'phase', key: `${number}:${flow}`, subject: `phase ${number}, ${flow}` }]
}

function treeOf(task: TaskRecord, context: Pick<QueueContext, 'project'>): readonly Thing[] {
  if (task.hasOwnTree) return []
  const path = workTree(task, context)
  return [{ kind: 'tree', key: createHash('sha256').update(path).digest('hex'), subject: path }]
}

export const lockName = ({ kind, key }: Thing): string => `${kind}:${key}`

/** L1. Returns the conflicting lock, or null if all locks were taken. */
export function lockTask(task: TaskRecord, runId: string, context: QueueContext): LockRecord | null {
  const owner = JSON.stringify(context.processes.self())
  const inTheWay = takeLocks(
    needsOf(task, context).map((thing) => lockOn(thing, task, { runId, owner }, context)),
    context,
  )
  if (inTheWay === null) leaveOldPlaces(task, context)
  return inTheWay
}

/** A person moved the card. The lock on its old path is released. */
function leaveOldPlaces({ task, cardKey }: TaskRecord, context: QueueContext): void {
  const old = context.store.locksOf(task).filter(({ kind, key }) => kind === 'card' && key !== cardKey)
  for (const lock of old) context.store.releaseLock(lock)
  if (old.length > 0) mirrorLocks(context)
}

/** A request of a person. It resets the counters of the task. */
export type QueueRequest = { readonly event: 'retry' | 'enqueue'; readonly sinceRun: number }

/** Queues a task and locks its card for the queue. Returns the conflict, or null. */
export function queueLocked(
  task: TaskRecord,
  runId: string,
  context: QueueContext,
  asked?: QueueRequest,
): LockRecord | 'changed' | null {
  const { store, clock } = context
  const at = clock.now().toISOString()
  const locks = cardOf(task).map((thing) => lockOn(thing, task, { runId, owner: null }, context))
  const inTheWay =
    asked === undefined
      ? store.queueLocked(task, 'admit', { at, set: { nextRunId: runId } }, locks)
      : store.queueLocked(
          task,
          asked.event,
          { at, to: 'queued', set: { nextRunId: runId, sinceRun: asked.sinceRun } },
          locks,
        )
  if (inTheWay === null) mirrorLocks(context)
  return inTheWay
}

/** Locks a queued card. The owner is the queue. */
export function lockCard(task: TaskRecord, runId: string, context: QueueContext): LockRecord | null {
  return takeLocks(
    cardOf(task).map((thing) => lockOn(thing, task, { runId, owner: null }, context)),
    context,
  )
}

const lockOn = (
  thing: Thing,
  { task, flow }: TaskRecord,
  holder: Pick<LockRecord, 'runId' | 'owner'>,
  { clock }: QueueContext,
): LockRecord => ({ ...thing, ...holder, task, flow, startedAt: clock.now().toISOString() })

function takeLocks(locks: readonly LockRecord[], context: QueueContext): LockRecord | null {
  const inTheWay = context.store.takeLocks(locks)
  if (inTheWay === null) mirrorLocks(context)
  return inTheWay
}

/** Locks the work tree of the task for an operation that is not a run. No run starts in it until the lock is released. */
export function lockTree(
  task: TaskRecord,
  context: QueueContext,
): Disposable | { readonly inTheWay: LockRecord } {
  const holder = {
    runId: uuidv7(context.clock.now().getTime()),
    owner: JSON.stringify(context.processes.self()),
  }
  const locks = treeOf(task, context).map((thing) => lockOn(thing, task, holder, context))
  const stale = context.store.locks().filter((lock) => lock.kind === 'tree' && isStale(lock, context))
  for (const lock of stale) context.store.releaseLock(lock)
  const inTheWay = takeLocks(locks, context)
  if (inTheWay !== null) return { inTheWay }
  return {
    [Symbol.dispose]: () => {
      for (const lock of locks) context.store.releaseLock(lock)
    },
  }
}

/** L2. */
export function unlockTask({ task }: Pick<TaskRecord, 'task'>, context: QueueContext): readonly LockRecord[] {
  const released = context.store.releaseLocks(task)
  if (released.length > 0) mirrorLocks(context)
  return released
}

/** L3. */
export function isStale(lock: LockRecord, context: QueueContext): boolean {
  const { store } = context
  const task = store.task(lock.task)
  if (lock.owner === null && task !== null && task.nextRunId === lock.runId) return false
  const run = lock.runId === null ? null : store.find(lock.runId)
  if (run !== null) return !isLive(run)
  if (lock.owner === null) return true
  return isGone(lock.owner, context)
}

/**
 * L4: the folder has one readable file for each locked card, and no other file. Every call repairs what a kill left.
 */
export function mirrorLocks({ store, project }: Pick<QueueContext, 'store' | 'project'>): void {
  const folder = join(project.record, 'locks')
  const wanted = new Map(
    store
      .locks()
      .filter(({ kind }) => kind === 'card')
      .map((lock) => [`${lock.key}.json`, mirrorOf(lock)]),
  )
  makeOwnFolder(folder)
  for (const [name, text] of wanted)
    if (readPlainText(join(folder, name)) !== text)
      writeWhole(join(folder, name), text, 'unsynced', project.record)
  for (const name of readdirSync(folder))
    if (!wanted.has(name) && name.endsWith('.json')) rmSync(join(folder, basename(name)), { force: true })
}

const mirrorOf = ({ subject, runId, flow, startedAt, owner, task }: LockRecord): string =>
  `${JSON.stringify({ format: 'mayday.lock/1', card: subject, runId, flow, startedAt, owner: parseIdentity(owner) ?? 'the queue', task }, null, 2)}\n`
