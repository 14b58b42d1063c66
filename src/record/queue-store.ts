/** The part of the store about what is to be done: tasks and their queue, locks, what cards must be told. */
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
import type { StateEvent, TaskOrigin, TaskStatus } from './task-states.ts'
import type { NewTask, TaskPatch, TaskRecord } from './task.ts'

export abstract class QueueStore {
  readonly #connection: Connection

  protected constructor(connection: Connection) {
    this.#connection = connection
  }

  /** At the end of the queue, in the state of its origin. A card that has a task already gives that task, as it is. */
  addTask(spec: NewTask, createdAt: string, origin: TaskOrigin = 'add'): TaskRecord {
    const task = this.#connection.write((db) => addTask(db, spec, createdAt, origin))
    const found = this.task(task)
    if (found === null) throw new UnknownTaskError(task)
    return found
  }

  /** By number or id. */
  task(ref: number | string): TaskRecord | null {
    return this.#connection.read((db) => findTask(db, ref, this.#connection.root))
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
   * What a board shows: all that are not over, those of cards, and those of the newest so many runs; the newest first.
   * Without their prompts.
   */
  heads(newest: number): TaskHead[] {
    return this.#connection.read((db) => taskHeads(db, newest, this.#connection.root))
  }

  /** How many tasks have each status, those of plain runs too. */
  statusCounts(): Readonly<Record<TaskStatus, number>> {
    return this.#connection.read(countByStatus)
  }

  updateTask(task: number, patch: TaskPatch): void {
    this.#connection.write((db) => updateTask(db, task, patch))
  }

  /**
   * Something happens to a task: the only writer of a status. The table of task states says where it leads and what
   * follows, or refuses it with a sentence. Returns the task as it was.
   */
  move<E extends StateEvent>(task: number, event: E, move: Move<E>): TaskRecord {
    return this.#connection.write((db) => {
      const before = findTask(db, task, this.#connection.root)
      if (before === null) throw new UnknownTaskError(task)
      moveTask(db, task, event, move)
      return before
    })
  }

  /** As `move`; null where the task's state does not allow it (any more). */
  tryMove<E extends StateEvent>(task: number, event: E, move: Move<E>): TaskRecord | null {
    try {
      return this.move(task, event, move)
    } catch (error) {
      if (error instanceof TaskStateError) return null
      throw error
    }
  }

  /** Locks and queues it in one step: nobody finds the one without the other. What is in the way, where something is. */
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

  /** By place, the lowest first; one without a place stands before those that have one. Not those of plain runs. */
  queued(statuses: readonly TaskStatus[], limit = -1): TaskRecord[] {
    return this.#connection.read((db) => queuedTasks(db, statuses, limit, this.#connection.root))
  }

  /** Without the tasks of plain runs. */
  countTasks(status: TaskStatus): number {
    return this.#connection.read((db) => countTasks(db, status))
  }

  /** All or none: null where they are taken, else the lock in the way. What the same run holds is renewed. */
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

  /** Of these kinds, or all. Returns what was released. */
  releaseLocks(task: number, kinds?: readonly LockKind[]): LockRecord[] {
    return this.#connection.write((db) => releaseLocks(db, task, kinds))
  }

  /** Only if its task, run and owner are still as seen. */
  releaseLock(lock: LockRecord): boolean {
    return this.#connection.write((db) => releaseLock(db, lock))
  }

  /** How many tasks hold a card. */
  lockedTasks(): number {
    return this.#connection.read(lockedTasks)
  }

  /** Once for a task, run and kind, except resets: false where it is there already. */
  addCardEvent(event: NewCardEvent): boolean {
    return this.#connection.write((db) => addCardEvent(db, event))
  }

  /** What is still to be written, the oldest first; of one task, or of all. */
  pendingCardEvents(task?: number): CardEventRecord[] {
    return this.#connection.read((db) => pendingCardEvents(db, task))
  }

  /** The oldest first. */
  cardEventsOf(task: number): CardEventRecord[] {
    return this.#connection.read((db) => cardEventsOf(db, task))
  }

  /** One writer at a time, who may read this store but not write to it. Where nothing is pending it is not called. */
  writeCardEvents(task: number, write: WriteCard): void {
    this.#connection.write((db) => writeCardEvents(db, task, write))
  }

  /** What is not written yet is not to be written any more; of one run, or all. Returns how much that was. */
  dropCardEvents(task: number, runId: string | null = null): number {
    return this.#connection.write((db) => dropCardEvents(db, task, runId))
  }

  /** A number that is another one after another process has written. */
  version(): number {
    return this.#connection.read(dataVersion)
  }

  setting(name: string): string | null {
    return this.#connection.read((db) => readSetting(db, name))
  }

  /** Null takes it back. */
  setSetting(name: string, value: string | null): void {
    this.#connection.write((db) => writeSetting(db, name, value))
  }
}
