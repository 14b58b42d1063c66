import type { DatabaseSync } from 'node:sqlite'
import { snapshotSchema, type NewSnapshot, type SnapshotRecord } from '../task-story.ts'
import { insert } from './insert.ts'
import { readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'
import { number } from './row.ts'

export const snapshotRow: RowCodec<typeof snapshotSchema> = rowCodec(snapshotSchema, { commit: 'commit_id' })

/** The same ref twice is one snapshot: it may be recorded again after a crash. */
export function addSnapshot(db: DatabaseSync, snapshot: NewSnapshot): number {
  const known = db.prepare('SELECT number FROM snapshots WHERE ref = ?').get(snapshot.ref)
  if (known === undefined) return insert(db, 'snapshots', snapshotRow.write(snapshot))
  db.prepare('UPDATE snapshots SET commit_id = ? WHERE number = ?').run(
    snapshot.commit,
    number(known, 'number'),
  )
  return number(known, 'number')
}

/** Oldest first. */
export const snapshotsOf = (db: DatabaseSync, task: number): SnapshotRecord[] =>
  readRows(
    db,
    'snapshots',
    db.prepare('SELECT * FROM snapshots WHERE task = ? ORDER BY number').all(task),
    snapshotRow.read,
  )

/** Deletes only the row. Git owns the ref. */
export const dropSnapshot = (db: DatabaseSync, snapshot: number): boolean =>
  db.prepare('DELETE FROM snapshots WHERE number = ?').run(snapshot).changes === 1
