/**
 * A thousand nodes and a million runs a day, for a minute. The nodes make the calls of real ones on connections of their
 * own; their agents are timers.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Database } from '../../src/fleet/postgres/database.ts'
import type { Address } from '../../src/fleet/postgres/address.ts'
import { initFleet, openFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import type { Row } from '../table.ts'
import { median, quantile, shown } from './figures.ts'
import { addTask } from './queues.ts'
import type { MeasuredPostgres } from './server.ts'

const NODES = 1000
const PROCESSES = 2
const FOR_S = 60
const RUNS_A_DAY = 1_000_000
const PER_SECOND = RUNS_A_DAY / 86_400
/** So many nodes work at a time, on average. */
const BUSY = 0.6
const worker = fileURLToPath(new URL('../workers/simulates-nodes.ts', import.meta.url))

/** What one process of nodes has measured, in milliseconds. */
export type Simulated = {
  readonly claimMs: readonly number[]
  readonly emptyMs: readonly number[]
  readonly settleMs: readonly number[]
  readonly renewMs: readonly number[]
  readonly errors: readonly string[]
}

export type SimulationOrder = {
  readonly address: Address
  readonly from: number
  readonly nodes: number
  readonly runMs: number
}

export async function simulationRows(server: MeasuredPostgres): Promise<readonly Row[]> {
  const address = server.address()
  await initFleet(address, 120)
  const children = await startNodes(address)
  await untilSettled(address)
  // A thousand nodes that start in the same half minute are not what is measured.
  for (const child of children) child.send('measure')
  const load = await putLoad(address, server)
  const told = await Promise.all(children.map(stopNodes))
  const all = (key: Exclude<keyof Simulated, 'errors'>): readonly number[] => told.flatMap((one) => one[key])
  const errors = told.flatMap((one) => one.errors)
  if (errors.length > 0) console.log(`${errors.length} calls of nodes failed, first: ${errors[0]}`)
  const what = `(z) ${NODES.toLocaleString('en')} nodes, ${Math.round(load.perSecond * 86_400).toLocaleString('en')} runs a day`
  return [
    {
      what: `${what}: Postgres`,
      ours: `${load.cores.toFixed(2)} cores, ${load.memoryMb} MB`,
      beside: `${load.connections} connections`,
      ratio: `${errors.length} errors`,
      goal: 'at most 0.5 cores, none',
    },
    spread(`${what}: claim`, all('claimMs'), all('emptyMs'), 'median at most 50 ms'),
    spread(`${what}: from queued to claimed`, load.waitedMs, null, 'median at most 500 ms'),
    spread(`${what}: settle`, all('settleMs'), null, 'median at most 50 ms'),
  ]
}

const spread = (
  what: string,
  all: readonly number[],
  empty: readonly number[] | null,
  goal: string,
): Row => ({
  what,
  ours: shown(median(all)),
  beside: empty === null ? '' : `nothing to do ${shown(median(empty))}, ${empty.length} times`,
  ratio: `99 % in ${shown(quantile(all, 0.99))}`,
  goal,
})

async function startNodes(address: Address): Promise<readonly ChildProcess[]> {
  const nodes = NODES / PROCESSES
  const runMs = (NODES * BUSY * 1000) / PER_SECOND
  const children = Array.from({ length: PROCESSES }, (_, at) => {
    const child = fork(worker)
    const order: SimulationOrder = { address, from: at * nodes, nodes, runMs }
    child.send(order)
    return child
  })
  // Each says so when all its nodes have joined.
  await Promise.all(children.map((child) => once(child, 'message')))
  return children
}

/** The nodes that came first listened while the fleet was small. Each notices that it has grown. */
async function untilSettled(address: Address): Promise<void> {
  const db = await Database.open(address, 'looks')
  for (;;) {
    const listeners = await db.query("select 1 from pg_stat_activity where query like 'listen%'")
    if (listeners.length === 0) break
    await pause(1000)
  }
  await db.close()
}

async function stopNodes(child: ChildProcess): Promise<Simulated> {
  child.send('stop')
  const [told]: readonly Simulated[] = await once(child, 'message')
  if (told === undefined) throw new Error('the nodes have said nothing')
  return told
}

type Load = {
  readonly perSecond: number
  readonly cores: number
  readonly memoryMb: number
  readonly connections: number
  readonly waitedMs: readonly number[]
}

/** Queues tasks at the rate. The database's clock tells how long each of them waited. */
async function putLoad(address: Address, server: MeasuredPostgres): Promise<Load> {
  await using fleet = await openFleet(address, 'adds')
  const cpuMs = server.watchCpu()
  const began = performance.now()
  let added = 0
  while (performance.now() - began < FOR_S * 1000) {
    await addTask(fleet)
    added += 1
    await pause(Math.max(0, began + (added / PER_SECOND) * 1000 - performance.now()))
  }
  const s = (performance.now() - began) / 1000
  const cores = cpuMs() / 1000 / s
  const [memoryMb, connections] = [server.memoryMb(), server.processes()]
  return { perSecond: added / s, cores, memoryMb, connections, waitedMs: await waited(address) }
}

/** A running task keeps the moment at which it was ready. */
async function waited(address: Address): Promise<readonly number[]> {
  const db = await Database.open(address, 'looks')
  const rows = await db.query(
    `select (extract(epoch from started_at - ready_at) * 1000)::float8 as ms
     from runs join tasks on tasks.number = runs.task where ready_at is not null`,
  )
  await db.close()
  return rows.map(({ ms }) => Number(ms))
}
