/** A claim is one transaction that gives one run to one node, or changes nothing (F1, F2). */
import type { RowImage } from '../../record/row-image.ts'
import { choicesFor, type Choice } from '../needs.ts'
import type { Claim, Claimant } from '../port.ts'
import { readCapsule, readLastWords } from './capsule.ts'
import { codeIn, type Transaction } from './database.ts'
import { isBetterThere } from './fallbacks.ts'
import { needsIn } from './needs-in.ts'
import { passGates } from './gates.ts'
import type { Parts } from './parts.ts'
import { readTaskBranch } from './task-branches.ts'
import { liveRunRow } from './run-rows.ts'
import { closeEscalations, patchTask, putRows } from './rows.ts'

/** Queues with startable jobs, the longest-waiting first. */
const READY = `
  select name, needs from queues
  join (select queue, min(ready_at) as since from tasks
        where job is not null and status <> 'running' and ready_at <= now() group by queue) ready
    on ready.queue = queues.name
  order by since`

export async function claim(claimant: Claimant, parts: Parts): Promise<Claim | null> {
  for (const row of await parts.db.query(READY))
    for (const choice of choicesFor(needsIn(row), claimant.abilities)) {
      if (choice.rank > 0 && (await isBetterThere(needsIn(row), choice.rank, parts))) break
      const claimed = await claimFrom(String(row['name']), choice, claimant, parts)
      if (claimed !== null) return claimed
    }
  return null
}

/** If two claims conflict, the transaction of the loser is aborted. */
const RACED: ReadonlySet<string> = new Set(['23505', '25P02', '40001', '40P01'])

async function claimFrom(
  queue: string,
  choice: Choice,
  claimant: Claimant,
  { db, jobs }: Parts,
): Promise<Claim | null> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await mayWork(tx, claimant.node))) return null
      const slot = await takeSlot(tx, choice.account)
      if (slot === 'full') return null
      const passage = await passGates(tx, choice.gates)
      if (passage.kind === 'closed') return null
      const job = await jobs.fetch(tx, queue)
      if (job === null || !(await takeSerial(tx, job.task, job.id))) return null
      if (slot !== 'unlimited')
        await tx.query('update slots set run = $3 where account = $1 and n = $2', [
          choice.account,
          slot,
          job.id,
        ])
      if (passage.canaryOf !== null)
        await tx.query('update gates set canary = $2 where key = $1', [passage.canaryOf, job.id])
      const run = await beginRun(tx, job, claimant.node, choice)
      return {
        runId: job.id,
        retryCount: job.retryCount,
        queue,
        run,
        task: job.task,
        agent: choice.agent,
        account: choice.account,
        canaryOf: passage.canaryOf,
        branch: await readTaskBranch(tx, job.task),
        lastWords: await readLastWords(tx, job.task, claimant.node),
        capsule: await readCapsule(tx, job.task, claimant.node, passage.gates),
      }
    })
  } catch (error) {
    if (RACED.has(codeIn(error))) return null
    throw error
  }
}

async function mayWork(tx: Transaction, node: string): Promise<boolean> {
  const [row] = await tx.query('select 1 from nodes where id = $1 and not draining and left_at is null', [
    node,
  ])
  return row !== undefined
}

/** The number of the slot. An account without rows has no limit. */
async function takeSlot(tx: Transaction, account: string): Promise<number | 'full' | 'unlimited'> {
  const [limit] = await tx.query('select most from accounts where name = $1', [account])
  if (limit === undefined) return 'unlimited'
  const [slot] = await tx.query(
    `select n from slots where account = $1 and n <= $2 and run is null
     order by n for update skip locked limit 1`,
    [account, limit['most']],
  )
  return slot === undefined ? 'full' : Number(slot['n'])
}

/** Tasks with one key run one after another, across all queues. */
async function takeSerial(tx: Transaction, task: number, runId: string): Promise<boolean> {
  const taken = await tx.query(
    `insert into serial_locks (key, run) select serial_key, $2 from tasks where number = $1
     on conflict do nothing returning key`,
    [task, runId],
  )
  return taken.length === 1
}

async function beginRun(
  tx: Transaction,
  { id, retryCount, task }: { id: string; retryCount: number; task: number },
  node: string,
  { agent, account }: Choice,
): Promise<number> {
  await tx.query("update tasks set status = 'running', cancel_asked = false where number = $1", [task])
  const [row] = await tx.query(
    // now() is the start of the transaction, which may be before the end of the run that made room for this one.
    `insert into runs (id, number, task, node, account, retry_count, state, started_at)
     values ($1, nextval('run_numbers'), $2, $3, $4, $5, 'live', clock_timestamp()) returning number::int`,
    [id, task, node, account, retryCount],
  )
  const run = Number(row?.['number'])
  await closeEscalations(tx, task)
  const images: readonly RowImage[] = await liveRunRow(tx, { runId: id, run, task, agent })
  await putRows(tx, images)
  await patchTask(tx, task, { status: 'running', next_run_id: id, wait_until: null, gate: null })
  return run
}
