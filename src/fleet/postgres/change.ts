/** Applies the changes of commands to the shared state. */
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import type { RowImage } from '../../record/row-image.ts'
import { count } from '../../record/schema.ts'
import { ACTIVE, taskOrigins, taskStatuses, type TaskStatus } from '../../record/task-states.ts'
import { taskRecordOfImage } from '../task-image.ts'
import { needsOf, queueOf, serialKey } from '../needs.ts'
import type { Change, Pulled } from '../port.ts'
import { imagesIn, nextBlock } from './capsule.ts'
import { codeIn, type Database, type Transaction } from './database.ts'
import { needsIn } from './needs-in.ts'
import { GATE_COLUMNS, gateIn, openGates } from './gates.ts'
import { putCardEvents } from './cards.ts'
import { moveTask } from './move-task.ts'
import type { Parts } from './parts.ts'
import { promiseRun, queuedSchema } from './promise.ts'
import { readRow, readRows } from './read-rows.ts'
import { putRows } from './rows.ts'

const changedSchema = v.object({
  kind: v.string(),
  key: v.string(),
  row: v.unknown(),
  is_gone: v.boolean(),
  version: v.string(),
})

type ChangedRow = v.InferOutput<typeof changedSchema>

/** All rows that were committed since the version. A row may be returned twice. */
export async function pull(since: string | null, db: Database): Promise<Pulled> {
  const [now] = await db.query('select pg_snapshot_xmin(pg_current_snapshot())::text as version')
  const { version } = readRow(v.pick(changedSchema, ['version']), now)
  // A restored database starts counting again.
  const isWhole = since === null || BigInt(since) > BigInt(version)
  const rows = await readSince(isWhole ? '0' : since, db)
  const gates = await db.query(`select ${GATE_COLUMNS} from gates`)
  return {
    rows: rows.filter((row) => !row.is_gone).flatMap(imagesIn),
    gone: rows.filter((row) => row.is_gone).flatMap(imagesIn),
    gates: gates.map(gateIn),
    version,
    isWhole,
  }
}

/** So many at a time: no statement takes long. A row that changes in the meantime is read again after the others. */
const PAGE = 2000

async function readSince(since: string, db: Database): Promise<readonly ChangedRow[]> {
  const found: ChangedRow[] = []
  for (let last: ChangedRow | undefined; ; last = found.at(-1)) {
    const page = await db.query(
      `select kind, key, row, is_gone, version::text from rows
       where version >= $1::xid8 and (version, kind, key) > ($2::xid8, $3, $4)
       order by version, kind, key limit ${PAGE}`,
      [since, last?.version ?? '0', last?.kind ?? '', last?.key ?? ''],
    )
    found.push(...readRows(changedSchema, page))
    if (page.length < PAGE) return found
  }
}

export async function reserveTask({ db }: Parts): Promise<number> {
  const [row] = await db.query("select nextval('task_numbers')::int as number")
  return readRow(v.object({ number: count }), row).number
}

export const reserveNumbers = ({ db }: Parts): Promise<number> => nextBlock(db)

export async function change(asked: Change, parts: Parts): Promise<void> {
  const tasks = asked.rows.filter(({ table }) => table === 'tasks')
  const queues = new Map<number, string>()
  for (const image of tasks) queues.set(numberOf(image), await queueFor(image, asked.labels, parts))
  await refusingTwins(() =>
    parts.db.transaction(async (tx) => {
      const known = new Map<number, TaskStatus | null>()
      for (const image of tasks) known.set(numberOf(image), await requireSame(tx, image, asked))
      await putRows(tx, asked.rows)
      for (const image of tasks) {
        const number = numberOf(image)
        const place = { queue: queues.get(number) ?? '', base: asked.base }
        await follow(tx, image, known.get(number) ?? null, place, parts)
      }
      await putCardEvents(tx, asked.cardEvents)
      return true
    }),
  )
}

