/**
 * Gates that all nodes share.
 *
 * G1 After the end of a gate, one run tests it as its canary. No other run starts until the canary succeeds. G2 A
 * gate without an end is opened only by a user. G3 Times are those of the database.
 */
import * as v from 'valibot'
import { gateSchema } from '../../record/task-story.ts'
import type { SharedGate } from '../port.ts'
import type { Row, Transaction } from './database.ts'
import { readRow } from './read-rows.ts'

const keptSchema = v.omit(gateSchema, ['until', 'canary'])

export const GATE_COLUMNS = `gate, canary, (extract(epoch from until - now()) * 1000)::float8 as until_ms`

const rowSchema = v.object({
  gate: keptSchema,
  canary: v.nullable(v.string()),
  until_ms: v.nullable(v.number()),
})

export function gateIn(row: Row): SharedGate & { readonly hasCanary: boolean } {
  const { gate, canary, until_ms: untilMs } = readRow(rowSchema, row)
  return {
    ...gate,
    untilMs: untilMs === null ? null : Math.round(untilMs),
    hasCanary: canary !== null,
  }
}

export type OpenGates = {
  readonly kind: 'open'
  readonly canaryOf: string | null
  readonly gates: readonly SharedGate[]
}

type Passage = { readonly kind: 'closed' } | OpenGates

/** G1, G2. Locks the rows until the end of the transaction, so that only one claim becomes the canary. */
export async function passGates(tx: Transaction, keys: readonly string[]): Promise<Passage> {
  const rows = await tx.query(
    `select ${GATE_COLUMNS} from gates where key = any($1) order by closed_at, key for update`,
    [keys],
  )
  const gates = rows.map(gateIn)
  const isClosed = gates.some(({ untilMs, hasCanary }) => hasCanary || untilMs === null || untilMs > 0)
  if (isClosed) return { kind: 'closed' }
  return {
    kind: 'open',
    canaryOf: gates[0]?.key ?? null,
    gates: gates.map(({ hasCanary: _, ...gate }) => gate),
  }
}

/** G3. Stores the gates after a run. */
export async function putGates(tx: Transaction, gates: readonly SharedGate[], runId: string): Promise<void> {
  await Promise.all(
    gates.map(({ untilMs, ...gate }) =>
      tx.query(
        `insert into gates (key, gate, until) values ($1, $2, now() + $3::float8 * interval '1 ms')
         on conflict (key) do update set
           gate = excluded.gate || jsonb_build_object(
             'probes', greatest((gates.gate ->> 'probes')::int, (excluded.gate ->> 'probes')::int)),
           canary = nullif(gates.canary, $4),
           until = case when excluded.until is null then null else greatest(gates.until, excluded.until) end`,
        [gate.key, gate, untilMs, runId],
      ),
    ),
  )
}

export async function openGates(tx: Transaction, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const rows = await tx.query('delete from gates where key = any($1) returning key', [keys])
  return rows.length
}

/** The canary proved nothing, so the next run may test the gate. */
export const leaveCanary = (tx: Transaction, runId: string): Promise<unknown> =>
  tx.query('update gates set canary = null where canary = $1', [runId])
