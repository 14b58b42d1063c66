import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { outcomeOf, taskImage } from '../../../tests/examples/fleet.ts'
import { exampleGate } from '../../../tests/examples/records.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../../../tests/postgres-here.ts'
import type { TaskSpec } from '../../record/task.ts'
import type { NodeAbilities } from '../needs.ts'
import type { Claim, Fleet, Outcome } from '../port.ts'
import type { Address } from './address.ts'
import { Database, FleetUnreachableError } from './database.ts'
import { installSql } from './jobs.ts'
import { migrationSql } from './migrate.ts'
import { initFleet, openFleet } from './postgres-fleet.ts'

let server: TestPostgres
let address: Address
let fleet: Fleet
let db: Database

const LEASE_S = 10

describe.skipIf(!isPostgresHere)('a fleet on Postgres', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())
  beforeEach(async () => {
    address = server.address()
    await initFleet(address, LEASE_S)
    fleet = await openFleet(address, 'test')
    db = await Database.open(address, 'test')
  })
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]()
    await db.close()
  })

  test('a claim brings the task and its number', async () => {
    const node = await join('one')
    const task = await add({ title: 'Fix it' })
    const claim = await claimed(node)
    expect(claim).toMatchObject({ task, run: 1, agent: 'claude', account: 'team', canaryOf: null })
    const image = claim.capsule.rows.find(({ table }) => table === 'tasks')
    expect(image?.row).toMatchObject({ title: 'Fix it', status: 'running', next_run_id: claim.runId })
    expect(await statusOf(task)).toBe('running')
  })

  test('one task has one run among many claimants', async () => {
    const nodes = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => join(name)))
    await add()
    const claims = await Promise.all(nodes.map((node) => fleet.claim(node)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('an account never has more than its limit', async () => {
    await fleet.setLimit('team', 3)
    const nodes = await Promise.all(Array.from({ length: 10 }, (_, n) => join(`n${n}`)))
    for (let n = 0; n < 12; n += 1) await add()
    const claims = await Promise.all(nodes.map((node) => fleet.claim(node)))
    const given = claims.filter((claim) => claim !== null)
    // Concurrent claims may skip jobs of each other. The next claims take the rest.
    for (const node of nodes) {
      const claim = await fleet.claim(node)
      if (claim !== null) given.push(claim)
    }
    expect(given).toHaveLength(3)
    expect((await fleet.counts()).accounts).toEqual([{ account: 'team', most: 3, used: 3 }])
  })

  test('tasks of one phase run one by one', async () => {
    const node = await join('one')
    const tasks = [await add({ phase: '12-01' }), await add({ phase: '12-02' }), await add({ phase: '13' })]
    const first = await claimed(node)
    const beside = await claimed(node)
    expect([first.task, beside.task]).toEqual([tasks[0], tasks[2]])
    expect(await fleet.claim(node)).toBeNull()
    await fleet.settle(node.node, outcomeOf(first, { status: 'succeeded', result: 'succeeded' }))
    expect((await claimed(node)).task).toBe(tasks[1])
  })

  test('one phase runs serially across agents', async () => {
    const node = await join('one')
    await add({ phase: '12', agent: 'claude' })
    await add({ phase: '12', agent: 'codex' })
    expect((await claimed(node)).agent).toBe('claude')
    expect(await fleet.claim(node)).toBeNull()
  })

  test('an outcome counts once if sent twice', async () => {
    const node = await join('one')
    const task = await add()
    const outcome = outcomeOf(await claimed(node), { status: 'queued', result: 'failed' })
    expect(await fleet.settle(node.node, outcome)).toBe(true)
    expect(await fleet.settle(node.node, outcome)).toBe(true)
    expect(await statusOf(task)).toBe('queued')
    expect(await db.query(`select 1 from ${address.schema}_jobs.job where state = 'created'`)).toHaveLength(1)
    expect((await fleet.counts()).late).toBe(0)
  })

  test('a late outcome is stored and changes nothing', async () => {
    const [one, other] = [await join('one'), await join('other')]
    const task = await add()
    const claim = await claimed(one)
    await fleet.setNode('one', 'lost')
    const again = await claimed(other)
    expect(again).toMatchObject({ task })
    expect(await fleet.settle(one.node, outcomeOf(claim, { status: 'succeeded', result: 'succeeded' }))).toBe(
      false,
    )
    expect((await fleet.counts()).late).toBe(1)
    expect(await statusOf(task)).toBe('running')
    expect(await fleet.settle(other.node, outcomeOf(again, { status: 'failed', result: 'failed' }))).toBe(
      true,
    )
    expect(await statusOf(task)).toBe('failed')
  })

  test('a lost run is a crash for the next claim', async () => {
    const [one, other] = [await join('one'), await join('other')]
    await add()
    const { run } = await claimed(one)
    await fleet.setNode('one', 'lost')
    const { capsule } = await claimed(other)
    expect(capsule.rows.find(({ table }) => table === 'runs')?.row).toMatchObject({
      number: run,
      status: 'failed',
      reason: 'WORKER_CRASHED',
      ending: 'lost',
    })
  })

  test('only a lost node is notified at renewal', async () => {
    const node = await join('one')
    await add()
    await add()
    const [first, second] = [await claimed(node), await claimed(node)]
    expect(await fleet.renew(node.node, [first, second])).toEqual({ lost: [], canceled: [] })
    await fleet.settle(node.node, outcomeOf(first, { status: 'succeeded', result: 'succeeded' }))
    expect(await fleet.renew(node.node, [first, second])).toEqual({ lost: [first.runId], canceled: [] })
  })

  test('one canary tests the gate after a limit', async () => {
    const nodes = [await join('one'), await join('two'), await join('three')]
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    for (let n = 0; n < 4; n += 1) await add()
    const gate = gateNow({ untilMs: 3_600_000 })
    await fleet.settle(one.node, outcomeOf(await claimed(one), { result: 'failed', gates: [gate] }))
    expect(await Promise.all(nodes.map((node) => fleet.claim(node)))).toEqual([null, null, null])
    await db.query("update gates set until = now() - interval '1 s'")
    const canaries = (await Promise.all(nodes.map((node) => fleet.claim(node)))).filter((one) => one !== null)
    expect(canaries.map(({ canaryOf }) => canaryOf)).toEqual([gate.key])
    const [canary] = canaries
    if (canary === undefined) throw new Error('no canary')
    const by = (await fleet.nodes()).find(({ runs }) => runs.length > 0)?.id ?? ''
    await fleet.settle(
      by,
      outcomeOf(canary, { status: 'succeeded', result: 'succeeded', opened: [gate.key] }),
    )
    for (const node of nodes) expect(await fleet.claim(node)).toMatchObject({ canaryOf: null })
  })

  test('a canary without proof leaves the gate closed', async () => {
    const node = await join('one')
    await add()
    await add()
    const gate = gateNow({ untilMs: -1 })
    await fleet.settle(node.node, outcomeOf(await claimed(node), { result: 'failed', gates: [gate] }))
    const canary = await claimed(node)
    expect(await fleet.claim(node)).toBeNull()
    await fleet.settle(node.node, outcomeOf(canary, { result: null, gates: [gate] }))
    expect(await claimed(node)).toMatchObject({ canaryOf: gate.key })
  })

  test('a node claims only work that it allows', async () => {
    const node = await join('one', { commands: [] })
    await add({ verify: 'rm -rf /' })
    await add({ agent: null, argv: ['./mine.sh'] })
    expect(await fleet.claim(node)).toBeNull()
    const task = await add()
    expect((await claimed(node)).task).toBe(task)
  })

  test('a task that no node can do is listed', async () => {
    await join('one')
    const task = await add({ agent: 'gemini', verify: 'npm test' }, ['gpu'])
    expect((await fleet.counts()).stranded).toEqual([
      { task, needs: "gemini, label gpu, command 'npm test'" },
    ])
  })

  test('a draining node claims nothing more', async () => {
    const node = await join('one')
    await add()
    await fleet.setNode('one', 'draining')
    expect(await fleet.claim(node)).toBeNull()
    await fleet.setNode('one', 'working')
    expect(await fleet.claim(node)).not.toBeNull()
  })

  test('a cancel that arrives in the meantime wins', async () => {
    const node = await join('one')
    const task = await add()
    const claim = await claimed(node)
    const [row] = await db.query("select row from rows where kind = 'tasks'")
    const canceled = { table: 'tasks', row: { ...Object(row?.['row']), status: 'canceled' } } as const
    await fleet.change({
      rows: [canceled],
      seen: { [task]: 'running' },
      labels: [],
      base: null,
      cardEvents: [],
    })
    expect(await fleet.renew(node.node, [claim])).toEqual({ lost: [], canceled: [claim.runId] })
    await fleet.settle(node.node, outcomeOf(claim, { status: 'queued', result: 'failed' }))
    expect(await statusOf(task)).toBe('canceled')
    expect(await fleet.claim(node)).toBeNull()
  })

  test('a status that no event allows is refused', async () => {
    const node = await join('one')
    const task = await add()
    const claim = await claimed(node)
    const skipped = outcomeOf(claim, { status: 'skipped', result: 'failed' })
    await expect(fleet.settle(node.node, skipped)).rejects.toThrow(`no event leads task ${task} to skipped`)
    expect(await statusOf(task)).toBe('running')
  })

  test('an earlier card writer writes nothing more', async () => {
    const [one, two] = [await join('one'), await join('two')]
    const task = await add({ card: 'board/a.md' })
    const at = new Date().toISOString()
    const event = { task, runId: null, event: 'queued', line: 'x', status: 'queued', flow: null } as const
    await fleet.sendCardEvents([{ ...event, checked: [], at }])
    await fleet.beCardWriter(one.node, false)
    const before = await fleet.cardWriter()
    await fleet.beCardWriter(two.node, false)
    expect((await fleet.cardWriter())?.name).toBe('one')
    await fleet.beCardWriter(two.node, true)
    const written: string[] = []
    const write = (card: string): null => {
      written.push(card)
      return null
    }
    if (before === null) throw new Error('no writer')
    expect(await fleet.writeCards(before, write)).toBe(0)
    expect(await fleet.writeCards({ node: two.node, epoch: before.epoch }, write)).toBe(0)
    expect(await fleet.writeCards({ node: two.node, epoch: before.epoch + 1 }, write)).toBe(1)
    expect(written).toEqual(['board/a.md'])
    expect((await fleet.cardWriter())?.pending).toBe(0)
  })

  test('a connection that breaks in a transaction is an outage', async () => {
    const broken = db.transaction(async (tx) => {
      const [row] = await tx.query('select pg_backend_pid()::int as pid')
      await db.query('select pg_terminate_backend($1)', [row?.['pid']])
      // The end of the connection is noticed between two statements.
      await vi.waitFor(async () => {
        const rows = await db.query('select 1 from pg_stat_activity where pid = $1', [row?.['pid']])
        expect(rows).toEqual([])
      })
      await new Promise((resolve) => setImmediate(resolve))
      await tx.query('select 1')
      return true
    })
    await expect(broken).rejects.toThrow(FleetUnreachableError)
  })

  test('one card has one task', async () => {
    await add({ card: 'board/a.md' })
    await expect(add({ card: 'board/a.md' })).rejects.toThrow(
      'Another checkout has just queued the same card.',
    )
  })

  test('a command on a stale copy changes nothing', async () => {
    const node = await join('one')
    const task = await add()
    await claimed(node)
    const image = taskImage(task, { title: 'Other' })
    await expect(
      fleet.change({ rows: [image], seen: { [task]: 'queued' }, labels: [], base: null, cardEvents: [] }),
    ).rejects.toThrow(`Task ${task} was queued and is now running.`)
  })

  test('a copy of many rows comes in pages', async () => {
    await db.query(
      `insert into rows (kind, key, row) select 'lessons', n::text, jsonb_build_object('run_id', n::text)
       from generate_series(1, 4500) n`,
    )
    const { rows, version } = await fleet.pull(null)
    expect(new Set(rows.map(({ row }) => row['run_id'])).size).toBe(4500)
    expect(rows).toHaveLength(4500)
    expect((await fleet.pull(version)).isWhole).toBe(false)
  })

  test('nobody is judged before a whole lease', async () => {
    const node = await join('one')
    await add()
    await claimed(node)
    // The server has just started.
    expect(await fleet.takeOver(node.node)).toEqual([])
  })

  test('the dump of the tables is the committed one', async () => {
    await expect(await dumpSchema(db)).toMatchFileSnapshot('../../../tests/schemas/fleet.sql')
  })

  test('many changes at once do not wait for each other', async () => {
    const other = await openFleet(address, 'other')
    const before = fleet
    await add()
    fleet = other
    // This connection pool has not asked for the queue yet.
    const tasks = await Promise.all(Array.from({ length: 8 }, () => add()))
    expect(new Set(tasks).size).toBe(8)
    await before[Symbol.asyncDispose]()
  })

  test('a small fleet is notified of new work', async () => {
    await join('one')
    const wake = vi.fn<() => void>()
    using _ = fleet.listen(wake)
    await vi.waitUntil(() => wake.mock.calls.length > 0)
    wake.mockClear()
    await add()
    await vi.waitUntil(() => wake.mock.calls.length > 0)
  })

  test('a large fleet is not told of new work', async () => {
    for (let n = 0; n < 51; n += 1) await join(`n${n}`)
    const wake = vi.fn<() => void>()
    using _ = fleet.listen(wake)
    await add()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(wake).not.toHaveBeenCalled()
  })

  test('newer tables are refused with advice', async () => {
    await db.query("update settings set value = '999' where name = 'version'")
    await expect(openFleet(address, 'test')).rejects.toThrow('a newer Mayday has updated them')
    await expect(initFleet(address, LEASE_S)).rejects.toThrow('Update Mayday on this machine.')
  })

  test('a database without a fleet says how to make one', async () => {
    await expect(openFleet({ ...address, schema: 'nothing' }, 'test')).rejects.toThrow('mayday fleet init')
  })

  test('several inits at once make one fleet', async () => {
    const fresh = server.address()
    const applied = await Promise.all([1, 2, 3].map(() => initFleet(fresh, LEASE_S)))
    // Each number once, without a gap.
    expect(applied.flat()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('the printed SQL makes the same fleet', async () => {
    const fresh = server.address()
    await db.query(`${migrationSql(fresh.schema, LEASE_S)}\n${await installSql(fresh.schema)}`)
    const other = await Database.open(fresh, 'test')
    expect(await dumpSchema(other)).toBe(await dumpSchema(db))
    await other.close()
    await fleet[Symbol.asyncDispose]()
    fleet = await openFleet(fresh, 'test')
    const node = await join('one')
    await add()
    expect(await claimed(node)).toMatchObject({ run: 1 })
    await serverIsOld()
    expect(await fleet.takeOver(node.node)).toEqual([])
  })

  test('a role with few rights is enough', async () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/fleet.md'), 'utf8')
    const sql = /```sql\n([^]*?)```/.exec(page)?.[1] ?? ''
    await initFleet({ ...address, schema: 'mayday' }, LEASE_S)
    await db.query(sql)
    const url = address.url.replace(/\/\/[^@]+@/, '//mayday_node:change-me@')
    await fleet[Symbol.asyncDispose]()
    fleet = await openFleet({ url, schema: 'mayday' }, 'test')
    const node = await join('one')
    await add()
    await fleet.setLimit('team', 3)
    const claim = await claimed(node)
    expect(await fleet.renew(node.node, [claim])).toEqual({ lost: [], canceled: [] })
    await serverIsOld()
    expect(await fleet.takeOver(node.node)).toEqual([])
    expect(await fleet.settle(node.node, outcomeOf(claim, { status: 'succeeded' }))).toBe(true)
    await expect(initFleet({ url, schema: 'mayday' }, LEASE_S)).rejects.toThrow(
      /refused: permission denied .* needs a user that may create schemas/,
    )
  })

  test('no message shows the password', async () => {
    const wrong = { ...address, url: address.url.replace(/:[^:@]+@/, ':hunter2-secret@') }
    const error = await openFleet(wrong, 'test').catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('does not answer')
    expect(JSON.stringify([String(error), error])).not.toContain('hunter2')
  })
})

/** Tables, indexes and sequences from the server's catalog. */
async function dumpSchema(from: Database): Promise<string> {
  const schema = from.address.schema
  const rows = await from.query(
    `select 'table ' || relname || ' (' || chr(10) || string_agg('  ' || attname || ' ' ||
         format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end ||
         coalesce(' default ' || pg_get_expr(adbin, adrelid), ''), ',' || chr(10) order by attnum) || ')' as line
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       left join pg_attrdef on adrelid = pg_class.oid and adnum = attnum
       where relnamespace = $1::text::regnamespace and relkind = 'r' group by relname
     union all
     select 'constraint ' || conrelid::regclass || ': ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = $1::text::regnamespace
     union all
     select indexdef from pg_indexes where schemaname = $1::text
     union all
     select 'sequence ' || relname from pg_class where relnamespace = $1::text::regnamespace and relkind = 'S'`,
    [schema],
  )
  const lines = rows.map((row) => String(row['line']).replaceAll(`${schema}.`, ''))
  return `${lines.toSorted().join(';\n\n')};\n`
}

type TestNode = { readonly node: string; readonly abilities: NodeAbilities }

async function join(name: string, more: Partial<NodeAbilities> = {}): Promise<TestNode> {
  const accounts = { claude: 'team', codex: 'other' }
  const abilities = { accounts, commands: ['true'], anyAccount: null, labels: [], ...more }
  const node = randomUUID()
  await fleet.join({ id: node, name, machine: 'here', labels: [], abilities, concurrency: 1 })
  return { node, abilities }
}

async function add(more: Partial<TaskSpec> = {}, labels: readonly string[] = []): Promise<number> {
  const task = await fleet.reserveTask()
  await fleet.change({ rows: [taskImage(task, more)], seen: {}, labels, base: null, cardEvents: [] })
  return task
}

/** Up for more than a lease: from then on nodes may judge. */
async function serverIsOld(): Promise<void> {
  const sql = `select now() - pg_postmaster_start_time() > interval '${LEASE_S} s' as is_old`
  await vi.waitUntil(async () => (await db.query(sql))[0]?.['is_old'] === true, { timeout: 60_000 })
}

async function claimed(node: TestNode): Promise<Claim> {
  const claim = await fleet.claim(node)
  if (claim === null) throw new Error('nothing was claimed')
  return claim
}

function gateNow({ untilMs }: { untilMs: number }): Outcome['gates'][number] {
  const { until: _until, canary: _canary, ...gate } = exampleGate({ key: 'usage:claude:team' })
  return { ...gate, untilMs }
}

async function statusOf(task: number): Promise<unknown> {
  const [row] = await db.query('select status from tasks where number = $1', [task])
  return row?.['status']
}