/** The table refuses a second task of one card: another checkout has just queued it. */
async function refusingTwins(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (codeIn(error) !== '23505') throw error
    throw new MaydayError(
      'FLEET_CHANGED',
      'Another checkout has just queued the same card. Nothing was changed. See: mayday queue',
      { cause: error },
    )
  }
}

const numberOf = ({ row }: RowImage): number => Number(row['number'])

/**
 * The queue by what the task needs now. A task that is queued again keeps its labels, unless others are named. Outside of
 * the transaction: pg-boss creates a queue once, even if several callers create it.
 */
async function queueFor(image: RowImage, labels: readonly string[], { db, jobs }: Parts): Promise<string> {
  const [known] = await db.query(
    'select needs from tasks join queues on queues.name = tasks.queue where number = $1',
    [numberOf(image)],
  )
  const kept = known === undefined || labels.length > 0 ? labels : needsIn(known).labels
  const needs = needsOf(taskRecordOfImage(image), kept)
  const name = queueOf(needs)
  if ((await db.query('select 1 from queues where name = $1', [name])).length > 0) return name
  await jobs.makeQueue(name)
  await db.query('insert into queues values ($1, $2) on conflict do nothing', [name, needs])
  return name
}

const statusSchema = v.object({ status: v.picklist(taskStatuses) })

/** Checks that the status is still the one that the command saw. Returns null for a new task. */
async function requireSame(tx: Transaction, image: RowImage, { seen }: Change): Promise<TaskStatus | null> {
  const number = numberOf(image)
  const [row] = await tx.query('select status from tasks where number = $1 for update', [number])
  if (row === undefined) return null
  const { status } = readRow(statusSchema, row)
  if (seen[number] === undefined || seen[number] === status) return status
  throw new MaydayError(
    'FLEET_CHANGED',
    `Task ${number} was ${seen[number]} and is now ${status}. Nothing was changed. Check the task and try again: mayday queue`,
  )
}

/** Applies the new status: adds a job, removes it, or asks the node to stop the run. */
async function follow(
  tx: Transaction,
  image: RowImage,
  before: TaskStatus | null,
  { queue, base }: { readonly queue: string; readonly base: string | null },
  { db, jobs }: Parts,
): Promise<void> {
  const record = taskRecordOfImage(image)
  const { task, status, taskId } = record
  if (before === null)
    await tx.query(
      `insert into tasks (number, id, queue, serial_key, status, base) values ($1, $2, $3, $4, $5, $6)`,
      [task, taskId, queue, serialKey(record), taskOrigins.card, base],
    )
  if (before === status) return
  if (before !== null && before !== ACTIVE) await requeue(tx, record, queue, jobs)
  if (before === ACTIVE) await moveTask(tx, { task, to: status, stopsRun: true })
  else {
    const waitMs = record.waitUntil === null ? 0 : Date.parse(record.waitUntil) - Date.now()
    const id = record.nextRunId
    await promiseRun(tx, jobs, { task, status, waitMs, id, schema: db.address.schema })
  }
}

/** A card may be queued again with another agent or other commands. */
async function requeue(
  tx: Transaction,
  record: ReturnType<typeof taskRecordOfImage>,
  queue: string,
  jobs: Parts['jobs'],
): Promise<void> {
  const [row] = await tx.query('select queue, job from tasks where number = $1', [record.task])
  const old = row === undefined ? null : readRow(v.omit(queuedSchema, ['serial_key']), row)
  if (old === null || old.queue === queue) return
  if (old.job !== null) await jobs.delete(tx, old.queue, old.job)
  await tx.query('update tasks set queue = $2, serial_key = $3, job = null where number = $1', [
    record.task,
    queue,
    serialKey(record),
  ])
}

export async function openGate(key: string, { db }: Parts): Promise<boolean> {
  return (await db.transaction((tx) => openGates(tx, [key]))) === 1
}
