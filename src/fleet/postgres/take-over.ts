/** Takes over runs whose node did not renew them for a lease (F3). The next claim of the task plans the next step. */
import { historyLine } from '../../cards/history-line.ts'
import { taskRecordOfImage } from '../task-image.ts'
import { imagesIn } from './capsule.ts'
import { putCardEvents } from './cards.ts'
import type { Row, Transaction } from './database.ts'
import type { LostJob } from './jobs.ts'
import type { Parts } from './parts.ts'
import { lostRunPatch } from './run-rows.ts'
import { CANCELED, freeRun, goOn, isCanceled } from './settle.ts'

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

async function loseRun(tx: Transaction, { runId }: Pick<LostJob, 'runId'>, parts: Parts): Promise<void> {
  const [run] = await tx.query(
    `update runs set state = 'lost', ended_at = now(), has_failed = true from tasks, nodes
     where runs.id = $1 and runs.state = 'live' and tasks.number = runs.task and nodes.id = runs.node
     returning runs.number, runs.task::int, tasks.status, nodes.name,
       (select rows.row from rows where kind = 'tasks' and key = tasks.number::text) as row`,
    [runId],
  )
  await freeRun(tx, runId)
  if (run === undefined) return
  await tx.query(
    `update rows set version = pg_current_xact_id(), row = row || $2::jsonb ||
       jsonb_build_object('ended_at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where kind = 'runs' and key = $1`,
    [String(run['number']), lostRunPatch(String(run['name']))],
  )
  await tellCard(tx, runId, run)
  // The failed job held the key of its phase. `goOn` deletes it.
  const status = isCanceled(run) ? CANCELED : 'queued'
  await goOn(tx, { task: Number(run['task']), status, waitMs: 0 }, parts)
}

/** A card says what became of the run. */
async function tellCard(tx: Transaction, runId: string, run: Row): Promise<void> {
  const row: unknown = run['row']
  const [image] = imagesIn({ kind: 'tasks', row })
  const task = image === undefined ? null : taskRecordOfImage(image)
  if (task === null || task.card === null) return
  const at = new Date().toISOString()
  const logs = `node ${String(run['name'])}`
  const line = historyLine({ event: 'failed', at, runId, flow: task.flow, reason: 'crash', logs })
  const { task: number, flow } = task
  await putCardEvents(tx, [
    { task: number, runId, event: 'failed', line, status: 'failed', flow, checked: [], at },
  ])
}

/** The user declares that a node is gone, so its lease is not awaited. */
export async function giveUpNode(node: string, parts: Parts): Promise<void> {
  const runs = await parts.db.query("select id from runs where node = $1 and state = 'live'", [node])
  for (const { id } of runs)
    await parts.db.transaction(async (tx) => {
      await loseRun(tx, { runId: String(id) }, parts)
      return true
    })
}
