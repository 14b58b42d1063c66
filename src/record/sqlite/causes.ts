/**
 * Failures by their cause.
 *
 * C1 Each write of a verdict or a correction writes the cause in the same transaction. C2 A run without a cause was
 * recorded by an older version: `settleCauses` computes it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { causeOf } from '../cause.ts'
import type { TaskStatus } from '../task-states.ts'
import { number, text, textOrNull, type Row } from './row.ts'
import { diagnosisIn } from './run-row.ts'
import { LIVE_RUNS } from './status-lists.ts'
import { taskStatusIn } from './task-row.ts'

const FACTS = `SELECT number, status_that_counts AS status, reason_that_counts AS reason, stage, summary,
    (SELECT diagnosis FROM diagnoses WHERE diagnoses.run = runs.number ORDER BY diagnoses.number DESC LIMIT 1) AS diagnosis
  FROM runs`

/** C1. */
export function writeCause(db: DatabaseSync, run: number): void {
  const row = db.prepare(`${FACTS} WHERE number = ?`).get(run)
  if (row !== undefined) putCause(db, row)
}

function putCause(db: DatabaseSync, row: Row): void {
  const cause = text(row, 'status') === 'failed' ? causeIn(row) : ''
  db.prepare('UPDATE runs SET cause = ? WHERE number = ?').run(cause, number(row, 'number'))
}

const causeIn = (row: Row): string =>
  causeOf(
    {
      reason: textOrNull(row, 'reason'),
      stage: textOrNull(row, 'stage'),
      diagnosis: readableDiagnosis(row),
    },
    text(row, 'summary'),
  )

/** A damaged verdict must not keep a run out of every group. */
function readableDiagnosis(row: Row): ReturnType<typeof diagnosisIn> | null {
  try {
    return textOrNull(row, 'diagnosis') === null ? null : diagnosisIn(row)
  } catch {
    // Reading the run reports the damaged row. Here its summary is enough.
    return null
  }
}

const WITHOUT = `cause IS NULL AND status NOT IN ${LIVE_RUNS}`

export const lacksCauses = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM runs WHERE ${WITHOUT} LIMIT 1`).get() !== undefined

/** C2. At most this many, so that a large record does not hold its lock for long. Returns how many. */
export function settleCauses(db: DatabaseSync, limit: number): number {
  const rows = db.prepare(`${FACTS} WHERE ${WITHOUT} LIMIT ?`).all(limit)
  for (const row of rows) putCause(db, row)
  return rows.length
}

/** Sums of the failures with one cause. */
export type CauseSum = {
  readonly cause: string
  readonly runs: number
  readonly tasks: number
  readonly newest: number
  readonly firstAt: string
  readonly lastAt: string
  readonly costUsd: number
  readonly durationMs: number
}

export type CauseQuery = {
  /** Only causes that were seen since then. The sums are of all time. */
  readonly sinceAt?: string
  /** A cause, or its first digits. */
  readonly key?: string
}

/** Newest first. */
export function sumCauses(db: DatabaseSync, { sinceAt = '', key = '' }: CauseQuery): CauseSum[] {
  return db
    .prepare(
      `SELECT cause, count(*) AS runs, count(DISTINCT task) AS tasks, max(number) AS newest,
         min(started_at) AS first_at, max(started_at) AS last_at,
         total(cost_usd) AS cost_usd, total(duration_ms) AS duration_ms
       FROM runs WHERE cause <> '' AND cause >= $from AND cause < $until
       GROUP BY cause HAVING max(started_at) >= $since ORDER BY last_at DESC`,
    )
    .all({ $from: key, $until: `${key}~`, $since: sinceAt })
    .map((row) => ({
      cause: text(row, 'cause'),
      runs: number(row, 'runs'),
      tasks: number(row, 'tasks'),
      newest: number(row, 'newest'),
      firstAt: text(row, 'first_at'),
      lastAt: text(row, 'last_at'),
      costUsd: number(row, 'cost_usd'),
      durationMs: number(row, 'duration_ms'),
    }))
}

/** How often a cause was seen in each day or hour (UTC) since then. */
export type CauseCount = { readonly cause: string; readonly bucket: string; readonly runs: number }

export const countCauses = (
  db: DatabaseSync,
  { sinceAt, length }: { readonly sinceAt: string; readonly length: number },
): CauseCount[] =>
  db
    .prepare(
      `SELECT cause, substr(started_at, 1, ?) AS bucket, count(*) AS runs
       FROM runs WHERE cause <> '' AND started_at >= ? GROUP BY 1, 2`,
    )
    .all(length, sinceAt)
    .map((row) => ({ cause: text(row, 'cause'), bucket: text(row, 'bucket'), runs: number(row, 'runs') }))

/** The tasks that failed for each cause, with their current status. */
export type CauseTask = {
  readonly cause: string
  readonly task: number
  readonly status: TaskStatus
  readonly runs: number
}

export const tasksOfCauses = (db: DatabaseSync, causes: readonly string[]): CauseTask[] =>
  db
    .prepare(
      `SELECT cause, task, tasks.status, count(*) AS runs
       FROM runs JOIN tasks ON tasks.number = runs.task
       WHERE cause <> '' AND cause IN (SELECT value FROM json_each(?)) GROUP BY cause, task ORDER BY runs DESC, task`,
    )
    .all(JSON.stringify(causes))
    .map((row) => ({
      cause: text(row, 'cause'),
      task: number(row, 'task'),
      status: taskStatusIn(row),
      runs: number(row, 'runs'),
    }))

/** One row per group of agent, model and week (its Monday, UTC), of failed runs. */
export type LossSum = {
  readonly week: string
  readonly agent: string | null
  readonly model: string | null
  readonly runs: number
  readonly failed: number
  readonly costUsd: number
  readonly durationMs: number
}

export const sumLosses = (db: DatabaseSync, sinceAt: string): LossSum[] =>
  db
    .prepare(
      `SELECT date(started_at, '-6 days', 'weekday 1') AS week, agent, model, count(*) AS runs,
         total(status_that_counts = 'failed') AS failed,
         total(iif(status_that_counts = 'failed', cost_usd, 0)) AS cost_usd,
         total(iif(status_that_counts = 'failed', duration_ms, 0)) AS duration_ms
       FROM runs WHERE started_at >= ? GROUP BY 1, 2, 3`,
    )
    .all(sinceAt)
    .map((row) => ({
      week: text(row, 'week'),
      agent: textOrNull(row, 'agent'),
      model: textOrNull(row, 'model'),
      runs: number(row, 'runs'),
      failed: number(row, 'failed'),
      costUsd: number(row, 'cost_usd'),
      durationMs: number(row, 'duration_ms'),
    }))
