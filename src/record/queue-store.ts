/** The part of the store about work to do: tasks and their queue, locks, pending writes to cards. */
import type { CardEventRecord, LockKind, LockRecord, NewCardEvent } from './card-state.ts'
import {
  addCardEvent,
  cardEventsOf,
  dropCardEvents,
  pendingCardEvents,
  writeCardEvents,
  type WriteCard,
} from './sqlite/card-events.ts'
import type { Connection } from './sqlite/connection.ts'
import { listLocks, lockedTasks, locksOf, releaseLock, releaseLocks, takeLocks } from './sqlite/locks.ts'
import { moveTask, type Move } from './sqlite/move-task.ts'
import { countTasks, numberOfCard, queuedTasks } from './sqlite/queue.ts'
import { dataVersion, readSetting, writeSetting } from './sqlite/settings.ts'
import { countByStatus, taskHeads, type TaskHead } from './sqlite/task-heads.ts'
import { addTask, findTask, listTasks, updateTask, type TaskQuery } from './sqlite/tasks.ts'
import { TaskStateError, UnknownTaskError } from './store-errors.ts'
import type { StateEvent } from './task-events.ts'
import type { TaskOrigin, TaskStatus } from './task-states.ts'
import type { NewTask, TaskPatch, TaskRecord } from './task.ts'

export abstract class QueueStore {
  readonly #connection: Connection

  protected constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Adds a task at the end of the queue, in the state of its origin.
   * If the card already has a task, that task is returned unchanged.
   */
  addTask(spec: NewTask, createdAt: string, origin: TaskOrigin = 'add'): TaskRecord {
    return this.requireTask(this.#connection.write((db) => addTask(db, spec, createdAt, origin)))
  }

  /** By number or id. */
  task(ref: number | string): TaskRecord | null {
    return this.#connection.read((db) => findTask(db, ref, this.#connection.root))
  }

  /** Like `task`, for a task that must exist. */
  requireTask(ref: number | string): TaskRecord {
    const task = this.task(ref)
    if (task === null) throw new UnknownTaskError(ref)
    return task
  }

  taskOfCard(cardKey: string): TaskRecord | null {
    const task = this.#connection.read((db) => numberOfCard(db, cardKey))
    return task === null ? null : this.task(task)
  }

  /** Newest first. */
  tasks(query: TaskQuery = {}): TaskRecord[] {
    return this.#connection.read((db) => listTasks(db, query, this.#connection.root))
  }

  /**
   * The tasks of a board, newest first: all unfinished ones, those
   * of cards, and those of the newest runs. Without their prompts.
   */
  heads(newest: number): TaskHead[] {
    return this.#connection.read((db) => taskHeads(db, newest, this.#connection.root))
  }

  /** How many tasks have each status, including those of plain runs. */
  statusCounts(): Readonly<Record<TaskStatus, number>> {
    return this.#connection.read((db) => countByStatus(db, 'all'))
  }

  /** How many tasks have each status, without those of plain runs. */
  taskCounts(): Readonly<Record<TaskStatus, number>> {
    return this.#connection.read((db) => countByStatus(db, 'added'))
  }

  updateTask(task: number, patch: TaskPatch): void {
    this.#connection.write((db) => updateTask(db, task, patch))
  }

  /**
   * Applies an event to a task. This is the only writer of a status. The table of task states says where the event
   * leads and what follows, or refuses it with a sentence. Returns the task as it was before.
   */
  move<E extends StateEvent>(task: number, event: E, move: Move<E>): TaskRecord {
    return this.#connection.write((db) => {
      const before = findTask(db, task, this.#connection.root)
      if (before === null) throw new UnknownTaskError(task)
      moveTask(db, task, event, move)
      return before
    })
  }

  /** Like `move`; null if the task's state does not allow it (any more). */
  tryMove<E extends StateEvent>(task: number, event: E, move: Move<E>): TaskRecord | null {
    try {
      return this.move(task, event, move)
    } catch (error) {
      if (error instanceof TaskStateError) return null
      throw error
    }
  }

  /** Locks and queues a task in one transaction. Returns null, or `changed` for another status, else the held lock. */
  queueLocked<E extends StateEvent>(
    { task, status }: Pick<TaskRecord, 'task' | 'status'>,
    event: E,
    move: Move<E>,
    locks: readonly LockRecord[],
  ): LockRecord | 'changed' | null {
    return this.#connection.write((db) => {
      if (findTask(db, task, this.#connection.root)?.status !== status) return 'changed'
      const inTheWay = takeLocks(db, locks)
      if (inTheWay === null) moveTask(db, task, event, move)
      return inTheWay
    })
  }

  /**
   * By position, lowest first. A task without a position comes before all others. Tasks of plain runs are left out.
   */
  queued(statuses: readonly TaskStatus[], limit = -1): TaskRecord[] {
    return this.#connection.read((db) => queuedTasks(db, statuses, limit, this.#connection.root))
  }

  /** Without the tasks of plain runs. */
  countTasks(status: TaskStatus): number {
    return this.#connection.read((db) => countTasks(db, status))
  }

  /**
   * Takes all locks or none. Returns null if they were taken, else a lock that another task holds. Locks of the same
   * run are renewed.
   */
  takeLocks(locks: readonly LockRecord[]): LockRecord | null {
    return this.#connection.write((db) => takeLocks(db, locks))
  }

  /** The longest held first. */
  locks(): LockRecord[] {
    return this.#connection.read(listLocks)
  }

  locksOf(task: number): LockRecord[] {
    return this.#connection.read((db) => locksOf(db, task))
  }

  /** Releases locks of these kinds, or all. Returns the released locks. */
  releaseLocks(task: number, kinds?: readonly LockKind[]): LockRecord[] {
    return this.#connection.write((db) => releaseLocks(db, task, kinds))
  }

  /** Releases the lock only if its task, run and owner are unchanged. */
  releaseLock(lock: LockRecord): boolean {
    return this.#connection.write((db) => releaseLock(db, lock))
  }

  /** How many tasks hold a card lock. */
  lockedTasks(): number {
    return this.#connection.read(lockedTasks)
  }

  /** At most one event per task, run and kind, except resets. False if it already exists. */
  addCardEvent(event: NewCardEvent): boolean {
    return this.#connection.write((db) => addCardEvent(db, event))
  }

  /** Events that are not written yet, oldest first; of one task, or of all. */
  pendingCardEvents(task?: number): CardEventRecord[] {
    return this.#connection.read((db) => pendingCardEvents(db, task))
  }

  /** Oldest first. */
  cardEventsOf(task: number): CardEventRecord[] {
    return this.#connection.read((db) => cardEventsOf(db, task))
  }

  /**
   * Calls the writer for pending events. One writer runs at a time. It may read this store but not write to it. It is
   * not called if nothing is pending.
   */
  writeCardEvents(task: number, write: WriteCard): void {
    this.#connection.write((db) => writeCardEvents(db, task, write))
  }

  /** Drops events that are not written yet; of one run, or all. Returns how many. */
  dropCardEvents(task: number, runId: string | null = null): number {
    return this.#connection.write((db) => dropCardEvents(db, task, runId))
  }

  /** A number that changes after another process has written. */
  version(): number {
    return this.#connection.read(dataVersion)
  }

  setting(name: string): string | null {
    return this.#connection.read((db) => readSetting(db, name))
  }

  /** Null deletes it. */
  setSetting(name: string, value: string | null): void {
    this.#connection.write((db) => writeSetting(db, name, value))
  }
}
