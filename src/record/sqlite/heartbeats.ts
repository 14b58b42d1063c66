/**
 * Owners are identities of processes, as leases, locks and live runs name them.
 *
 * B1 An owner that was taken over never beats again, and its writes are refused.
 * B2 A takeover because of age fails if the owner has beaten in between.
 */
import type { DatabaseSync } from 'node:sqlite'
import { text, textOrNull } from './row.ts'
import { LIVE_RUNS } from './status-lists.ts'

export type Heartbeat = {
  readonly at: string
  readonly takenAt: string | null
  readonly takenBy: string | null
}

export function heartbeatOf(db: DatabaseSync, owner: string): Heartbeat | null {
  const row = db.prepare('SELECT at, taken_at, taken_by FROM heartbeats WHERE owner = ?').get(owner)
  return row === undefined
    ? null
    : { at: text(row, 'at'), takenAt: textOrNull(row, 'taken_at'), takenBy: textOrNull(row, 'taken_by') }
}

/** B1. Owners that were silent for long are deleted, except those that were taken over. */
export function beat(db: DatabaseSync, owner: string, at: string, forgetBefore: string): void {
  db.prepare(
    `INSERT INTO heartbeats (owner, at) VALUES (?, ?)
     ON CONFLICT (owner) DO UPDATE SET at = excluded.at WHERE taken_at IS NULL`,
  ).run(owner, at)
  db.prepare('DELETE FROM heartbeats WHERE taken_at IS NULL AND at < ?').run(forgetBefore)
}

/** An owner that has never beaten (an older Mayday started it) counts from now on. */
export const noteSeen = (db: DatabaseSync, owner: string, at: string): void =>
  void db.prepare('INSERT INTO heartbeats (owner, at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(owner, at)

/** B2. */
export const takeOver = (
  db: DatabaseSync,
  owner: string,
  { seenAt, by, at }: { readonly seenAt: string; readonly by: string; readonly at: string },
): boolean =>
  db
    .prepare(
      'UPDATE heartbeats SET taken_at = ?, taken_by = ? WHERE owner = ? AND at = ? AND taken_at IS NULL',
    )
    .run(at, by, owner, seenAt).changes === 1

/** All owners of a lease, a lock, a live run or a canary. */
export const ownersOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT owner FROM leases
       UNION SELECT owner FROM locks WHERE owner IS NOT NULL
       UNION SELECT canary FROM gates WHERE canary IS NOT NULL
       UNION SELECT supervisor FROM runs WHERE status IN ${LIVE_RUNS} AND supervisor IS NOT NULL`,
    )
    .all()
    .map((row) => text(row, 'owner'))

/** The ids of the runs that an owner works on or holds a lock for. */
export const runsHeldBy = (db: DatabaseSync, owner: string): string[] =>
  db
    .prepare(
      `SELECT run_id FROM locks WHERE owner = ? AND run_id IS NOT NULL
       UNION SELECT id FROM runs WHERE status IN ${LIVE_RUNS} AND supervisor = ?`,
    )
    .all(owner, owner)
    .map((row) => text(row, 'run_id'))
