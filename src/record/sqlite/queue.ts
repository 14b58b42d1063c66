/**
 * Q1 Whoever is queued later stands later: a place is given once, at the end, whoever races for it.
 * Q2 What one status holds is read in its order from an index: the next fifty of ten thousand cost fifty.
 */
import type { DatabaseSync } from 'node:sqlite'
import { UnknownTaskError } from '../store-errors.ts'
import type { TaskRecord, TaskStatus } from '../task.ts'
import { readRows } from './read-rows.ts'
import { number } from './row.ts'
import { taskRecordOf } from './task-row.ts'

/** How a task goes into the queue. */
export type Queueing = {
  readonly status: 'queued' | 'deferred'
  /** The id that its next run will have. */
  readonly runId: string | null
  /** Only runs with a greater number count from now on; without it nothing changes about that. */
  readonly sinceRun?: number
}

/** 0 where nothing was ever queued. */
export function lastPlace(db: DatabaseSync): number {
  const row = db.prepare('SELECT place FROM tasks WHERE place IS NOT NULL ORDER BY place DESC LIMIT 1').get()
  return row === undefined ? 0 : number(row, 'place')
}

export function numberOfCard(db: DatabaseSync, cardKey: string): number | null {
  const row = db.prepare('SELECT number FROM tasks WHERE card_key = ?').get(cardKey)
  return row === undefined ? null : number(row, 'number')
}

/** Q1. What it waited for is over. */
export function queueTask(db: DatabaseSync, task: number, { status, runId, sinceRun }: Queueing): void {
  const { changes } = db
    .prepare(
      `UPDATE tasks SET status = ?, next_run_id = ?, place = ?, since_run = coalesce(?, since_run),
         wait_until = NULL, gate = NULL
       WHERE number = ?`,
    )
    .run(status, runId, lastPlace(db) + 1, sinceRun ?? null, task)
  if (changes !== 1) throw new UnknownTaskError(task)
}

/** Q2: the orders of the statuses are merged, none is sorted. */
export function queuedTasks(
  db: DatabaseSync,
  statuses: readonly TaskStatus[],
  limit: number,
  root: string,
): TaskRecord[] {
  const asked = [...new Set(statuses)]
  if (asked.length === 0) return []
  const parts = asked.map(() => 'SELECT * FROM tasks WHERE is_implicit = 0 AND status = ?')
  const rows = db.prepare(`${parts.join(' UNION ALL ')} ORDER BY place, number LIMIT ?`).all(...asked, limit)
  return readRows(db, 'tasks', rows, (row) => taskRecordOf(row, root))
}

/** Without those of plain runs. */
export function countTasks(db: DatabaseSync, status: TaskStatus): number {
  const row = db
    .prepare('SELECT count(*) AS tasks FROM tasks WHERE is_implicit = 0 AND status = ?')
    .get(status)
  return row === undefined ? 0 : number(row, 'tasks')
}
