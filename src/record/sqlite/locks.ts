/**
 * L1 One run at a time holds a kind and a key, also under concurrent
 * requests. If two processes queue one task, it is held once.
 * L2 Locks are taken all or none: no run holds one while it waits for another.
 * L3 A lock that another run took over is not released.
 */
import type { DatabaseSync } from 'node:sqlite'
import { lockSchema, type LockKind, type LockRecord } from '../card-state.ts'
import { replace } from './insert.ts'
import { readRow, readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'
import { number } from './row.ts'

export const lockRow: RowCodec<typeof lockSchema> = rowCodec(lockSchema)

/**
 * L1, L2: null if the run holds all of them now, else the first
 * lock that another run holds. Locks of the same run are renewed.
 */
export function takeLocks(db: DatabaseSync, locks: readonly LockRecord[]): LockRecord | null {
  const inTheWay = locks.map((lock) => lockInTheWay(db, lock)).find((lock) => lock !== null)
  if (inTheWay !== undefined) return inTheWay
  for (const lock of locks) replace(db, 'locks', lockRow.write(lock))
  return null
}

function lockInTheWay(db: DatabaseSync, { kind, key, task, runId }: LockRecord): LockRecord | null {
  const row = db
    .prepare('SELECT * FROM locks WHERE kind = ? AND key = ? AND (task <> ? OR run_id IS NOT ?)')
    .get(kind, key, task, runId)
  return row === undefined ? null : readRow('locks', row, lockRow.read)
}

/** The longest held first. */
export const listLocks = (db: DatabaseSync): LockRecord[] =>
  readRows(
    db,
    'locks',
    db.prepare('SELECT * FROM locks ORDER BY started_at, task, kind, key').all(),
    lockRow.read,
  )

export const locksOf = (db: DatabaseSync, task: number): LockRecord[] =>
  readRows(
    db,
    'locks',
    db.prepare('SELECT * FROM locks WHERE task = ? ORDER BY kind, key').all(task),
    lockRow.read,
  )

/** Returns the released locks. */
export const releaseLocks = (
  db: DatabaseSync,
  task: number,
  only: readonly LockKind[] = lockSchema.entries.kind.options,
): LockRecord[] =>
  readRows(
    db,
    'locks',
    db
      .prepare('DELETE FROM locks WHERE task = ? AND kind IN (SELECT value FROM json_each(?)) RETURNING *')
      .all(task, JSON.stringify(only)),
    lockRow.read,
  )

/** L3. */
export const releaseLock = (db: DatabaseSync, { kind, key, task, runId, owner }: LockRecord): boolean =>
  db
    .prepare('DELETE FROM locks WHERE kind = ? AND key = ? AND task = ? AND run_id IS ? AND owner IS ?')
    .run(kind, key, task, runId, owner).changes === 1

/** How many tasks hold a card lock. Uses the index that groups locks by task, so nothing is sorted. */
export function lockedTasks(db: DatabaseSync): number {
  const row = db
    .prepare("SELECT count(DISTINCT task) AS tasks FROM locks INDEXED BY locks_by_task WHERE kind = 'card'")
    .get()
  return row === undefined ? 0 : number(row, 'tasks')
}
