/** Nodes on machines of their own, whose cables are pulled. Leases of ten seconds. */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineOf } from '../../src/fleet/member.ts'
import { startPostgres, stopPostgres } from '../../src/fleet/local-postgres.ts'
import { memberFile } from '../../src/record/joined-fleet.ts'
import { projectAt } from '../../src/record/project.ts'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { hasNamespaces, Machine } from '../namespaces.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'
import { agent } from '../task-repository.ts'
import { sized } from './size.ts'

let server: TestPostgres

const traces = agent('leaves-traces.sh')

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

/** A checkout whose node works on that machine. Other commands are typed on the host. */
async function nodeOn(rig: FleetRig, name: string, machine: Machine): Promise<TestNode> {
  const node = await rig.node(name)
  node.launch = [
    ...machine.launch,
    'env',
    `MAYDAY_FLEET_URL=${rig.address.url.replace('127.0.0.1', machine.host)}`,
  ]
  return node
}

/** A server that has been up, and nodes that were in contact, for a whole lease: they may judge. */
async function settled(rig: FleetRig, nodes: readonly TestNode[]): Promise<void> {
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

async function whoBegan(rig: FleetRig): Promise<TestNode> {
  await until('an agent to begin', () => rig.trace().length > 0)
  const [first] = rig.spans()
  const node = rig.nodes.find(({ path }) => first?.folder.startsWith(path) === true)
  if (node === undefined) throw new Error('nobody began')
  return node
}

describe.skipIf(!isPostgresHere || !hasNamespaces)('machines of a fleet', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    server = await testPostgres(["listen_addresses = '*'"])
    appendFileSync(join(server.folder, 'data/pg_hba.conf'), 'host all all 10.0.0.0/8 scram-sha-256\n')
    stopPostgres(server.folder)
    startPostgres(server.folder)
  })
  afterAll(() => server[Symbol.dispose]())

  test('a machine without its cable stops its agent first', async () => {
    await using rig = await FleetRig.open(server)
    using first = new Machine(1)
    using second = new Machine(2)
    const machines = new Map([
      ['one', first],
      ['two', second],
    ])
    const nodes = [await nodeOn(rig, 'one', first), await nodeOn(rig, 'two', second)]
    await settled(rig, nodes)
    await add(nodes[0] as TestNode, 'Take long', '--', traces, rig.traces, '900', '5')
    const cut = await whoBegan(rig)
    machines.get(cut.name)?.cut()
    await rig.until('the other machine to finish it', isDone(rig))
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    expect(await runStates(rig)).toEqual(['lost', 'ended'])
    machines.get(cut.name)?.heal()
    await until('the late result', () => cut.lines('node:settled').length > 0)
    expect(cut.lines('node:settled')).toMatchObject([{ counts: false }])
    expect(await rig.query('select count(*)::int as count from late')).toEqual([{ count: 1 }])
    expect(await statuses(rig)).toEqual(['succeeded'])
  })

  test('a network that is away for long loses nothing', async () => {
    await using rig = await FleetRig.open(server)
    using first = new Machine(3)
    using second = new Machine(4)
    const nodes = [await nodeOn(rig, 'one', first), await nodeOn(rig, 'two', second)]
    await settled(rig, nodes)
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    for (const title of ['One', 'Two']) await add(one, title, '--', traces, rig.traces, '900', '5')
    await until('both to begin', () => rig.spans().length === 2)
    for (const machine of [first, second]) machine.cut()
    const cutAt = performance.now()
    const lastTrace = (): number => rig.trace().at(-1)?.atMs ?? 0
    // Two leases, in a soak ten: the agents stop at 0.8 of the first one, and nobody begins.
    await until('the network to be away', () => performance.now() - cutAt > 20_000 + sized(80) * 1000)
    const [cutSince] = [Date.now() - (performance.now() - cutAt)]
    expect(lastTrace() - cutSince).toBeLessThan(10_000)
    expect(rig.spans()).toHaveLength(2)
    for (const machine of [first, second]) machine.heal()
    await rig.until('everything to be done', isDone(rig))
    expect(rig.overlaps(({ task }) => task)).toBe(0)
    expect(rig.spans()).toHaveLength(4)
  })

  test('a copied machine does not take the runs of the first', async () => {
    await using rig = await FleetRig.open(server)
    const [original, copy] = [await rig.node('original'), await rig.node('copy')]
    // As on a copied disk: the same id under the same name, on a machine that looks the same and booted by itself.
    const [from, to] = [original, copy].map(({ path }) => projectAt(path, process.env))
    if (from === undefined || to === undefined) throw new Error('no project')
    copyFileSync(memberFile(from), memberFile(to))
    const member = JSON.parse(readFileSync(memberFile(to), 'utf8'))
    writeFileSync(memberFile(to), JSON.stringify({ ...member, machine: machineOf(to) }))
    await rig.query("delete from tokens where node = (select id from nodes where name = 'copy')")
    await rig.query("delete from nodes where name = 'copy'")
    const boot = join(rig.folder, 'boot_id')
    writeFileSync(boot, '11111111-2222-4333-8444-555555555555\n')
    const script = 'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"'
    copy.launch = ['unshare', '-m', 'sh', '-c', script, boot]
    original.start()
    await add(original, 'Take a while', '--', traces, rig.traces, '150')
    await until('the agent to begin', () => rig.trace().length > 0)
    // What the first one works on is on the copied disk too.
    const claims = join(copy.record, 'claims')
    mkdirSync(claims, { recursive: true, mode: 0o700 })
    const [run] = await rig.query("select id from runs where state = 'live'")
    const name = `${String(run?.['id'])}.json`
    copyFileSync(join(original.record, 'claims', name), join(claims, name))
    copy.start()
    await until('the copy to become another node', () => copy.lines('node:joined').length > 0)
    expect(copy.lines('node:renamed')).toHaveLength(1)
    await rig.until('the task to be done', isDone(rig))
    expect(await runStates(rig)).toEqual(['ended'])
    expect(rig.spans()).toHaveLength(1)
    expect(await rig.query('select count(*)::int as count from nodes')).toEqual([{ count: 2 }])
  })

  test('Postgres restarts in the middle of many runs', async () => {
    await using rig = await FleetRig.open(server)
    using first = new Machine(5)
    using second = new Machine(6)
    const nodes = [await nodeOn(rig, 'one', first), await nodeOn(rig, 'two', second)]
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    const count = sized(200)
    for (let n = 0; n < count; n += 1)
      await add(one, `Task ${n}`, '--parallel', '--', traces, rig.traces, '3')
    for (const node of nodes) node.start(['--concurrency', '4'])
    for (const part of [0.25, 0.5]) {
      await until('some to be done', () => rig.spans().length >= count * part)
      stopPostgres(server.folder)
      startPostgres(server.folder)
    }
    await rig.until('everything to be done', isDone(rig))
    expect(rig.spans()).toHaveLength(count)
    expect(await runStates(rig)).toEqual(Array.from({ length: count }, () => 'ended'))
    expect(await rig.query('select count(*)::int as count from late')).toEqual([{ count: 0 }])
  })
})
