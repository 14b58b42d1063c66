/**
 * E1 One cause is one escalation as long as it is not closed: raised again, it is counted.
 * E2 A closed one stays closed. The same cause later makes a new one.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { EscalationRecord, NewEscalation } from '../task.ts'
import { insert } from './insert.ts'
import { readRow, readRows } from './read-rows.ts'
import { among, instant, number, numberOrNull, objectIn, text, textOrNull, type Row } from './row.ts'

const states: readonly EscalationRecord['state'][] = ['open', 'acknowledged', 'closed']

/** E1, E2. Returns the number of the one that stands for it. */
export function raise(db: DatabaseSync, { detail, raisedAt, ...columns }: NewEscalation): number {
  const counted = db
    .prepare(
      `UPDATE escalations SET times = times + 1, last_raised_at = max(last_raised_at, ?)
       WHERE key = ? AND state <> 'closed' RETURNING number`,
    )
    .get(raisedAt, columns.key)
  if (counted !== undefined) return number(counted, 'number')
  return insert(db, 'escalations', {
    ...columns,
    state: 'open',
    raised_at: raisedAt,
    last_raised_at: raisedAt,
    times: 1,
    detail: JSON.stringify(detail),
  })
}

export function findEscalation(db: DatabaseSync, escalation: number): EscalationRecord | null {
  const row = db.prepare('SELECT * FROM escalations WHERE number = ?').get(escalation)
  return row === undefined ? null : readRow('escalations', row, escalationRecordOf)
}

/** The oldest first. */
export function listEscalations(
  db: DatabaseSync,
  { state }: { readonly state?: EscalationRecord['state'] },
): EscalationRecord[] {
  const rows =
    state === undefined
      ? db.prepare('SELECT * FROM escalations ORDER BY number').all()
      : db.prepare('SELECT * FROM escalations WHERE state = ? ORDER BY number').all(state)
  return readRows(db, 'escalations', rows, escalationRecordOf)
}

/** A person has seen it. An earlier note stays where there is no new one. False where it is closed or not there. */
export const acknowledge = (db: DatabaseSync, escalation: number, note: string | null, at: string): boolean =>
  db
    .prepare(
      `UPDATE escalations SET state = 'acknowledged', acknowledged_at = coalesce(acknowledged_at, ?),
         note = coalesce(?, note)
       WHERE number = ? AND state <> 'closed'`,
    )
    .run(at, note, escalation).changes === 1

/** False where it is closed already or not there. */
export const closeEscalation = (db: DatabaseSync, escalation: number, at: string): boolean =>
  db
    .prepare("UPDATE escalations SET state = 'closed', closed_at = ? WHERE number = ? AND state <> 'closed'")
    .run(at, escalation).changes === 1

/** Nothing of this task needs a person any more. What also holds others (a gate) has another key and stays open. */
export const closeEscalationsOf = (db: DatabaseSync, task: number, at: string): void =>
  void db
    .prepare(
      `UPDATE escalations SET state = 'closed', closed_at = ?
       WHERE state <> 'closed' AND (key = ? OR substr(key, 1, ?) = ?)`,
    )
    .run(at, `task:${task}`, `task:${task}:`.length, `task:${task}:`)

/** JSON columns are written by this file alone, and read as what it wrote. */
const detailIn = (row: Row): EscalationRecord['detail'] => JSON.parse(objectIn(row, 'detail'))

export function escalationRecordOf(row: Row): EscalationRecord {
  const state = among(states, row, 'state')
  if (state === null) throw new TypeError('An escalation has no state.')
  return {
    number: number(row, 'number'),
    key: text(row, 'key'),
    task: numberOrNull(row, 'task'),
    run: numberOrNull(row, 'run'),
    cause: text(row, 'cause'),
    state,
    raisedAt: instant(row, 'raised_at'),
    lastRaisedAt: instant(row, 'last_raised_at'),
    times: number(row, 'times'),
    note: textOrNull(row, 'note'),
    detail: detailIn(row),
  }
}
