/** What a fleet costs its database: connections, statements, and what a claim brings. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { outcomeOf, taskImage } from '../../../tests/examples/fleet.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../../../tests/postgres-here.ts'
import type { Claim, Claimant, Fleet } from '../port.ts'
import type { Address } from './address.ts'
import { Database, FleetUnreachableError } from './database.ts'
import { initFleet, openFleet } from './postgres-fleet.ts'

let server: TestPostgres
let address: Address
let fleet: Fleet
let db: Database

const LEASE_S = 10

describe.skipIf(!isPostgresHere)('what a fleet costs', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())
  beforeEach(async () => {
    address = server.address()
    await initFleet(address, LEASE_S)
    fleet = await openFleet(address, 'works')
    db = await Database.open(address, 'looks')
  })
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]()
    await db.close()
  })

  test('a node that claims and settles uses one connection', async () => {
    const node = await join('one')
    await addBy('adds')
    const claim = await claimed(node)
    await fleet.settle(node.node, outcomeOf(claim, { result: 'succeeded', status: 'succeeded' }))
    expect(await connectionsOf('mayday works')).toBe(1)
  })

  test('a claim brings other runs only after failures', async () => {
    const node = await join('one')
    const brought: (readonly number[])[] = []
    for (const result of ['succeeded', 'failed', 'failed', 'failed'] as const) {
      await add()
      const claim = await claimed(node)
      brought.push(otherRuns(claim))
      await fleet.settle(node.node, outcomeOf(claim, { result, status: result, rows: [runRow(claim)] }))
    }
    // Three tasks must fail before a breaker trips: the fourth claim may be the third failure.
    expect(brought).toEqual([[], [], [], [1, 2, 3]])
  })

  test('a lost run is one of the failures', async () => {
    for (const _ of [1, 2, 3]) await add()
    for (const name of ['one', 'two']) await claimed(await join(name))
    for (const name of ['one', 'two']) await fleet.setNode(name, 'lost')
    expect(otherRuns(await claimed(await join('three')))).toEqual([1, 2])
  })

  test('a statement is prepared once on a connection', async () => {
    const names = await db.transaction(async (tx) => {
      for (const n of [1, 2, 3]) await tx.query('select $1::int as n', [n])
      return tx.query("select statement from pg_prepared_statements where statement like '%as n'")
    })
    expect(names).toHaveLength(1)
  })

  test('the texts of many queues leave other statements prepared', async () => {
    for (let n = 0; n < 250; n += 1) await db.executeSql(`select $1::int as queue_${n}`, [n])
    const names = await db.transaction(async (tx) => {
      await tx.query('select $1::int as own', [1])
      return tx.query("select statement from pg_prepared_statements where statement like '%as own'")
    })
    expect(names).toHaveLength(1)
  })

  test('statements that are sent together keep their order', async () => {
    const counts = await db.transaction((tx) =>
      Promise.all([
        tx.query('create temporary table seen (n int)'),
        ...Array.from({ length: 50 }, (_, n) => tx.query('insert into seen values ($1)', [n])),
        tx.query('select array_agg(n order by ctid) as all from seen'),
      ]),
    )
    expect(counts?.at(-1)).toEqual([{ all: Array.from({ length: 50 }, (_, n) => n) }])
  })

  test('one of several statements that fails rolls back all', async () => {
    const work = db.transaction(async (tx) => {
      await Promise.all([
        tx.query("insert into accounts values ('team', $1)", [3]),
        tx.query('insert into accounts values (null, $1)', [3]),
        tx.query("insert into accounts values ('other', $1)", [3]),
      ])
      return true
    })
    await expect(work).rejects.toThrow('violates not-null constraint')
    expect(await db.query('select name from accounts')).toEqual([])
  })

  test('a table that was just migrated is asked again', async () => {
    const look = (): Promise<unknown> =>
      db.transaction((tx) => tx.query('select * from gates where key = $1', ['x']))
    await look()
    const admin = await Database.open(address, 'migrates')
    await admin.query('alter table gates add column more text')
    await admin.close()
    await expect(look()).rejects.toThrow(FleetUnreachableError)
    expect(await look()).toEqual([])
  })

  test('a node that ended on purpose is away at once', async () => {
    const { node } = await join('one')
    expect(await fleet.nodes()).toMatchObject([{ isLost: false }])
    await fleet.stopOn(node)
    expect(await fleet.nodes()).toMatchObject([{ isLost: true, logs: null }])
    const task = await add()
    expect((await fleet.counts()).stranded).toMatchObject([{ task }])
    await fleet.renew(node, [])
    expect(await fleet.nodes()).toMatchObject([{ isLost: false }])
  })

  test('of several nodes one looks for lost runs', async () => {
    const nodes = await Promise.all(['a', 'b', 'c'].map((name) => join(name)))
    const sql = `select now() - pg_postmaster_start_time() > interval '${LEASE_S} s' as is_old`
    await vi.waitUntil(async () => (await db.query(sql))[0]?.['is_old'] === true, { timeout: 60_000 })
    for (const { node } of nodes) expect(await fleet.takeOver(node)).toEqual([])
    expect(await db.query('select name from nodes where judged_at is not null')).toEqual([{ name: 'a' }])
    await db.query("update nodes set judged_at = now() - interval '1 s'")
    await fleet.takeOver(nodes[1]?.node ?? '')
    expect(await db.query("select name from nodes where judged_at > now() - interval '1 s'")).toEqual([
      { name: 'b' },
    ])
  })
})

async function join(name: string): Promise<Claimant> {
  const abilities = { accounts: { claude: 'team' }, commands: [], anyAccount: null, labels: [] }
  const node = randomUUID()
  await fleet.join({ id: node, name, machine: 'here', labels: [], abilities, concurrency: 1 })
  return { node, abilities }
}

async function add(to: Fleet = fleet): Promise<number> {
  const task = await to.reserveTask()
  await to.change({ rows: [taskImage(task)], seen: {}, labels: [], base: null, cardEvents: [] })
  return task
}

/** From elsewhere: the first fleet does not know the new queue. */
async function addBy(who: string): Promise<void> {
  await using other = await openFleet(address, who)
  await add(other)
}

async function claimed(node: Claimant): Promise<Claim> {
  const claim = await fleet.claim(node)
  if (claim === null) throw new Error('nothing was claimed')
  return claim
}

const runRow = ({ run, runId, task }: Claim) =>
  ({ table: 'runs', row: { number: run, id: runId, task, status: 'failed' } }) as const

const otherRuns = ({ task, capsule }: Claim): readonly number[] =>
  capsule.rows
    .filter(({ table, row }) => table === 'runs' && row['task'] !== task)
    .map(({ row }) => Number(row['number']))
    .toSorted((a, b) => a - b)

async function connectionsOf(name: string): Promise<number> {
  const rows = await db.query('select 1 from pg_stat_activity where application_name = $1', [name])
  return rows.length
}
