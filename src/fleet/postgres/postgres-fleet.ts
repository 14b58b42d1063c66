/** The fleet on Postgres. `pg` and `pg-boss` are loaded only when a fleet is opened. */
import * as v from 'valibot'
import { count } from '../../record/schema.ts'
import type { Fleet, Fence, Renewed } from '../port.ts'
import { checkAddress, shownAddress, type Address } from './address.ts'
import { beCardWriter, cardWriter, sendCardEvents, writeCards } from './cards.ts'
import { change, openGate, pull, reserveNumbers, reserveTask } from './change.ts'
import { claim } from './claim.ts'
import { Database } from './database.ts'
import { Jobs } from './jobs.ts'
import { alone, migrate, readLease, requireTables } from './migrate.ts'
import {
  announceLogs,
  counts,
  isSmall,
  join,
  listNodes,
  nodeOf,
  startOn,
  stopOn,
  setLimit,
  setNode,
} from './nodes.ts'
import { listTokens, mayRead, putToken, revokeToken } from './tokens.ts'
import type { Parts } from './parts.ts'
import { readRows } from './read-rows.ts'
import { channelOf } from './promise.ts'
import { settle } from './settle.ts'
import { announcePush } from './task-branches.ts'
import { takeOver } from './take-over.ts'

export async function openFleet(address: Address, who: string): Promise<Fleet> {
  const db = await Database.open(checkAddress(address), who)
  try {
    await requireTables(db)
    const leaseMs = await readLease(db)
    return fleetOf({ db, leaseMs, jobs: await Jobs.open(db, leaseMs) })
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Creates the tables, or migrates them to this version. Returns the applied versions. */
export async function initFleet(address: Address, leaseS: number): Promise<readonly number[]> {
  const db = await Database.open(checkAddress(address), 'init')
  try {
    const applied = await migrate(db, leaseS)
    await alone(db, () => Jobs.install(db))
    return applied
  } finally {
    await db.close()
  }
}

function fleetOf(parts: Parts): Fleet {
  const { db, jobs, leaseMs } = parts
  return {
    leaseMs,
    place: `${shownAddress(db.address)} ${db.address.schema}`,
    join: (node) => join(node, parts),
    startOn: (node, boot) => startOn(node, boot, parts),
    stopOn: (node) => stopOn(node, parts),
    claim: (claimant) => claim(claimant, parts),
    claimsOf: (node) => claimsOf(node, parts),
    renew: (node, claims) => renew(node, claims, parts),
    announcePush: (node, fence, commit) => announcePush(node, fence, commit, parts),
    settle: (node, outcome) => settle(node, outcome, parts),
    takeOver: (node) => takeOver(node, parts),
    listen: (wake) => db.listen(channelOf(db.address.schema), wake, () => isSmall(parts)),
    pull: (since) => pull(since, db),
    reserveTask: () => reserveTask(parts),
    reserveNumbers: () => reserveNumbers(parts),
    change: (asked) => change(asked, parts),
    cardWriter: () => cardWriter(parts),
    beCardWriter: (node, takes) => beCardWriter(node, takes, parts),
    writeCards: (writer, write) => writeCards(writer, write, parts),
    sendCardEvents: (events) => sendCardEvents(events, parts),
    openGate: (key) => openGate(key, parts),
    setLimit: (account, most) => setLimit(account, most, parts),
    nodeOf: (runId) => nodeOf(runId, parts),
    nodes: () => listNodes(parts),
    setNode: (name, to) => setNode(name, to, parts),
    counts: () => counts(parts),
    announceLogs: (node, place) => announceLogs(node, place, parts),
    putToken: (token) => putToken(token, parts),
    mayRead: (hash) => mayRead(hash, parts),
    revokeToken: (name) => revokeToken(name, parts),
    tokens: () => listTokens(parts),
    [Symbol.asyncDispose]: async () => {
      await jobs.close()
      await db.close()
    },
  }
}

async function claimsOf(
  node: string,
  { db }: Parts,
): Promise<readonly (Fence & { readonly task: number })[]> {
  const rows = await db.query(
    `select runs.id, retry_count, queue, task::int from runs join tasks on tasks.number = runs.task
     where node = $1 and state = 'live'`,
    [node],
  )
  return readRows(claimSchema, rows).map(({ id: runId, retry_count: retryCount, queue, task }) => ({
    runId,
    retryCount,
    queue,
    task,
  }))
}

const claimSchema = v.object({ id: v.string(), retry_count: count, queue: v.string(), task: count })

async function renew(node: string, claims: readonly Fence[], { db, jobs }: Parts): Promise<Renewed> {
  const ids = claims.map(({ runId }) => runId)
  const canceled = await db.query(
    `with seen as (update nodes set seen_at = now(), stopped_at = null where id = $1)
     select runs.id from runs join tasks on tasks.number = runs.task where runs.id = any($2) and cancel_asked`,
    [node, ids],
  )
  const kept = new Set(await jobs.touch(claims))
  return {
    lost: ids.filter((id) => !kept.has(id)),
    canceled: readRows(v.pick(claimSchema, ['id']), canceled).map(({ id }) => id),
  }
}
