/** What the record keeps about cards: their states, what must be written into them, and who holds what. */
import * as v from 'valibot'
import { count, moment, type Shape } from './schema.ts'

export const cardStatuses = ['idle', 'queued', 'running', 'succeeded', 'failed', 'canceled'] as const

export type CardStatus = (typeof cardStatuses)[number]

/** Something that must stand in a card: recorded first, written then (an outbox). */
export const cardEventSchema = v.object({
  number: count,
  task: count,
  runId: v.nullable(v.string()),
  event: v.picklist(['queued', 'started', 'succeeded', 'failed', 'canceled', 'reset']),
  /** The History line, without its "- ". */
  line: v.string(),
  status: v.picklist(cardStatuses),
  flow: v.nullable(v.string()),
  /** The acceptance criteria to tick, counted from 0. */
  checked: v.array(count),
  at: moment,
  writtenAt: v.nullable(moment),
  /** Why it could not be written yet. */
  problem: v.nullable(v.string()),
})

export type CardEventRecord = Shape<typeof cardEventSchema>
export type NewCardEvent = Omit<CardEventRecord, 'number' | 'writtenAt' | 'problem'>

/** A claim of one run of a task on one thing. A kind and a key are held by one at a time. */
export const lockSchema = v.object({
  kind: v.picklist(['card', 'phase', 'tree']),
  key: v.string(),
  /** What a person reads: the card's path, the phase's name, the folder. */
  subject: v.string(),
  task: count,
  runId: v.nullable(v.string()),
  flow: v.string(),
  startedAt: moment,
  /** The process identity as JSON; null: held by the queue for a queued card. */
  owner: v.nullable(v.string()),
})

export type LockRecord = Shape<typeof lockSchema>
export type LockKind = LockRecord['kind']
