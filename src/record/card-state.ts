/** The record's data about cards: their states, pending writes, and locks. */
import * as v from 'valibot'
import { count, moment, type Shape } from './schema.ts'

export const cardStatuses = ['idle', 'queued', 'running', 'succeeded', 'failed', 'canceled'] as const

export type CardStatus = (typeof cardStatuses)[number]

/** Text that must be written into a card. It is recorded first and written then (an outbox). */
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
/** An event that is not recorded yet. */
export const newCardEventSchema = v.omit(cardEventSchema, ['number', 'writtenAt', 'problem'])

export type NewCardEvent = Shape<typeof newCardEventSchema>

/** A lock of one run of a task. A kind and a key have one holder at a time. */
export const lockSchema = v.object({
  kind: v.picklist(['card', 'phase', 'tree']),
  key: v.string(),
  /** The name for people: the card's path, the phase's name, the folder. */
  subject: v.string(),
  task: count,
  runId: v.nullable(v.string()),
  flow: v.string(),
  startedAt: moment,
  /** The process identity as JSON; null means the queue holds it for a queued card. */
  owner: v.nullable(v.string()),
})

export type LockRecord = Shape<typeof lockSchema>
export type LockKind = LockRecord['kind']
