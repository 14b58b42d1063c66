/** The machines that work for the fleet. */
import * as v from 'valibot'
import { ACTIVE } from '../../record/task-states.ts'
import { MaydayError } from '../../errors.ts'
import { count, fits, type Shape } from '../../record/schema.ts'
import { logPlaceSchema, type LogPlace } from '../log-place.ts'
import { abilitiesSchema, choicesFor, needsWords } from '../needs.ts'
import type { FleetCounts, JoiningNode, NodeRecord, RunPlace } from '../port.ts'
import { needsIn } from './needs-in.ts'
import { readRow, readRows } from './read-rows.ts'
import type { Parts } from './parts.ts'
import { giveUpNode } from './take-over.ts'

/** When a node last renewed, and whether it has ended or left. */
const contactSchema = v.object({
  id: v.string(),
  name: v.string(),
  silent_ms: v.number(),
  stopped_at: v.nullable(v.date()),
  left_at: v.nullable(v.date()),
  logs: v.unknown(),
})

const nodeSchema = v.object({
  ...contactSchema.entries,
  labels: v.array(v.string()),
  abilities: abilitiesSchema,
  concurrency: count,
  draining: v.boolean(),
})

const liveSchema = v.object({ node: v.string(), number: count, task: count, account: v.string() })

type Contact = Shape<typeof contactSchema>

export async function join(node: JoiningNode, { db }: Parts): Promise<void> {
  const [other] = await db.query('select 1 from nodes where name = $1 and id <> $2', [node.name, node.id])
  if (other !== undefined)
    throw new MaydayError(
      'NODE_NAME_TAKEN',
      `Another node is called '${node.name}'. Choose another name: mayday fleet join --name NAME`,
    )
  await db.query(
    `insert into nodes (id, name, machine, labels, abilities, concurrency) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set name = $2, machine = $3, labels = $4, abilities = $5, concurrency = $6,
       left_at = null`,
    [node.id, node.name, node.machine, node.labels, node.abilities, node.concurrency],
  )
}

/** A machine that has just started again differs from a copy: while it was down, nothing renewed its contact. */
export async function startOn(node: string, boot: string, { db, leaseMs }: Parts): Promise<number | null> {
  const started = await db.query(
    `update nodes set boot = $2, seen_at = now(), stopped_at = null where id = $1
       and (boot is null or boot = $2 or seen_at < now() - $3 * interval '1 ms') returning id`,
    [node, boot, leaseMs],
  )
  if (started.length > 0) return null
  const [row] = await db.query(
    'select (extract(epoch from now() - seen_at) * 1000)::float8 as silent_ms from nodes where id = $1',
    [node],
  )
  return row === undefined ? null : Math.max(0, readRow(v.pick(contactSchema, ['silent_ms']), row).silent_ms)
}

/** In a larger fleet nodes only poll: a notification would wake all of them, and each would need one more connection. */
const MOST_LISTENERS = 50

export async function isSmall({ db, leaseMs }: Parts): Promise<boolean> {
  const [row] = await db.query(
    `select count(*)::int <= $2 as is_small from nodes
     where left_at is null and stopped_at is null and seen_at > now() - $1 * interval '1 ms'`,
    [leaseMs, MOST_LISTENERS],
  )
  return readRow(v.object({ is_small: v.boolean() }), row).is_small
}

/** A place that cannot be read is none. */
const placeIn = ({ logs }: Contact): LogPlace | null => (fits(logPlaceSchema, logs) ? logs : null)

export async function announceLogs(node: string, place: LogPlace | null, { db }: Parts): Promise<void> {
  await db.query('update nodes set logs = $2 where id = $1', [node, place])
}

/** From here on it is away, without waiting for a lease. Its next renewal takes that back. */
export async function stopOn(node: string, { db }: Parts): Promise<void> {
  await db.query('update nodes set stopped_at = now(), logs = null where id = $1', [node])
}

const isLost = ({ stopped_at, silent_ms }: Contact, leaseMs: number): boolean =>
  stopped_at !== null || silent_ms > leaseMs

const placeOf = (row: Contact, leaseMs: number): RunPlace => ({
  id: row.id,
  name: row.name,
  silentMs: Math.max(0, Math.round(row.silent_ms)),
  isLost: isLost(row, leaseMs),
  hasLeft: row.left_at !== null,
  logs: placeIn(row),
})

