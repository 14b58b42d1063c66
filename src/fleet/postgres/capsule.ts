/** Reads the data for one attempt in the transaction of its claim. */
import { liveRunStatuses } from '../../record/run-states.ts'
import * as v from 'valibot'
import { copiedTables, rowImageSchema, type RowImage } from '../../record/row-image.ts'
import { count, fits } from '../../record/schema.ts'
import { harmless } from '../harmless.ts'
import type { Capsule, SharedGate } from '../port.ts'
import type { Row, Transaction } from './database.ts'
import { readRow, readRows } from './read-rows.ts'

/** The size of one block of numbers. */
const BLOCK = 1000

/** The number of recent runs that a breaker considers. */
const RECENT_RUNS = 20
/** A breaker needs failures of three tasks within an hour, this one among them. */
const FAILED_TASKS = 2

const tableSchema = v.picklist(copiedTables)
const idSchema = v.object({ id: v.string() })
const lastWordsSchema = v.object({ ...idSchema.entries, last_words: v.string() })

export function imagesIn({ kind, row }: Row): readonly RowImage[] {
  const image: unknown = { table: kind, row }
  if (!fits(tableSchema, kind) || !fits(rowImageSchema, image))
    throw new Error(`a row of kind ${String(kind)} cannot be read`)
  return harmless(image)
}

export async function readCapsule(
  tx: Transaction,
  task: number,
  node: string,
  gates: readonly SharedGate[],
): Promise<Capsule> {
  const [ownRuns, ownTask, lessons, recent, numbersAbove] = await Promise.all([
    tx.query("select id from runs where task = $1 and node = $2 and state <> 'none'", [task, node]),
    ownRows(tx, task),
    sharedLessons(tx, task),
    recentRuns(tx, task),
    nextBlock(tx),
  ])
  return {
    rows: [...ownTask, ...lessons, ...recent].flatMap(imagesIn),
    ownRuns: readRows(idSchema, ownRuns).map(({ id }) => id),
    gates,
    numbersAbove,
  }
}

/** Of the last run, if another node has its log. */
export async function readLastWords(
  tx: Transaction,
  task: number,
  node: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = await tx.query(
    `select id, last_words from (
       select id, node, last_words from runs where task = $1 and state = 'ended' order by number desc limit 1) last
     where node <> $2 and last_words is not null`,
    [task, node],
  )
  return Object.fromEntries(readRows(lastWordsSchema, rows).map((row) => [row.id, row.last_words]))
}

/** Ended runs only: a live one belongs to its node. */
const ownRows = (tx: Transaction, task: number): Promise<readonly Row[]> =>
  tx.query(
    `select kind, row from rows where task = $1 and kind <> 'escalations' and not is_gone
       and not (kind = 'runs' and row ->> 'status' = any($2))`,
    [task, liveRunStatuses],
  )

/** Lessons of the same phase from other tasks. */
const sharedLessons = (tx: Transaction, task: number): Promise<readonly Row[]> =>
  tx.query(
    `select kind, row from rows where kind = 'lessons' and task <> $1 and row ->> 'cleared_at' is null
       and split_part(row ->> 'phase', '-', 1) = (
         select split_part(row ->> 'phase', '-', 1) from rows where kind = 'tasks' and key = $2)`,
    [task, String(task)],
  )

/** The last ended runs of all nodes, and their tasks, if a breaker could trip when this task fails too. */
const recentRuns = (tx: Transaction, task: number): Promise<readonly Row[]> =>
  tx.query(
    `with recent as materialized (
       select number, task, has_failed and ended_at > now() - interval '1 hour' as counts
       from runs where ended_at is not null and state <> 'none'
       order by ended_at desc limit ${RECENT_RUNS}),
     wanted as materialized (
       select number, task from recent
       where (select count(distinct task) from recent where counts and task <> $1) >= ${FAILED_TASKS})
     select kind, row from rows where kind = 'runs' and key = any(array(select number::text from wanted))
     union all
     select kind, row from rows where kind = 'tasks' and key = any(array(select task::text from wanted))`,
    [task],
  )

/** Called after all reads, so that the block is above all numbers that were read. */
export async function nextBlock(tx: Pick<Transaction, 'query'>): Promise<number> {
  const [row] = await tx.query("select nextval('blocks')::int as block", [])
  return readRow(v.object({ block: count }), row).block * BLOCK
}
