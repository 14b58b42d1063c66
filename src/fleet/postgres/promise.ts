/** The promised next run of a task: its job in the queue. */
import type { TaskStatus } from '../../record/task-states.ts'
import type { Transaction } from './database.ts'
import type { Jobs } from './jobs.ts'
import { patchTask } from './rows.ts'

/** Statuses in which a run will still start without the user. */
const PROMISED: ReadonlySet<TaskStatus> = new Set(['queued', 'deferred', 'waiting'])

export const channelOf = (schema: string): string => `${schema}_fleet`

type Promised = {
  readonly task: number
  readonly status: TaskStatus
  readonly waitMs: number
  /** The id of the run, where its card has named it already. */
  readonly id?: string | null
  readonly schema: string
}

/** Creates the job that the task's status needs, and deletes an earlier one. */
export async function promiseRun(
  tx: Transaction,
  jobs: Jobs,
  { task, status, waitMs, id = null, schema }: Promised,
): Promise<void> {
  const [known] = await tx.query('select queue, serial_key, job from tasks where number = $1', [task])
  if (known === undefined) throw new Error(`the fleet has no task ${task}`)
  const queue = String(known['queue'])
  const key = String(known['serial_key'])
  if (typeof known['job'] === 'string') await jobs.delete(tx, queue, known['job'])
  const job = PROMISED.has(status) ? await jobs.send(tx, queue, { task, key, waitMs, id }) : null
  await tx.query(
    `update tasks set status = $2, job = $3, cancel_asked = false,
       ready_at = case when $3::uuid is null then null else now() + $4 * interval '1 ms' end
     where number = $1`,
    [task, status, job, Math.max(0, waitMs)],
  )
  if (job === null) return
  const [place] = await tx.query("select nextval('places')::int as place")
  await patchTask(tx, task, { place: Number(place?.['place']) })
  await tx.query("select pg_notify($1, '')", [channelOf(schema)])
}
