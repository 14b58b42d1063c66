import { cardStatuses, type CardStatus, type LockRecord } from '../record/card-state.ts'
import { shellWords } from '../supervision/shell-words.ts'
import type { Card } from './card.ts'

/**
 * What may follow what. Only a Reset leads back to idle, and never while a run is queued or live; a card whose retry is
 * waited for says failed, so a cancel leads from there too.
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

/** The word of a card, or null where it is none of ours. A card that says nothing is idle. */
export const statusOf = ({ agentStatus }: Pick<Card, 'agentStatus'>): CardStatus | null =>
  cardStatuses.find((status) => status === (agentStatus ?? 'idle')) ?? null

/** A card as far as its state goes. */
export type Stated = Pick<Card, 'path' | 'agentStatus' | 'agentFlow'>

/** What the record knows about a card. */
export type Known = {
  /** The number of the run that works on it now. */
  readonly liveRun: number | null
  /** Its card lock. */
  readonly lock: LockRecord | null
  readonly isQueued: boolean
}

/** A combination that no history leads to, in one sentence with the offer of a Reset; null where there is none. */
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
