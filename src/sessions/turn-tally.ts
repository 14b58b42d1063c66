/** Counts the turns of a session. It is small for any session: a number for each status, reason and busy time. */
import { orUnknown } from '../reasons/reason.ts'
import * as v from 'valibot'
import { amount, instant, type Shape } from '../record/schema.ts'
import type { SessionTurn } from './session-schema.ts'

const numbers = v.record(v.string(), amount)

const limitSchema = v.object({ reason: v.string(), at: instant, resetAt: instant })

export const talliedSchema = v.object({
  /** By the status of the turn. */
  statuses: numbers,
  /** Failed turns, by reason. */
  failed: numbers,
  /** By the quarter of an hour since 1970 in which a turn ended: a part of one hour in every zone. */
  quarters: v.record(v.string(), v.object({ turns: amount, failed: amount })),
  /** The limits that were hit, oldest first. Turns that hit the same one are one. */
  limits: v.array(limitSchema),
  /** The time and cost of the turns that failed or were cut off. */
  lostMs: amount,
  lostTokens: amount,
  lostCostUsd: amount,
})
export type Tallied = Shape<typeof talliedSchema>

export const noTurns: Tallied = {
  statuses: {},
  failed: {},
  quarters: {},
  limits: [],
  lostMs: 0,
  lostTokens: 0,
  lostCostUsd: 0,
}

const QUARTER_MS = 15 * 60 * 1000

export const quarterStartMs = (quarter: string): number => Number(quarter) * QUARTER_MS

const MOST_LIMITS = 50

type Limit = Tallied['limits'][number]

export class TurnTally {
  readonly #statuses: Record<string, number>
  readonly #failed: Record<string, number>
  readonly #quarters: Record<string, { readonly turns: number; readonly failed: number }>
  #limits: readonly Limit[]
  readonly #lost: { lostMs: number; lostTokens: number; lostCostUsd: number }

  constructor({ statuses, failed, quarters, limits, ...lost }: Tallied = noTurns) {
    this.#statuses = { ...statuses }
    this.#failed = { ...failed }
    this.#quarters = { ...quarters }
    this.#limits = limits
    this.#lost = { ...lost }
  }

  add(turn: SessionTurn): void {
    const { status, reason, endedAt } = turn
    const isFailed = isFailure(turn)
    addOne(this.#statuses, status)
    if (status === 'failed') addOne(this.#failed, orUnknown(reason))
    if (endedAt !== null) this.#addTime(Date.parse(endedAt), isFailed)
    if (isFailed) this.#addLoss(turn)
  }

  tallied(): Tallied {
    return {
      statuses: this.#statuses,
      failed: this.#failed,
      quarters: this.#quarters,
      limits: this.#limits,
      ...this.#lost,
    }
  }

  #addTime(endMs: number, isFailed: boolean): void {
    const quarter = String(Math.floor(endMs / QUARTER_MS))
    const { turns, failed } = this.#quarters[quarter] ?? { turns: 0, failed: 0 }
    this.#quarters[quarter] = { turns: turns + 1, failed: failed + (isFailed ? 1 : 0) }
  }

  #addLoss(turn: SessionTurn): void {
    const { reason, endedAt: at, resetAt, tokens, costUsd } = turn
    this.#lost.lostMs += lastedMs(turn)
    this.#lost.lostTokens += tokens ?? 0
    this.#lost.lostCostUsd += costUsd ?? 0
    if (resetAt !== null && at !== null)
      this.#limits = distinctLimits([...this.#limits, { reason: orUnknown(reason), at, resetAt }])
  }
}

/** The last time that each limit was hit. */
export function distinctLimits<One extends Limit>(
  limits: readonly One[],
  keyOf: (limit: One) => string = ({ reason, resetAt }) => `${reason} ${resetAt}`,
): readonly One[] {
  const newest = new Map<string, One>()
  for (const limit of limits) {
    newest.delete(keyOf(limit))
    newest.set(keyOf(limit), limit)
  }
  return [...newest.values()].slice(-MOST_LIMITS)
}

const addOne = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** An interrupt by the person is not a failure. */
const isFailure = ({ status }: SessionTurn): boolean => status === 'failed' || status === 'cut-off'

const lastedMs = ({ startedAt, endedAt }: SessionTurn): number =>
  startedAt === null || endedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))
