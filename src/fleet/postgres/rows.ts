/** Rows of the nodes' stores in the database. */
import { keyOf, type RowImage } from '../../record/row-image.ts'
import type { Transaction } from './database.ts'

/** The task that a row belongs to; null for rows of all. Verdicts name only their run. */
const TASK_OF = 'coalesce($3::bigint, (select task from runs where number = $5::bigint))'

function ownerOf({ table, row }: RowImage): readonly [task: number | null, run: number | null] {
  const task = table === 'tasks' ? Number(row['number']) : row['task']
  const run = row['run']
  return [typeof task === 'number' ? task : null, typeof run === 'number' ? run : null]
}

/** Sent at once. */
export async function putRows(tx: Transaction, images: readonly RowImage[]): Promise<void> {
  await Promise.all(
    images.map((image) => (image.table === 'escalations' ? putEscalation(tx, image) : putRow(tx, image))),
  )
}

function putRow(tx: Transaction, image: RowImage): Promise<unknown> {
  const [task, run] = ownerOf(image)
  return tx.query(
    `insert into rows (kind, key, task, row) values ($1, $2, ${TASK_OF}, $4)
     on conflict (kind, key) do update set row = excluded.row, version = pg_current_xact_id()`,
    [image.table, keyOf(image), task, image.row, run],
  )
}

/** One cause has one open escalation, even if several nodes raise it. */
function putEscalation(tx: Transaction, image: RowImage): Promise<unknown> {
  const { row } = image
  const [task, run] = ownerOf(image)
  return tx.query(
    `with known as (
       update rows set version = pg_current_xact_id(), row = row || jsonb_build_object(
         'times', (row ->> 'times')::int + 1, 'last_raised_at', $2::text)
       where kind = 'escalations' and row ->> 'key' = $6::text and row ->> 'state' <> 'closed' and key <> $1
       returning key)
     insert into rows (kind, key, task, row) select 'escalations', $1, ${TASK_OF}, $4::jsonb
     where not exists (select 1 from known)
     on conflict (kind, key) do update set row = excluded.row, version = pg_current_xact_id()`,
    [keyOf(image), row['last_raised_at'], task, row, run, row['key']],
  )
}

/** As at the start of a run: closes the open escalations of this task. */
export const closeEscalations = (tx: Transaction, task: number): Promise<unknown> =>
  tx.query(
    `update rows set version = pg_current_xact_id(), row = row || jsonb_build_object(
       'state', 'closed', 'closed_at', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     where kind = 'escalations' and row ->> 'state' <> 'closed'
       and (row ->> 'key' = $1 or starts_with(row ->> 'key', $2))`,
    [`task:${task}`, `task:${task}:`],
  )

/** Changes columns of a task's row. */
export const patchTask = (
  tx: Transaction,
  task: number,
  patch: Readonly<Record<string, string | number | null>>,
): Promise<unknown> =>
  tx.query(
    `update rows set row = row || $2::jsonb, version = pg_current_xact_id() where kind = 'tasks' and key = $1`,
    [String(task), patch],
  )
