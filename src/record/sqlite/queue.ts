/**
 * Q1 A task that is queued later has a later position. Each position
 * is given once, at the end, also under concurrent requests.
 * Q2 The tasks of one status are read in order from an index: the next fifty of ten thousand cost fifty.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { TaskStatus } from '../task-states.ts'
import type { TaskRecord } from '../task.ts'
import { readRows } from './read-rows.ts'
import { number } from './row.ts'
import { taskRecordOf } from './task-row.ts'

/** 0 if nothing was ever queued. */
export function lastPlace(db: DatabaseSync): number {
  const row = db.prepare('SELECT place FROM tasks WHERE place IS NOT NULL ORDER BY place DESC LIMIT 1').get()
  return row === undefined ? 0 : number(row, 'place')
}

export function numberOfCard(db: DatabaseSync, cardKey: string): number | null {
  const row = db.prepare('SELECT number FROM tasks WHERE card_key = ?').get(cardKey)
  return row === undefined ? null : number(row, 'number')
}

/** Q2: the sorted lists of the statuses are merged, so nothing is sorted. */
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

/** Without tasks of plain runs. */
export function countTasks(db: DatabaseSync, status: TaskStatus): number {
  const row = db
    .prepare('SELECT count(*) AS tasks FROM tasks WHERE is_implicit = 0 AND status = ?')
    .get(status)
  return row === undefined ? 0 : number(row, 'tasks')
}