export async function listNodes({ db, leaseMs }: Parts): Promise<readonly NodeRecord[]> {
  const rows = await db.query(
    `select *, (extract(epoch from now() - seen_at) * 1000)::float8 as silent_ms from nodes order by name`,
  )
  const live = await db.query("select node, number::int, task::int, account from runs where state = 'live'")
  const runs = readRows(liveSchema, live)
  return readRows(nodeSchema, rows).map((row) => ({
    ...placeOf(row, leaseMs),
    labels: row.labels,
    abilities: row.abilities,
    concurrency: row.concurrency,
    isDraining: row.draining,
    runs: runs
      .filter(({ node }) => node === row.id)
      .map(({ number: run, task, account }) => ({ run, task, account })),
  }))
}

export async function nodeOf(runId: string, { db, leaseMs }: Parts): Promise<RunPlace | null> {
  const [row] = await db.query(
    `select nodes.*, (extract(epoch from now() - seen_at) * 1000)::float8 as silent_ms
     from runs join nodes on nodes.id = runs.node where runs.id = $1`,
    [runId],
  )
  return row === undefined ? null : placeOf(readRow(contactSchema, row), leaseMs)
}

export async function setNode(
  name: string,
  to: 'draining' | 'working' | 'lost' | 'left',
  parts: Parts,
): Promise<boolean> {
  const [row] = await parts.db.query('select id from nodes where name = $1 or id::text = $1', [name])
  if (row === undefined) return false
  const { id } = readRow(v.pick(contactSchema, ['id']), row)
  if (to === 'lost' || to === 'left') {
    await giveUpNode(id, parts)
    await parts.db.query('update nodes set left_at = now() where id = $1', [id])
  } else await parts.db.query('update nodes set draining = $2 where id = $1', [id, to === 'draining'])
  return true
}

/** Null removes the limit. */
export async function setLimit(account: string, most: number | null, { db }: Parts): Promise<void> {
  await db.transaction(async (tx) => {
    if (most === null) {
      await tx.query('delete from accounts where name = $1', [account])
      return true
    }
    await tx.query(
      'insert into accounts values ($1, $2) on conflict (name) do update set most = excluded.most',
      [account, most],
    )
    // A used slot is removed when its run has ended: the row lock of a claim decides.
    await tx.query('delete from slots where account = $1 and n > $2 and run is null', [account, most])
    await tx.query(
      'insert into slots select $1, n from generate_series(1, $2::int) n on conflict do nothing',
      [account, most],
    )
    return true
  })
}

/** Waiting tasks that no connected node can do. */
async function stranded(parts: Parts): Promise<FleetCounts['stranded']> {
  const nodes = (await listNodes(parts)).filter((node) => !node.hasLeft && !node.isLost)
  const waiting = await parts.db.query(
    `select tasks.number::int, needs from tasks join queues on queues.name = tasks.queue
     where job is not null and status <> '${ACTIVE}' order by number limit 1000`,
  )
  return waiting
    .map((row) => ({ task: readRow(v.object({ number: count }), row).number, needs: needsIn(row) }))
    .filter(({ needs }) => !nodes.some(({ abilities }) => choicesFor(needs, abilities).length > 0))
    .map(({ task, needs }) => ({ task, needs: needsWords(needs) }))
}

export async function counts(parts: Parts): Promise<FleetCounts> {
  const { db, leaseMs } = parts
  const tasks = await db.query('select status, count(*)::int as count from tasks group by 1')
  const accounts = await db.query(
    `select name, most, (select count(*)::int from slots where account = name and run is not null) as used
     from accounts order by name`,
  )
  const [rest] = await db.query(
    'select (select count(*)::int from gates) as gates, (select count(*)::int from late) as late',
  )
  const { gates, late } = readRow(v.object({ gates: count, late: count }), rest)
  return {
    leaseMs,
    tasks: Object.fromEntries(
      readRows(v.object({ status: v.string(), count }), tasks).map((row) => [row.status, row.count]),
    ),
    stranded: await stranded(parts),
    gates,
    accounts: readRows(v.object({ name: v.string(), most: count, used: count }), accounts).map(
      ({ name: account, most, used }) => ({ account, most, used }),
    ),
    late,
  }
}
