/**
 * The states of a run on a fleet.
 *
 * R1 `endRun` is the only writer of the end of a run. It ends live runs only, so the first ending stays.
 */
import * as v from 'valibot'
import { count } from '../../record/schema.ts'
import type { Transaction } from './database.ts'
import { readRow } from './read-rows.ts'

/** `none`: its node started nothing. `lost`: its node did not renew it for a lease. */
export const runStateSchema = v.picklist(['live', 'ended', 'lost', 'none'])

export type FleetRunState = v.InferOutput<typeof runStateSchema>

/** Whether the outcome of the run was counted. */
export const isSettled = (state: FleetRunState): boolean => state === 'ended' || state === 'none'

const endedSchema = v.object({ number: count, task: count })

type Ending = {
  readonly runId: string
  readonly to: Exclude<FleetRunState, 'live'>
  readonly hasFailed: boolean
  /** What its agent said last. */
  readonly lastWords?: string | null
}

/** R1. Returns the numbers of the run and its task; null if the run is not live. */
export async function endRun(
  tx: Transaction,
  { runId, to, hasFailed, lastWords = null }: Ending,
): Promise<v.InferOutput<typeof endedSchema> | null> {
  const [row] = await tx.query(
    `update runs set state = $2, ended_at = now(), has_failed = $3, last_words = $4
     where id = $1 and state = 'live' returning number::int, task::int`,
    [runId, to, hasFailed, lastWords],
  )
  return row === undefined ? null : readRow(endedSchema, row)
}
