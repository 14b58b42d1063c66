/**
 * Who holds what.
 *
 * L1 A run starts only with all its locks: its card, its phase and flow, its work tree; all of them or none. L2 A lock
 * goes as soon as the run's end is written; a pending retry is an instant, not a lock. L3 A lock is cleared only where
 * nobody can hold it any more: its run has ended, or it has none and its owner is gone. L4 The store decides; the files are for people to read.
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
import type { House } from '../supervision/reconcile.ts'
import type { Schedule } from './limits.ts'
import type { Clock } from './sleep-until.ts'
import { workTree } from './work-folder.ts'

/** What everything needs that looks after the queue. */
export type QueueHouse = House & { readonly clock: Clock; readonly schedule: Schedule }

type Thing = Pick<LockRecord, 'kind' | 'key' | 'subject'>

/** L1: what a run of this task must have for itself. */
export function needsOf(task: TaskRecord, house: Pick<QueueHouse, 'project'>): readonly Thing[] {
  const card = cardOf(task)
  return task.isParallel ? card : [...card, ...phaseOf(task), ...treeOf(task, house)]
}

const cardOf = ({ card, cardKey }: TaskRecord): readonly Thing[] =>
  card === null || cardKey === null ? [] : [{ kind: 'card', key: cardKey, subject: card }]

function phaseOf({ phase, flow }: TaskRecord): readonly Thing[] {
  const number = phase === null ? null : phaseNumber(phase)
  return number === null
    ? []
    : [{ kind: 'phase', key: `${number}:${flow}`, subject: `phase ${number}, ${flow}` }]
}

function treeOf(task: TaskRecord, house: Pick<QueueHouse, 'project'>): readonly Thing[] {
  if (task.hasOwnTree) return []
  const path = workTree(task, house)
  return [{ kind: 'tree', key: createHash('sha256').update(path).digest('hex'), subject: path }]
}

export const lockName = ({ kind, key }: Thing): string => `${kind}:${key}`

/** L1. The lock that is in the way; null where all are taken. */
export function lockTask(task: TaskRecord, runId: string, house: QueueHouse): LockRecord | null {
  const owner = JSON.stringify(house.processes.self())
  const inTheWay = takeLocks(
    needsOf(task, house).map((thing) => lockOn(thing, task, { runId, owner }, house)),
    house,
  )
  if (inTheWay === null) leaveOldPlaces(task, house)
  return inTheWay
}

/** Where the card lay before a person moved it there is nothing to hold any more. */
function leaveOldPlaces({ task, cardKey }: TaskRecord, house: QueueHouse): void {
  const old = house.store.locksOf(task).filter(({ kind, key }) => kind === 'card' && key !== cardKey)
  for (const lock of old) house.store.releaseLock(lock)
  if (old.length > 0) mirrorLocks(house)
}

/** A person asks for it: its counters begin anew. */
export type QueueRequest = { readonly event: 'retry' | 'enqueue'; readonly sinceRun: number }

/** Queues a task, with the queue's own hold on its card. What is in the way, where something is. */
export function queueLocked(
  task: TaskRecord,
  runId: string,
  house: QueueHouse,
  asked?: QueueRequest,
): LockRecord | 'changed' | null {
  const { store, clock } = house
  const at = clock.now().toISOString()
  const locks = cardOf(task).map((thing) => lockOn(thing, task, { runId, owner: null }, house))
  const inTheWay =
    asked === undefined
      ? store.queueLocked(task, 'admit', { at, set: { nextRunId: runId } }, locks)
      : store.queueLocked(
          task,
          asked.event,
          { at, to: 'queued', set: { nextRunId: runId, sinceRun: asked.sinceRun } },
          locks,
        )
  if (inTheWay === null) mirrorLocks(house)
  return inTheWay
}

/** The queue's own hold on a card that waits for its turn. */
export function lockCard(task: TaskRecord, runId: string, house: QueueHouse): LockRecord | null {
  return takeLocks(
    cardOf(task).map((thing) => lockOn(thing, task, { runId, owner: null }, house)),
    house,
  )
}

const lockOn = (
  thing: Thing,
  { task, flow }: TaskRecord,
  holder: Pick<LockRecord, 'runId' | 'owner'>,
  { clock }: QueueHouse,
): LockRecord => ({ ...thing, ...holder, task, flow, startedAt: clock.now().toISOString() })

function takeLocks(locks: readonly LockRecord[], house: QueueHouse): LockRecord | null {
  const inTheWay = house.store.takeLocks(locks)
  if (inTheWay === null) mirrorLocks(house)
  return inTheWay
}

/** The task's work tree for something that is no run: one in which nobody works, and nobody begins until it is let go. */
export function lockTree(
  task: TaskRecord,
  house: QueueHouse,
): Disposable | { readonly inTheWay: LockRecord } {
  const holder = { runId: uuidv7(house.clock.now().getTime()), owner: JSON.stringify(house.processes.self()) }
  const locks = treeOf(task, house).map((thing) => lockOn(thing, task, holder, house))
  const stale = house.store.locks().filter((lock) => lock.kind === 'tree' && isStale(lock, house))
  for (const lock of stale) house.store.releaseLock(lock)
  const inTheWay = takeLocks(locks, house)
  if (inTheWay !== null) return { inTheWay }
  return {
    [Symbol.dispose]: () => {
      for (const lock of locks) house.store.releaseLock(lock)
    },
  }
}

/** L2. */
export function unlockTask({ task }: Pick<TaskRecord, 'task'>, house: QueueHouse): readonly LockRecord[] {
  const released = house.store.releaseLocks(task)
  if (released.length > 0) mirrorLocks(house)
  return released
}

/** L3. */
export function isStale(lock: LockRecord, house: QueueHouse): boolean {
  const { store } = house
  const task = store.task(lock.task)
  if (lock.owner === null && task !== null && task.nextRunId === lock.runId) return false
  const run = lock.runId === null ? null : store.find(lock.runId)
  if (run !== null) return !isLive(run)
  if (lock.owner === null) return true
  return isGone(lock.owner, house)
}

/** L4: one readable file for each card that is locked, and nothing else, whoever is killed when. */
export function mirrorLocks({ store, project }: Pick<QueueHouse, 'store' | 'project'>): void {
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
