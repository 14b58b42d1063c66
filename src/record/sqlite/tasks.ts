/**
 * T1 A change of a task is one statement. Only `moveTask` changes its status.
 * T2 The status of an implicit task follows its runs (triggers of the schema).
 * T3 A card has one task.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { phaseNumber } from '../phase.ts'
import { CardTakenError, UnknownTaskError } from '../store-errors.ts'
import { taskOrigins, type TaskOrigin, type TaskStatus } from '../task-states.ts'
import type { KeptTask, NewTask, TaskPatch, TaskRecord } from '../task.ts'
import { uuidv7 } from '../uuid.ts'
import { insert, numbered, type Columns } from './insert.ts'
import { lastPlace, numberOfCard } from './queue.ts'
import { readRow, readRows } from './read-rows.ts'
import { taskColumns, taskRecordOf } from './task-row.ts'

/** Which tasks to list, newest first. */
export type TaskQuery = {
  readonly status?: TaskStatus
  /** All plans of this phase. */
  readonly phase?: string
  readonly isImplicit?: boolean
  readonly limit?: number
}

/** Adds a task at the end of the queue. T3: if the card already has a task, that one is returned. */
export function addTask(db: DatabaseSync, spec: NewTask, createdAt: string, origin: TaskOrigin): number {
  const known = typeof spec.cardKey === 'string' ? numberOfCard(db, spec.cardKey) : null
  if (known !== null) return known
  return insert(db, 'tasks', {
    id: uuidv7(),
    created_at: createdAt,
    ...taskColumns({ ...spec, place: lastPlace(db) + 1 }),
    status: taskOrigins[origin],
    is_implicit: 0,
  })
}

/** Restores a task that a lost store had known, under its old number if that is free. T3. */
export function restoreTask(db: DatabaseSync, kept: KeptTask, taskId: string, wanted?: number): number {
  const ofCard = kept.cardKey === null ? null : numberOfCard(db, kept.cardKey)
  if (ofCard !== null) return ofCard
  return insert(db, 'tasks', {
    ...numbered(db, 'tasks', wanted),
    id: taskId,
    created_at: kept.createdAt,
    ...taskColumns({ ...kept, place: lastPlace(db) + 1 }),
    status: taskOrigins.run,
    is_implicit: 0,
  })
}

/** By number or id. */
export function findTask(db: DatabaseSync, ref: number | string, root: string): TaskRecord | null {
  const column = typeof ref === 'number' || /^\d+$/.test(ref) ? 'number' : 'id'
  const row = db
    .prepare(`SELECT * FROM tasks WHERE ${column} = ?`)
    .get(column === 'number' ? Number(ref) : ref)
  return row === undefined ? null : readRow('tasks', row, (one) => taskRecordOf(one, root))
}

export function listTasks(db: DatabaseSync, query: TaskQuery, root: string): TaskRecord[] {
  const terms: string[] = []
  const values: SQLInputValue[] = []
  const add = (term: string, value: SQLInputValue): void => {
    terms.push(term)
    values.push(value)
  }
  if (query.phase !== undefined) add('phase_number = ?', phaseNumber(query.phase))
  if (query.status !== undefined) add('status = ?', query.status)
  // A literal, so that the partial index of the few added tasks is used.
  if (query.isImplicit !== undefined) terms.push(`is_implicit = ${Number(query.isImplicit)}`)
  const rows = db
    .prepare(
      `SELECT * FROM tasks ${terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`}
       ORDER BY number DESC LIMIT ?`,
    )
    .all(...values, query.limit ?? -1)
  return readRows(db, 'tasks', rows, (row) => taskRecordOf(row, root))
}

/** T1. */
export function updateTask(db: DatabaseSync, task: number, patch: TaskPatch): void {
  const columns = taskColumns(patch)
  if (Object.keys(columns).length === 0) return
  if (typeof patch.cardKey === 'string') refuseTaken(db, task, patch.cardKey)
  setTask(db, task, columns)
}

/** T1. */
export function setTask(db: DatabaseSync, task: number, columns: Columns): void {
  const sets = Object.keys(columns).map((name) => `${name} = ?`)
  const { changes } = db
    .prepare(`UPDATE tasks SET ${sets.join(', ')} WHERE number = ?`)
    .run(...Object.values(columns), task)
  if (changes !== 1) throw new UnknownTaskError(task)
}

/** T3. */
function refuseTaken(db: DatabaseSync, task: number, cardKey: string): void {
  const holder = numberOfCard(db, cardKey)
  if (holder !== null && holder !== task) throw new CardTakenError(task, holder)
}
