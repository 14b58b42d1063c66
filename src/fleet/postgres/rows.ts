/** Rows of the nodes' stores in the database. */
import { keyOf, type RowImage } from '../../record/row-image.ts'
import type { Transaction } from './database.ts'

/** The task that a row belongs to; null for rows of all. Verdicts name only their run. */
async function taskOf(tx: Transaction, { table, row }: RowImage): Promise<number | null> {
  if (table === 'tasks') return Number(row['number'])
  if (typeof row['task'] === 'number') return row['task']
  if (typeof row['run'] !== 'number') return null
  const [run] = await tx.query('select task::int from runs where number = $1', [row['run']])
  return run === undefined ? null : Number(run['task'])
}

export async function putRows(tx: Transaction, images: readonly RowImage[]): Promise<void> {
  for (const image of images)
    if (image.table === 'escalations') await putEscalation(tx, image)
    else
      await tx.query(
        `insert into rows (kind, key, task, row) values ($1, $2, $3, $4)
         on conflict (kind, key) do update set row = excluded.row, version = pg_current_xact_id()`,
        [image.table, keyOf(image), await taskOf(tx, image), image.row],
      )
}

/** One cause has one open escalation, even if several nodes raise it. */
async function putEscalation(tx: Transaction, image: RowImage): Promise<void> {
  const { row } = image
  const known = await tx.query(
    `update rows set version = pg_current_xact_id(), row = row || jsonb_build_object(
       'times', (row ->> 'times')::int + 1, 'last_raised_at', $2::text)
     where kind = 'escalations' and row ->> 'key' = $1 and row ->> 'state' <> 'closed' and key <> $3
     returning key`,
    [row['key'], row['last_raised_at'], keyOf(image)],
  )
  if (known.length > 0) return
  await tx.query(
    `insert into rows (kind, key, task, row) values ('escalations', $1, $2, $3)
     on conflict (kind, key) do update set row = excluded.row, version = pg_current_xact_id()`,
    [keyOf(image), await taskOf(tx, image), row],
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
