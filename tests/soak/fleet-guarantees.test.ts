/** What a fleet promises when things break: real nodes and agents, a real Postgres, leases of ten seconds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, stopPostgres } from '../../src/fleet/local-postgres.ts'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'
import { agent } from '../task-repository.ts'
import { sized } from './size.ts'

let server: TestPostgres

const traces = agent('leaves-traces.sh')
const LEASE_MS = 10_000

async function add(node: TestNode, title: string, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await node.mayday(['add', title, ...words])
  if (code !== 0) throw new Error(stderr)
}

const statuses = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query('select status from tasks order by number')).map(({ status }) => status)

const isDone = (rig: FleetRig) => async (): Promise<boolean> =>
  (await statuses(rig)).every((status) => status === 'succeeded')

const runStates = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query("select state from runs where state <> 'none' order by number")).map(({ state }) => state)

/** A server that has been up, and nodes that were in contact, for a whole lease: they may judge. */
async function settledFleet(rig: FleetRig, nodes: readonly TestNode[]): Promise<void> {
  for (const node of nodes) node.start()
  await until('all nodes to work', () => nodes.every((node) => node.lines('node:joined').length > 0))
  await rig.until('a whole lease of contact', async () => {
    const [row] = await rig.query(
      `select now() - pg_postmaster_start_time() > interval '11 s' and
         now() - max(joined_at) > interval '12 s' as is_old from nodes`,
    )
    return row?.['is_old'] === true
  })
}

/** The node whose agent has begun, and the others. */
async function whoBegan(rig: FleetRig): Promise<TestNode> {
  await until('an agent to begin', () => rig.trace().length > 0)
  const [first] = rig.spans()
  const node = rig.nodes.find(({ path }) => first?.folder.startsWith(path) === true)
  if (node === undefined) throw new Error('nobody began')
  return node
}

