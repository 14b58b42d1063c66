/** A claim is one transaction that gives one run to one node, or changes nothing (F1, F2). */
import * as v from 'valibot'
import { count } from '../../record/schema.ts'
import { ACTIVE } from '../../record/task-states.ts'
import { choicesFor, type Choice } from '../needs.ts'
import type { Claim, Claimant } from '../port.ts'
import { readCapsule, readLastWords } from './capsule.ts'
import { codeIn, type Transaction } from './database.ts'
import { isBetterThere } from './fallbacks.ts'
import { needsIn } from './needs-in.ts'
import { passGates, type OpenGates } from './gates.ts'
import { moveTask } from './move-task.ts'
import type { Parts } from './parts.ts'
import { readRow } from './read-rows.ts'
import { readTaskBranch } from './task-branches.ts'
import { putLiveRun } from './run-rows.ts'
import { closeEscalations, patchTask } from './rows.ts'

/** Queues with startable jobs, the longest-waiting first. */
const READY = `
  select name, needs from queues
  join (select queue, min(ready_at) as since from tasks
        where job is not null and status <> '${ACTIVE}' and ready_at <= now() group by queue) ready
    on ready.queue = queues.name
  order by since`

export async function claim(claimant: Claimant, parts: Parts): Promise<Claim | null> {
  for (const row of await parts.db.query(READY, [])) {
    const { name } = readRow(v.object({ name: v.string() }), row)
    for (const choice of choicesFor(needsIn(row), claimant.abilities)) {
      if (choice.rank > 0 && (await isBetterThere(needsIn(row), choice.rank, parts))) break
      const claimed = await claimFrom(name, choice, claimant, parts)
      if (claimed !== null) return claimed
    }
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
    await jobs.know(queue)
    return await db.transaction(async (tx) => {
      const [may, slot, passage] = await Promise.all([
        mayWork(tx, claimant.node),
        takeSlot(tx, choice.account),
        passGates(tx, choice.gates),
      ])
      if (!may || slot === 'full' || passage.kind === 'closed') return null
      const job = await jobs.fetch(tx, queue)
      return job === null ? null : await begin(tx, { ...job, queue, slot, passage, choice, claimant })
    })
  } catch (error) {
    if (RACED.has(codeIn(error))) return null
    throw error
  }
}

/** A job that this transaction has taken from its queue. */
type Taken = {
  readonly id: string
  readonly retryCount: number
  readonly task: number
  readonly queue: string
  readonly slot: Slot
  readonly passage: OpenGates
  readonly choice: Choice
  readonly claimant: Claimant
}

/** Everything is sent at once. If the key of the task is not free, all of it is rolled back. */
async function begin(tx: Transaction, taken: Taken): Promise<Claim | null> {
  const { id: runId, retryCount, task, queue, passage, choice, claimant } = taken
  const { agent, account } = choice
  const [isFirst, , run, branch, lastWords, capsule] = await Promise.all([
    takeSerial(tx, task, runId),
    holdPlace(tx, taken),
    beginRun(tx, taken),
    readTaskBranch(tx, task),
    readLastWords(tx, task, claimant.node),
    readCapsule(tx, task, claimant.node, passage.gates),
  ])
  if (!isFirst) return null
  const { canaryOf } = passage
  return { runId, retryCount, queue, run, task, agent, account, canaryOf, branch, lastWords, capsule }
}

async function holdPlace(tx: Transaction, { id, slot, passage, choice }: Taken): Promise<void> {
  await Promise.all([
    typeof slot === 'number' &&
      tx.query('update slots set run = $3 where account = $1 and n = $2', [choice.account, slot, id]),
    passage.canaryOf !== null &&
      tx.query('update gates set canary = $2 where key = $1', [passage.canaryOf, id]),
  ])
}

async function mayWork(tx: Transaction, node: string): Promise<boolean> {
  const [row] = await tx.query('select 1 from nodes where id = $1 and not draining and left_at is null', [
    node,
  ])
  return row !== undefined
}

type Slot = number | 'full' | 'unlimited'

/** The number of the slot. An account without rows has no limit. */
async function takeSlot(tx: Transaction, account: string): Promise<Slot> {
  const [limit, slot] = await Promise.all([
    tx.query('select 1 from accounts where name = $1', [account]),
    tx.query(
      `select n from slots where account = $1 and n <= (select most from accounts where name = $1) and run is null
       order by n for update skip locked limit 1`,
      [account],
    ),
  ])
  if (limit.length === 0) return 'unlimited'
  return slot[0] === undefined ? 'full' : readRow(v.object({ n: count }), slot[0]).n
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

async function beginRun(tx: Transaction, { id, retryCount, task, choice, claimant }: Taken): Promise<number> {
  const [inserted] = await Promise.all([
    tx.query(
      // now() is the start of the transaction, which may be before the end of the run that made room for this one.
      `insert into runs (id, number, task, node, account, retry_count, state, started_at)
       values ($1, nextval('run_numbers'), $2, $3, $4, $5, 'live', clock_timestamp()) returning number::int`,
      [id, task, claimant.node, choice.account, retryCount],
    ),
    moveTask(tx, { task, to: ACTIVE }),
    closeEscalations(tx, task),
    putLiveRun(tx, { runId: id, task, agent: choice.agent }),
    patchTask(tx, task, { status: ACTIVE, next_run_id: id, wait_until: null, gate: null }),
  ])
  return readRow(v.object({ number: count }), inserted[0]).number
}
