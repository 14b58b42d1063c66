/**
 * Cards on a fleet.
 *
 * W1 Events of cards are kept in the transaction of what caused them, each once. W2 One node writes them, in their order.
 * W3 While it writes a card it holds the row of its role: a process that takes over the role waits for that, and then a higher
 * epoch refuses the earlier writer.
 */
import * as v from 'valibot'
import { cardEventSchema, type NewCardEvent } from '../../record/card-state.ts'
import { count } from '../../record/schema.ts'
import type { CardWrite, CardWriter } from '../port.ts'
import type { Row, Transaction } from './database.ts'
import type { Parts } from './parts.ts'
import { readRow, readRows } from './read-rows.ts'

/** W1. */
export async function putCardEvents(tx: Transaction, events: readonly NewCardEvent[]): Promise<void> {
  await Promise.all(
    events.map(({ task, runId, event, line, status, flow, checked, at }) =>
      tx.query(
        `insert into card_events (task, run_id, event, line, status, flow, checked, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [task, runId, event, line, status, flow, JSON.stringify(checked), at],
      ),
    ),
  )
}

/** For events that need not wait for the end of a run. */
export async function sendCardEvents(events: readonly NewCardEvent[], { db }: Parts): Promise<void> {
  await db.transaction(async (tx) => {
    await putCardEvents(tx, events)
    return true
  })
}

export async function cardWriter({ db }: Parts): Promise<CardWriter | null> {
  const [row] = await db.query(
    `select node, name, epoch::int, (select count(*)::int from card_events where written_at is null) as pending,
       (select min(problem) from card_events where written_at is null) as problem
     from card_writer join nodes on nodes.id = node`,
  )
  return row === undefined ? null : readRow(writerSchema, row)
}

const writerSchema = v.object({
  node: v.string(),
  name: v.string(),
  epoch: count,
  pending: count,
  problem: v.nullable(v.string()),
})

/** W3. With `takes` also from another node. */
export async function beCardWriter(node: string, takes: boolean, { db }: Parts): Promise<void> {
  await db.query(
    takes
      ? `insert into card_writer (node) values ($1) on conflict (only_one) do update
         set node = excluded.node, epoch = card_writer.epoch + 1 where card_writer.node <> excluded.node`
      : 'insert into card_writer (node) values ($1) on conflict (only_one) do nothing',
    [node],
  )
}

/** W2. Returns the number of cards that were written. Stops where this node is no longer the writer. */
export async function writeCards(
  { node, epoch }: Pick<CardWriter, 'node' | 'epoch'>,
  write: CardWrite,
  { db }: Parts,
): Promise<number> {
  const tasks = await db.query(
    'select task::int, min(number) from card_events where written_at is null group by task order by 2',
  )
  let written = 0
  for (const { task } of readRows(v.object({ task: count }), tasks)) {
    const done = await db.transaction((tx) => writeOne(tx, task, { node, epoch }, write))
    if (done === null) return written
    if (done === 'written') written += 1
  }
  return written
}

async function writeOne(
  tx: Transaction,
  task: number,
  { node, epoch }: Pick<CardWriter, 'node' | 'epoch'>,
  write: CardWrite,
): Promise<'written' | 'not yet' | null> {
  const held = await tx.query('select 1 from card_writer where node = $1 and epoch = $2 for update', [
    node,
    epoch,
  ])
  if (held.length === 0) return null
  const events = await tx.query(
    `select number::int, task::int, run_id, event, line, status, flow, checked,
       to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from card_events where task = $1 and written_at is null order by number for update`,
    [task],
  )
  const [row] = await tx.query("select row ->> 'card' as card from rows where kind = 'tasks' and key = $1", [
    String(task),
  ])
  const card = row === undefined ? null : readRow(v.object({ card: v.nullable(v.string()) }), row).card
  const problem = write(card ?? '', events.map(eventIn))
  await tx.query(
    `update card_events set problem = $2, written_at = case when $2::text is null then now() end
     where number = any($1::bigint[])`,
    [events.map(({ number }) => number), problem],
  )
  return problem === null ? 'written' : 'not yet'
}

const eventIn = ({ run_id: runId, ...row }: Row): v.InferOutput<typeof cardEventSchema> =>
  v.parse(cardEventSchema, { ...row, runId, writtenAt: null, problem: null })
