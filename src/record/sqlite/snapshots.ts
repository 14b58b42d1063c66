import type { DatabaseSync } from 'node:sqlite'
import type { NewSnapshot, SnapshotRecord } from '../task.ts'
import { insert } from './insert.ts'
import { readRows } from './read-rows.ts'
import { number, numberOrNull, text, type Row } from './row.ts'

/** The same ref twice is one snapshot: it may be recorded again after a crash. */
export function addSnapshot(db: DatabaseSync, { commit, ...columns }: NewSnapshot): number {
  const known = db.prepare('SELECT number FROM snapshots WHERE ref = ?').get(columns.ref)
  if (known === undefined) return insert(db, 'snapshots', { ...columns, commit_id: commit })
  db.prepare('UPDATE snapshots SET commit_id = ? WHERE number = ?').run(commit, number(known, 'number'))
  return number(known, 'number')
}

/** The oldest first. */
export const snapshotsOf = (db: DatabaseSync, task: number): SnapshotRecord[] =>
  readRows(
    db,
    'snapshots',
    db.prepare('SELECT * FROM snapshots WHERE task = ? ORDER BY number').all(task),
    snapshotRecordOf,
  )

/** Only the record of it; the ref is git's. */
export const dropSnapshot = (db: DatabaseSync, snapshot: number): boolean =>
  db.prepare('DELETE FROM snapshots WHERE number = ?').run(snapshot).changes === 1

export const snapshotRecordOf = (row: Row): SnapshotRecord => ({
  number: number(row, 'number'),
  task: number(row, 'task'),
  run: numberOrNull(row, 'run'),
  ref: text(row, 'ref'),
  commit: text(row, 'commit_id'),
  at: text(row, 'at'),
  why: text(row, 'why'),
})
