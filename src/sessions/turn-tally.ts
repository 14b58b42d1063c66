/** Counts the turns of a session. It has one number for each status and each reason, so it is small for any session. */
import { orUnknown } from '../reasons/reason.ts'
import * as v from 'valibot'
import { amount, type Shape } from '../record/schema.ts'
import type { SessionTurn } from './session-schema.ts'

const numbers = v.record(v.string(), amount)

export const talliedSchema = v.object({
  /** By the status of the turn. */
  statuses: numbers,
  /** Failed turns by their reason. */
  failed: numbers,
  /** The time and cost of the turns that failed or were cut off. */
  lostMs: amount,
  lostTokens: amount,
  lostCostUsd: amount,
})
export type Tallied = Shape<typeof talliedSchema>

export const noTurns: Tallied = { statuses: {}, failed: {}, lostMs: 0, lostTokens: 0, lostCostUsd: 0 }

/** An interrupt by the person is not a failure. */
export const isFailure = ({ status }: Pick<SessionTurn, 'status'>): boolean =>
  status === 'failed' || status === 'cut-off'

export function withTurn(tallied: Tallied, turn: SessionTurn): Tallied {
  const { status, reason, tokens, costUsd } = turn
  const isLost = isFailure(turn)
  return {
    statuses: oneMore(tallied.statuses, status),
    failed: status === 'failed' ? oneMore(tallied.failed, orUnknown(reason)) : tallied.failed,
    lostMs: tallied.lostMs + (isLost ? lastedMs(turn) : 0),
    lostTokens: tallied.lostTokens + (isLost ? (tokens ?? 0) : 0),
    lostCostUsd: tallied.lostCostUsd + (isLost ? (costUsd ?? 0) : 0),
  }
}

const oneMore = (counts: Tallied['failed'], name: string): Tallied['failed'] => ({
  ...counts,
  [name]: (counts[name] ?? 0) + 1,
})

const lastedMs = ({ startedAt, endedAt }: SessionTurn): number =>
  startedAt === null || endedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))
