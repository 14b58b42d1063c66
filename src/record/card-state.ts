/** What the record keeps about cards: their states, what must be written into them, and who holds what. */

export const cardStatuses = ['idle', 'queued', 'running', 'succeeded', 'failed', 'canceled'] as const

export type CardStatus = (typeof cardStatuses)[number]

export type CardEventKind = 'queued' | 'started' | 'succeeded' | 'failed' | 'canceled' | 'reset'

/** Something that must stand in a card: recorded first, written then (an outbox). */
export type CardEventRecord = {
  readonly number: number
  readonly task: number
  readonly runId: string | null
  readonly event: CardEventKind
  /** The History line, without its "- ". */
  readonly line: string
  readonly status: CardStatus
  readonly flow: string | null
  /** The acceptance criteria to tick, counted from 0. */
  readonly checked: readonly number[]
  readonly at: string
  readonly writtenAt: string | null
  /** Why it could not be written yet. */
  readonly problem: string | null
}

export type NewCardEvent = Omit<CardEventRecord, 'number' | 'writtenAt' | 'problem'>

export type LockKind = 'card' | 'phase' | 'tree'

/** A claim of one run of a task on one thing. A kind and a key are held by one at a time. */
export type LockRecord = {
  readonly kind: LockKind
  readonly key: string
  /** What a person reads: the card's path, the phase's name, the folder. */
  readonly subject: string
  readonly task: number
  readonly runId: string | null
  readonly flow: string
  readonly startedAt: string
  /** The process identity as JSON; null: held by the queue for a queued card. */
  readonly owner: string | null
}
