/** The promised next run of a task: its job in the queue. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { isPending, type TaskStatus } from '../../record/task-states.ts'
import type { Transaction } from './database.ts'
import type { Jobs } from './jobs.ts'
import { moveTask } from './move-task.ts'
import { readRow } from './read-rows.ts'
import { patchTask } from './rows.ts'

export const channelOf = (schema: string): string => `${schema}_fleet`

type Promised = {
  readonly task: number
  readonly status: TaskStatus
  readonly waitMs: number
  /** The id of the run, where its card has named it already. */
  readonly id?: string | null
  /** Other columns of the task's row that change with it. */
  readonly patch?: Readonly<Record<string, string | number | null>>
  readonly schema: string
}

/** A task's place in the queue. */
export const queuedSchema = v.object({
  queue: v.string(),
  serial_key: v.string(),
  job: v.nullable(v.string()),
})

/** Creates the job that the task's status needs, and deletes an earlier one. */
export async function promiseRun(
  tx: Transaction,
  jobs: Jobs,
  { task, status, waitMs, id = null, patch = {}, schema }: Promised,
): Promise<void> {
  const [known] = await tx.query('select queue, serial_key, job from tasks where number = $1', [task])
  if (known === undefined) throw new Error(`the fleet has no task ${task}`)
  const { queue, serial_key: key, job: earlier } = readRow(queuedSchema, known)
  if (earlier !== null) await jobs.delete(tx, queue, earlier)
  const job = isPending(status) ? (id ?? randomUUID()) : null
  await Promise.all([
    job !== null && jobs.send(tx, queue, { task, key, waitMs, id: job }),
    moveTask(tx, { task, to: status, next: { job, waitMs } }),
    job === null ? patchTask(tx, task, patch) : patchPlaced(tx, task, patch),
    job !== null && tx.query("select pg_notify($1, '')", [channelOf(schema)]),
  ])
}

/** Behind all others. */
const patchPlaced = (tx: Transaction, task: number, patch: Required<Promised>['patch']): Promise<unknown> =>
  tx.query(
    `update rows set version = pg_current_xact_id(),
       row = row || $2::jsonb || jsonb_build_object('place', nextval('places'))
     where kind = 'tasks' and key = $1`,
    [String(task), patch],
  )
