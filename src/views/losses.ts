/** What failed runs cost, by week, agent and model. */
import type { LossSum } from '../record/sqlite/causes.ts'
import type { Store } from '../record/store.ts'
import type { Failures, LostPart } from './failures-schema.ts'
import { DAY_MS } from '../record/duration.ts'

const WEEKS = 12

export const readLosses = (now: Date, store: Store): Failures['lost'] =>
  lossesOf(store.losses(`${mondaysUntil(now)[0] ?? ''}T00:00:00.000Z`), now)

export function lossesOf(sums: readonly LossSum[], now: Date): Failures['lost'] {
  const weeks = mondaysUntil(now)
  return {
    weeks: weeks.map((week) => ({ week, ...totalOf(sums.filter((sum) => sum.week === week)) })),
    byAgent: partsBy(sums, ({ agent }) => agent),
    byModel: partsBy(sums, ({ model }) => model),
  }
}

/** Oldest first. */
function mondaysUntil(now: Date): readonly string[] {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const monday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - sinceMonday * DAY_MS
  return Array.from({ length: WEEKS }, (_, at) =>
    new Date(monday - (WEEKS - 1 - at) * 7 * DAY_MS).toISOString().slice(0, 10),
  )
}

const totalOf = (sums: readonly LossSum[]): Omit<LostPart, 'name'> => ({
  runs: sums.reduce((sum, { runs }) => sum + runs, 0),
  failed: sums.reduce((sum, { failed }) => sum + failed, 0),
  costUsd: sums.reduce((sum, { costUsd }) => sum + costUsd, 0),
  durationMs: sums.reduce((sum, { durationMs }) => sum + durationMs, 0),
})

const partsBy = (sums: readonly LossSum[], nameOf: (sum: LossSum) => string | null): readonly LostPart[] =>
  [...Map.groupBy(sums, nameOf)]
    .map(([name, same]) => ({ name, ...totalOf(same) }))
    .toSorted((a, b) => b.costUsd - a.costUsd || b.durationMs - a.durationMs)
