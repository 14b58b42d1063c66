/**
 * Settling is one transaction that records how a run ended and what comes next (F1, F2).
 *
 * S1 An outcome counts once. If it is sent again after a lost answer, it changes nothing. S2 An outcome that arrives
 * after a takeover is stored separately and changes nothing else. S3 A user's cancel wins over everything except
 * success.
 */
import * as v from 'valibot'
import { count } from '../../record/schema.ts'
import { taskStatuses, type TaskStatus } from '../../record/task-states.ts'
import type { Outcome } from '../port.ts'
import type { Transaction } from './database.ts'
import { leaveCanary, openGates, putGates } from './gates.ts'
import type { Parts } from './parts.ts'
import { promiseRun } from './promise.ts'
import { readRow } from './read-rows.ts'
import { putRows } from './rows.ts'
import { endRun, isSettled, runStateSchema } from './run-state.ts'
import { putCardEvents } from './cards.ts'
import { movedBranch } from './task-branches.ts'

export const CANCELED = 'canceled' satisfies TaskStatus

/** S3: a user canceled the task of this run. */
export const isCanceled = (run: { readonly status: TaskStatus }): boolean => run.status === CANCELED

const runSchema = v.object({ number: count, state: runStateSchema, status: v.picklist(taskStatuses) })

export async function settle(node: string, outcome: Outcome, parts: Parts): Promise<boolean> {
  const { db, jobs } = parts
  await jobs.know(outcome.queue)
  const counted = await db.transaction(async (tx) => {
    const [row] = await tx.query(
      `select runs.number::int, runs.state, tasks.status from runs join tasks on tasks.number = runs.task
       where runs.id = $1 and runs.node = $2 for update`,
      [outcome.runId, node],
    )
    const run = row === undefined ? null : readRow(runSchema, row)
    if (run?.state !== 'live' || !(await jobs.complete(tx, outcome))) return null
    const status = isCanceled(run) && outcome.result !== 'succeeded' ? CANCELED : outcome.status
    await Promise.all([
      recordEnd(tx, outcome, run.number),
      putGates(tx, outcome.gates, outcome.runId),
      openGates(tx, outcome.opened),
      freeRun(tx, outcome.runId),
      movedBranch(tx, outcome),
      putCardEvents(tx, outcome.cardEvents ?? []),
      promiseNext(tx, { ...outcome, status }, parts),
    ])
    return true
  })
  if (counted === true || (await hasCounted(node, outcome, parts))) return true
  await keepBeside(node, outcome, parts)
  return false
}

async function recordEnd(tx: Transaction, outcome: Outcome, run: number): Promise<void> {
  const { runId, result, rows, lastWords = null } = outcome
  const to = result === null ? 'none' : 'ended'
  await Promise.all([
    endRun(tx, { runId, to, hasFailed: result === 'failed', lastWords }),
    putRows(tx, rows),
    result === null &&
      tx.query(
        "update rows set is_gone = true, version = pg_current_xact_id() where kind = 'runs' and key = $1",
        [String(run)],
      ),
  ])
}

/** Releases everything that a live run holds. */
export async function freeRun(tx: Transaction, runId: string): Promise<void> {
  await Promise.all([
    tx.query('update slots set run = null where run = $1', [runId]),
    tx.query('delete from serial_locks where run = $1', [runId]),
    leaveCanary(tx, runId),
  ])
}

/** Promises the next attempt, if there is one. */
export async function promiseNext(
  tx: Transaction,
  { task, status, waitMs }: { task: number; status: TaskStatus; waitMs: number },
  { db, jobs }: Parts,
): Promise<void> {
  const patch = { status, next_run_id: null }
  await promiseRun(tx, jobs, { task, status, waitMs, patch, schema: db.address.schema })
}

/** S1. */
async function hasCounted(node: string, { runId }: Outcome, { db }: Parts): Promise<boolean> {
  const [row] = await db.query('select state from runs where id = $1 and node = $2', [runId, node])
  return row !== undefined && isSettled(readRow(v.pick(runSchema, ['state']), row).state)
}

/** S2. */
const keepBeside = (node: string, outcome: Outcome, { db }: Parts): Promise<unknown> =>
  db.query(
    `insert into late (run, node, outcome) select $1, $2, $3
     where not exists (select 1 from late where run = $1 and node = $2)`,
    [outcome.runId, node, outcome],
  )
