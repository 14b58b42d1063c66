/** Takes over runs whose node did not renew them for a lease (F3). The next claim of the task plans the next step. */
import * as v from 'valibot'
import { historyLine } from '../../cards/history-line.ts'
import { taskStatuses } from '../../record/task-states.ts'
import { taskRecordOfImage } from '../task-image.ts'
import { imagesIn } from './capsule.ts'
import { putCardEvents } from './cards.ts'
import type { Transaction } from './database.ts'
import type { LostJob } from './jobs.ts'
import type { Parts } from './parts.ts'
import { readRow, readRows } from './read-rows.ts'
import { lostRunPatch } from './run-rows.ts'
import { endRun } from './run-state.ts'
import { CANCELED, freeRun, promiseNext, isCanceled } from './settle.ts'

/** In a lease: more often than a node renews, so that in a small fleet each renewal looks. */
const LOOKS = 12

export async function takeOver(node: string, parts: Parts): Promise<readonly string[]> {
  if (!(await isTurnOf(node, parts))) return []
  await parts.jobs.supervise()
  const lost: string[] = []
  for (;;) {
    const runId = await parts.db.transaction((tx) => takeOne(tx, parts))
    if (runId === null) return lost
    lost.push(runId)
  }
}

/** False soon after the server's start (F3), and if another node has just looked. */
async function isTurnOf(node: string, { db, leaseMs }: Parts): Promise<boolean> {
  const taken = await db.query(
    `update nodes set judged_at = now() where id = $1
       and now() - pg_postmaster_start_time() > $2 * interval '1 ms'
       and not exists (select 1 from nodes where judged_at > now() - $3 * interval '1 ms')
     returning id`,
    [node, leaseMs, leaseMs / LOOKS],
  )
  return taken.length > 0
}

async function takeOne(tx: Transaction, parts: Parts): Promise<string | null> {
  const job = await parts.jobs.takeLost(tx)
  if (job === null) return null
  await parts.jobs.endLost(tx, job)
  await loseRun(tx, job, parts)
  return job.runId
}

const lostSchema = v.object({ status: v.picklist(taskStatuses), name: v.string(), row: v.unknown() })

async function loseRun(tx: Transaction, { runId }: Pick<LostJob, 'runId'>, parts: Parts): Promise<void> {
  const ended = await endRun(tx, { runId, to: 'lost', hasFailed: true })
  await freeRun(tx, runId)
  if (ended === null) return
  const [found] = await tx.query(
    `select tasks.status, nodes.name, (select rows.row from rows where kind = 'tasks' and key = $2) as row
     from runs join tasks on tasks.number = runs.task join nodes on nodes.id = runs.node where runs.id = $1`,
    [runId, String(ended.task)],
  )
  const lost = readRow(lostSchema, found)
  await tx.query(
    `update rows set version = pg_current_xact_id(), row = row || $2::jsonb ||
       jsonb_build_object('ended_at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where kind = 'runs' and key = $1`,
    [String(ended.number), lostRunPatch(lost.name)],
  )
  await noteOnCard(tx, runId, lost)
  // The failed job held the key of its phase. `promiseNext` deletes it.
  const status = isCanceled(lost) ? CANCELED : 'queued'
  await promiseNext(tx, { task: ended.task, status, waitMs: 0 }, parts)
}

type LostRun = v.InferOutput<typeof lostSchema>

/** The card of the task gets a line about the end of the run. */
async function noteOnCard(tx: Transaction, runId: string, { name, row }: LostRun): Promise<void> {
  const [image] = imagesIn({ kind: 'tasks', row })
  const task = image === undefined ? null : taskRecordOfImage(image)
  if (task === null || task.card === null) return
  const at = new Date().toISOString()
  const logs = `node ${name}`
  const line = historyLine({ event: 'failed', at, runId, flow: task.flow, reason: 'crash', logs })
  const { task: number, flow } = task
  await putCardEvents(tx, [
    { task: number, runId, event: 'failed', line, status: 'failed', flow, checked: [], at },
  ])
}

/** The user declares that a node is gone, so its lease is not awaited. */
export async function giveUpNode(node: string, parts: Parts): Promise<void> {
  const rows = await parts.db.query("select id from runs where node = $1 and state = 'live'", [node])
  for (const { id } of readRows(v.object({ id: v.string() }), rows))
    await parts.db.transaction(async (tx) => {
      await loseRun(tx, { runId: id }, parts)
      return true
    })
}
