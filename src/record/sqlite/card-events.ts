/**
 * E1 Each event of a run is added once. Adding it again changes nothing.
 * E2 The events of a task are written in the order in which they happened, by one writer at a time: the write
 * transaction is held while the file is written.
 * E3 If a writer dies after the file was written and before the commit, its events are written again. The writer
 * recognises a line that is already in the card.
 */
import type { DatabaseSync } from 'node:sqlite'
import { cardEventSchema, type CardEventRecord, type NewCardEvent } from '../card-state.ts'
import { UnknownTaskError } from '../store-errors.ts'
import { insertUnless } from './insert.ts'
import { readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'

export const cardEventRow: RowCodec<typeof cardEventSchema> = rowCodec(cardEventSchema)

/** E1. */
export function addCardEvent(db: DatabaseSync, event: NewCardEvent): boolean {
  if (db.prepare('SELECT 1 FROM tasks WHERE number = ?').get(event.task) === undefined)
    throw new UnknownTaskError(event.task)
  return insertUnless(db, 'card_events', cardEventRow.write(event), 'DO NOTHING')
}

/** Oldest first; of one task, or of all. */
export const pendingCardEvents = (db: DatabaseSync, task?: number): CardEventRecord[] =>
  readRows(
    db,
    'card_events',
    task === undefined
      ? db.prepare('SELECT * FROM card_events WHERE written_at IS NULL ORDER BY number').all()
      : db
          .prepare('SELECT * FROM card_events WHERE task = ? AND written_at IS NULL ORDER BY number')
          .all(task),
    cardEventRow.read,
  )

/** Oldest first. */
export const cardEventsOf = (db: DatabaseSync, task: number): CardEventRecord[] =>
  readRows(
    db,
    'card_events',
    db.prepare('SELECT * FROM card_events WHERE task = ? ORDER BY number').all(task),
    cardEventRow.read,
  )

/** Writes the events into the card. Returns null if all are in the card now, else why they are not. */
export type WriteCard = (events: readonly CardEventRecord[]) => string | null

/** E2. */
export function writeCardEvents(db: DatabaseSync, task: number, write: WriteCard): void {
  const events = pendingCardEvents(db, task)
  if (events.length === 0) return
  const problem = write(events)
  const writtenAt = problem === null ? new Date().toISOString() : null
  const mark = db.prepare('UPDATE card_events SET written_at = ?, problem = ? WHERE number = ?')
  for (const event of events) mark.run(writtenAt, problem, event.number)
}

/** Drops events that are not written yet; of one run, or all. */
export const dropCardEvents = (db: DatabaseSync, task: number, runId: string | null): number =>
  Number(
    db
      .prepare(
        'DELETE FROM card_events WHERE task = ? AND written_at IS NULL AND run_id = coalesce(?, run_id)',
      )
      .run(task, runId).changes,
  )
