/**
 * E1 One cause is one escalation until it is closed. If it is raised again, its count grows.
 * E2 A closed escalation stays closed. The same cause later makes a new one. Only a person who takes the decision back
 * that closed it opens it again.
 */
import type { DatabaseSync } from 'node:sqlite'
import { escalationSchema, type EscalationRecord, type NewEscalation } from '../task-story.ts'
import { insert } from './insert.ts'
import { readRow, readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'
import { number } from './row.ts'

export const escalationRow: RowCodec<typeof escalationSchema> = rowCodec(escalationSchema)

/** E1, E2. Returns the number of the escalation for this cause. */
export function raise(db: DatabaseSync, escalation: NewEscalation): number {
  const counted = db
    .prepare(
      `UPDATE escalations SET times = times + 1, last_raised_at = max(last_raised_at, ?)
       WHERE key = ? AND state <> 'closed' RETURNING number`,
    )
    .get(escalation.raisedAt, escalation.key)
  if (counted !== undefined) return number(counted, 'number')
  return insert(
    db,
    'escalations',
    escalationRow.write({ ...escalation, state: 'open', lastRaisedAt: escalation.raisedAt, times: 1 }),
  )
}

export function findEscalation(db: DatabaseSync, escalation: number): EscalationRecord | null {
  const row = db.prepare('SELECT * FROM escalations WHERE number = ?').get(escalation)
  return row === undefined ? null : readRow('escalations', row, escalationRow.read)
}

/** Oldest first. */
export function listEscalations(
  db: DatabaseSync,
  { state }: { readonly state?: EscalationRecord['state'] },
): EscalationRecord[] {
  const rows =
    state === undefined
      ? db.prepare('SELECT * FROM escalations ORDER BY number').all()
      : db.prepare('SELECT * FROM escalations WHERE state = ? ORDER BY number').all(state)
  return readRows(db, 'escalations', rows, escalationRow.read)
}

/** Marks it as seen by a person. Without a new note the earlier one stays. False if it is closed or missing. */
export const acknowledge = (db: DatabaseSync, escalation: number, note: string | null, at: string): boolean =>
  db
    .prepare(
      `UPDATE escalations SET state = 'acknowledged', acknowledged_at = coalesce(acknowledged_at, ?),
         note = coalesce(?, note)
       WHERE number = ? AND state <> 'closed'`,
    )
    .run(at, note, escalation).changes === 1

/** False if it is already closed or missing. */
export const closeEscalation = (db: DatabaseSync, escalation: number, at: string): boolean =>
  db
    .prepare("UPDATE escalations SET state = 'closed', closed_at = ? WHERE number = ? AND state <> 'closed'")
    .run(at, escalation).changes === 1

/** E2. Those of this task that were closed last, by this instant. */
export const reopenEscalationsOf = (db: DatabaseSync, task: number, closedBy: string): void =>
  void db
    .prepare(
      `WITH own AS (
         SELECT number, closed_at FROM escalations
         WHERE state = 'closed' AND closed_at <= ? AND (key = ? OR substr(key, 1, ?) = ?)
       )
       UPDATE escalations SET state = iif(acknowledged_at IS NULL, 'open', 'acknowledged'), closed_at = NULL
       WHERE number IN (SELECT number FROM own WHERE closed_at = (SELECT max(closed_at) FROM own))`,
    )
    .run(closedBy, `task:${task}`, `task:${task}:`.length, `task:${task}:`)

/**
 * Closes the escalations of this task. One that also concerns other tasks (a gate) has another key and stays open.
 */
export const closeEscalationsOf = (db: DatabaseSync, task: number, at: string): void =>
  void db
    .prepare(
      `UPDATE escalations SET state = 'closed', closed_at = ?
       WHERE state <> 'closed' AND (key = ? OR substr(key, 1, ?) = ?)`,
    )
    .run(at, `task:${task}`, `task:${task}:`.length, `task:${task}:`)
