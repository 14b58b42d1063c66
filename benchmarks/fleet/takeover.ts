/** From the kill of a node to the next run of its task, and whether two agents ever worked at once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import { FleetRig } from '../../tests/fleet-rig.ts'
import { agent } from '../../tests/task-repository.ts'
import { seconds, type Row } from '../table.ts'
import { addTask, PlainQueue } from './queues.ts'
import type { MeasuredPostgres } from './server.ts'

/** The shortest lease that there is. The default is twelve times as long. */
const LEASE_S = 10
const holder = fileURLToPath(new URL('../workers/holds-a-row.ts', import.meta.url))
const traces = agent('leaves-traces.sh')

type Taken = { readonly afterMs: number; readonly overlapMs: number }

export async function takeoverRow(server: MeasuredPostgres): Promise<Row> {
  const plain = await plainTakeover(server)
  const ours = await fleetTakeover(server)
  return {
    what: `(y) kill -9 of a node to the next run, lease ${LEASE_S} s`,
    ours: words(ours),
    beside: `row lock ${words(plain)}`,
    ratio: `${(ours.afterMs / 1000 / LEASE_S).toFixed(2)} leases`,
    goal: 'at most 2 leases, no overlap',
  }
}

const words = ({ afterMs, overlapMs }: Taken): string =>
  `${seconds(afterMs)}, ${overlapMs <= 0 ? 'no overlap' : 'the first agent works on'}`

async function fleetTakeover(server: MeasuredPostgres): Promise<Taken> {
  await using rig = await FleetRig.open(server, LEASE_S)
  await using fleet = await openFleet(rig.address, 'bench')
  const [first, second] = [await rig.node('first'), await rig.node('second')]
  first.start()
  await addTask(fleet, [traces, rig.traces, '1000'])
  await rig.until('the first run', () => Promise.resolve(rig.spans().length === 1))
  second.start()
  // Only a node with a lease of contact takes over.
  await pause(LEASE_S * 1100)
  first.kill()
  const killedMs = Date.now()
  await rig.until('the second run', () => Promise.resolve(rig.spans().length === 2))
  const [before, after] = rig.spans()
  if (before === undefined || after === undefined) throw new Error('a run has left no trace')
  return { afterMs: after.fromMs - killedMs, overlapMs: before.toMs - after.fromMs }
}

/** The lock of the row goes with the connection, and the agent stays. */
async function plainTakeover(server: MeasuredPostgres): Promise<Taken> {
  await using queue = await PlainQueue.open(server)
  await queue.add()
  const child = spawn(process.execPath, [holder, server.url, 'sleep', '1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  const worker = Number(String(said))
  child.kill('SIGKILL')
  const killed = performance.now()
  while (!(await queue.isFree())) await pause(5)
  const afterMs = performance.now() - killed
  const isAlive = process.kill(worker, 'SIGKILL')
  return { afterMs, overlapMs: isAlive ? 1 : 0 }
}