describe.skipIf(!isPostgresHere)('a fleet', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a killed node loses its run after its agent', async () => {
    await using rig = await FleetRig.open(server)
    const nodes = [await rig.node('one'), await rig.node('two')]
    await settledFleet(rig, nodes)
    await add(nodes[0] as TestNode, 'Take long', '--', traces, rig.traces, '900', '5')
    const first = await whoBegan(rig)
    first.kill()
    await rig.until('another node to finish it', isDone(rig))
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    expect(await runStates(rig)).toEqual(['lost', 'ended'])
    const [orphan] = rig.spans()
    // Nobody told it to stop.
    expect((orphan?.toMs ?? 0) - (orphan?.fromMs ?? 0)).toBeGreaterThan(1000)
  })

  test('a node that is cut off stops its agent first', async () => {
    await using rig = await FleetRig.open(server)
    const proxy = await rig.proxy()
    const cut = await rig.node('cut', ['--allow-any'], proxy.url(rig.address.url))
    const other = await rig.node('other')
    await settledFleet(rig, [cut, other])
    await other.mayday(['fleet', 'drain', 'other'])
    await add(other, 'Take long', '--', traces, rig.traces, '900', '5')
    expect((await whoBegan(rig)).name).toBe('cut')
    await other.mayday(['fleet', 'drain', 'other', '--back'])
    proxy.cut()
    await rig.until('the other node to finish it', isDone(rig))
    proxy.heal()
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    expect(await runStates(rig)).toEqual(['lost', 'ended'])
    // The late result is stored separately and replaces nothing.
    await until('the late result', () => cut.lines('node:settled').length > 0)
    expect(cut.lines('node:settled')).toMatchObject([{ counts: false }])
    expect(await rig.query('select count(*)::int as count from late')).toEqual([{ count: 1 }])
    expect(await statuses(rig)).toEqual(['succeeded'])
    // It works again.
    await other.mayday(['fleet', 'drain', 'other'])
    await add(other, 'Again', '--', traces, rig.traces, '1')
    await rig.until('the node to work again', isDone(rig))
  })

  test('a frozen node has no second result', async () => {
    await using rig = await FleetRig.open(server)
    const nodes = [await rig.node('one'), await rig.node('two')]
    await settledFleet(rig, nodes)
    await add(nodes[0] as TestNode, 'Take long', '--', traces, rig.traces, '900', '5')
    const frozen = await whoBegan(rig)
    frozen.kill('SIGSTOP')
    await rig.until('another node to finish it', isDone(rig))
    frozen.kill('SIGCONT')
    await until('the late result', () => frozen.lines('node:settled').length > 0)
    expect(frozen.lines('node:settled')).toMatchObject([{ counts: false }])
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    expect(await runStates(rig)).toEqual(['lost', 'ended'])
  })

  test('nothing is lost or repeated while Postgres is away', async () => {
    await using rig = await FleetRig.open(server)
    const nodes = [await rig.node('one'), await rig.node('two')]
    await settledFleet(rig, nodes)
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    await add(one, 'Ends meanwhile', '--', traces, rig.traces, '40')
    await add(one, 'Goes on', '--', traces, rig.traces, String(300 + sized(200)))
    await until('both to begin', () => rig.spans().length === 2)
    stopPostgres(server.folder)
    const stopped = performance.now()
    // Longer than a lease.
    await until('the outage to last', () => performance.now() - stopped > 1.8 * LEASE_MS)
    startPostgres(server.folder)
    await rig.until('everything to be done', isDone(rig))
    expect(await runStates(rig)).toEqual(['ended', 'ended'])
    expect(rig.spans()).toHaveLength(2)
    expect(await rig.query('select count(*)::int as count from late')).toEqual([{ count: 0 }])
  })

  test('an outcome survives outage and kill together', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    node.start()
    await add(node, 'Ends meanwhile', '--', traces, rig.traces, '10')
    await until('the agent to begin', () => rig.trace().length > 0)
    stopPostgres(server.folder)
    try {
      await until('the attempt to end', () => node.lines('attempt:ended').length > 0)
      await until('the outcome to be kept', () => node.lines('task:ended').length > 0)
      node.kill()
    } finally {
      startPostgres(server.folder)
    }
    const { code } = await node.mayday(['work', '--fleet', '--once'])
    expect(code).toBe(0)
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(rig.spans()).toHaveLength(1)
  })

  test('many racing nodes keep limits and order', async () => {
    await using rig = await FleetRig.open(server)
    const nodes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => rig.node(name, ['--allow', `${traces}=team`])),
    )
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    await one.mayday(['fleet', 'limit', 'team', '3'])
    const count = 8 + sized(24)
    for (let n = 0; n < count; n += 1)
      await add(
        one,
        `Task ${n}`,
        ...(n % 2 === 0 ? ['--phase', String(n % 4)] : []),
        '--',
        traces,
        rig.traces,
        '2',
      )
    for (const node of nodes) node.start(['--concurrency', '2'])
    await rig.until('all tasks to be done', isDone(rig))
    expect(rig.spans()).toHaveLength(count)
    expect(rig.peak()).toBeLessThanOrEqual(3)
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    const keys = await rig.query('select id, serial_key from tasks')
    const keyOf = new Map(keys.map(({ id, serial_key: key }) => [String(id), String(key)]))
    expect(rig.overlaps(({ task }) => keyOf.get(task) ?? task)).toBe(0)
    const outOfOrder = await rig.query(
      `select 1 from (select task, lag(task) over (partition by serial_key order by started_at) as before
       from runs join tasks on tasks.number = runs.task where state = 'ended') one where task < before`,
    )
    expect(outOfOrder).toEqual([])
    const together = await rig.query(
      `select 1 from runs a join runs b on a.number < b.number and b.started_at < a.ended_at
       join tasks ta on ta.number = a.task join tasks tb on tb.number = b.task
       where ta.serial_key = tb.serial_key and a.state = 'ended' and b.state = 'ended'`,
    )
    expect(together).toEqual([])
  })

  test('after a limit one canary opens the gate', async () => {
    await using rig = await FleetRig.open(server)
    const limited = agent('hits-a-shared-limit.sh')
    const nodes = await Promise.all(
      ['a', 'b', 'c'].map((name) => rig.node(name, ['--allow', `${limited}=team`])),
    )
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    for (let n = 0; n < 6; n += 1) await add(one, `Task ${n}`, '--parallel', '--', limited, rig.folder, '12')
    one.start()
    await rig.until('the gate to close', async () => (await rig.query('select 1 from gates')).length > 0)
    for (const node of nodes.slice(1)) node.start()
    await rig.until('all tasks to be done', isDone(rig))
    // The first run closed the gate, one canary opened it, and the rest went on: nobody else was refused.
    const failed = await rig.query(
      "select 1 from rows where kind = 'runs' and row ->> 'status' = 'failed' and not is_gone",
    )
    expect(failed).toHaveLength(1)
    expect(await rig.query('select 1 from gates')).toEqual([])
  })
})
