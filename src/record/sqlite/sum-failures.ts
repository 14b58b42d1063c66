import type { DatabaseSync } from 'node:sqlite'
import { number, text, textOrNull, type Row } from './row.ts'

/** The number of runs with the same hour or day, status, reason, agent and place, after corrections. */
export type RunSum = {
  /** `2026-01-31` or `2026-01-31T14`, in UTC. */
  readonly bucket: string
  readonly status: string
  readonly reason: string | null
  readonly agent: string | null
  readonly phase: string | null
  readonly runs: number
  readonly corrected: number
  readonly durationMs: number
  readonly tokens: number
  readonly costUsd: number
}

const LENGTHS = { day: 10, hour: 13 } as const

/** Only runs that started since then. */
export const sumByBucket = (db: DatabaseSync, sinceAt: string, bucket: keyof typeof LENGTHS): RunSum[] =>
  db
    .prepare(
      `SELECT substr(started_at, 1, ${LENGTHS[bucket]}) AS bucket, status_that_counts AS status,
         reason_that_counts AS reason, agent, phase, count(*) AS runs, count(correction) AS corrected,
         total(duration_ms) AS duration_ms, total(tokens) AS tokens, total(cost_usd) AS cost_usd
       FROM runs WHERE started_at >= ? GROUP BY 1, 2, 3, 4, 5`,
    )
    .all(sinceAt)
    .map(sumOf)

const sumOf = (row: Row): RunSum => ({
  bucket: text(row, 'bucket'),
  status: text(row, 'status'),
  reason: textOrNull(row, 'reason'),
  agent: textOrNull(row, 'agent'),
  phase: textOrNull(row, 'phase'),
  runs: number(row, 'runs'),
  corrected: number(row, 'corrected'),
  durationMs: number(row, 'duration_ms'),
  tokens: number(row, 'tokens'),
  costUsd: number(row, 'cost_usd'),
})
