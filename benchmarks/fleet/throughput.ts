/** Claims and settles a second, of the fleet and of a plain table, in turns. */
import { initFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import type { Row } from '../table.ts'
import { addTask, fleetTaker, joinFleet, PlainQueue, type Taker } from './queues.ts'
import type { MeasuredPostgres } from './server.ts'

const TASKS = 160
const TURNS = 3
const SIDE_BY_SIDE = 4

type Speed = { readonly perSecond: number; readonly cpuMs: number }

export async function throughputRows(server: MeasuredPostgres): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const nodes of [1, 10, 20]) rows.push(await throughputRow(nodes, server))
  return rows
}

async function throughputRow(nodes: number, server: MeasuredPostgres): Promise<Row> {
  const turns: { readonly ours: Speed; readonly beside: Speed }[] = []
  for (let turn = 0; turn <= TURNS; turn += 1)
    turns.push({ beside: await plainSpeed(nodes, server), ours: await fleetSpeed(nodes, server) })
  const [ours, beside] = [
    middle(turns.slice(1).map((turn) => turn.ours)),
    middle(turns.slice(1).map((turn) => turn.beside)),
  ]
  return {
    what: `(w) claim and settle, ${nodes === 1 ? '1 node' : `${nodes} nodes`}`,
    ours: shown(ours),
    beside: `skip locked ${shown(beside)}`,
    ratio: `${(ours.perSecond / beside.perSecond).toFixed(2)} x as many`,
    goal: 'at least 12/s: a million a day',
  }
}

const shown = ({ perSecond, cpuMs }: Speed): string =>
  `${Math.round(perSecond)}/s, ${cpuMs.toFixed(1)} ms of Postgres each`

const middle = (all: readonly Speed[]): Speed => {
  const found = all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

/** Every node takes what it can until all jobs are done. */
async function speedOf(takers: readonly Taker[], server: MeasuredPostgres): Promise<Speed> {
  let done = 0
  const cpuMs = server.watchCpu()
  const began = performance.now()
  const work = async (taker: Taker): Promise<void> => {
    // A claim that lost a race took nothing.
    while (done < TASKS) if (await taker.takeOne()) done += 1
  }
  await Promise.all(takers.map(work))
  const ms = performance.now() - began
  const speed = { perSecond: done / (ms / 1000), cpuMs: cpuMs() / done }
  for (const taker of takers) await taker[Symbol.asyncDispose]()
  return speed
}

async function fleetSpeed(nodes: number, server: MeasuredPostgres): Promise<Speed> {
  const address = server.address()
  await initFleet(address, 120)
  {
    await using joined = await joinFleet(address, 'adds')
    await fill(() => addTask(joined.fleet))
  }
  return speedOf(await takersOf(nodes, (name) => fleetTaker(address, name)), server)
}

async function plainSpeed(nodes: number, server: MeasuredPostgres): Promise<Speed> {
  await using queue = await PlainQueue.open(server)
  await fill(() => queue.add())
  return await speedOf(await takersOf(nodes, () => queue.taker()), server)
}

/** Over several connections: filling is not what is measured. */
async function fill(add: () => Promise<unknown>): Promise<void> {
  for (let filled = 0; filled < TASKS; filled += SIDE_BY_SIDE)
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, add))
}

const takersOf = (count: number, open: (name: string) => Promise<Taker>): Promise<readonly Taker[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => open(`node-${at}`)))
