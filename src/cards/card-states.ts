import { cardStatuses, type CardStatus, type LockRecord } from '../record/card-state.ts'
import { shellWords } from '../supervision/shell-words.ts'
import type { Card } from './card.ts'

/**
 * The allowed transitions. Only a Reset leads back to idle, and never while a run is queued or live. A card that waits
 * for a retry says failed, so a cancel is allowed from there too.
 */
const followers: Readonly<Record<CardStatus, readonly CardStatus[]>> = {
  idle: ['queued'],
  queued: ['running', 'failed', 'canceled'],
  running: ['succeeded', 'failed', 'canceled'],
  succeeded: ['queued', 'idle'],
  failed: ['queued', 'idle', 'canceled'],
  canceled: ['queued', 'idle'],
}

export const isLegal = (from: CardStatus, to: CardStatus): boolean => followers[from].includes(to)

/** The status of a card. Null if the word is not a known status. A card without one is idle. */
export const statusOf = ({ agentStatus }: Pick<Card, 'agentStatus'>): CardStatus | null =>
  cardStatuses.find((status) => status === (agentStatus ?? 'idle')) ?? null

/** The part of a card that defines its state. */
export type Stated = Pick<Card, 'path' | 'agentStatus' | 'agentFlow'>

/** What the record knows about a card. */
export type Known = {
  /** The number of the live run of this card. */
  readonly liveRun: number | null
  /** The lock on this card. */
  readonly lock: LockRecord | null
  readonly isQueued: boolean
}

/**
 * Describes a combination of states that Mayday never produces, and offers a Reset. Null if the combination is
 * possible.
 */
export function findImpossible(card: Stated, known: Known): string | null {
  const problem = problemOf(card, known)
  return problem === null
    ? null
    : `${card.path}: ${problem}; ${shellWords(['mayday', 'reset', card.path])} sets it back to idle.`
}

function problemOf(card: Stated, { liveRun, lock, isQueued }: Known): string | null {
  const status = statusOf(card)
  if (status === null)
    return `agent_status is '${card.agentStatus}', which is none of ${cardStatuses.join(', ')}`
  if (status !== 'idle' && card.agentFlow === null)
    return `agent_status is ${status} and agent_flow is missing`
  const isBusy = liveRun !== null || isQueued
  if (status === 'running')
    return liveRun === null
      ? 'agent_status is running, and this record has no live run of it (another user or another machine may have one)'
      : null
  if (status === 'queued')
    return isBusy
      ? null
      : 'agent_status is queued, and this record does not have it in the queue (another user or another machine may have)'
  if (lock === null || isBusy) return null
  return `agent_status is ${status} and a lock of ${holderOf(lock)} is still on it, which is neither queued nor alive`
}

const holderOf = ({ runId, task }: LockRecord): string => (runId === null ? `task ${task}` : `run ${runId}`)
