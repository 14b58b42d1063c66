/** From a queued task to its worker, while a node waits for it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import { FleetRig } from '../../tests/fleet-rig.ts'
import type { Row } from '../table.ts'
import { median, shown } from './figures.ts'
import { addTask, PlainQueue } from './queues.ts'
import type { MeasuredPostgres } from './server.ts'

const TURNS = 20
const worker = fileURLToPath(new URL('../workers/stamps-its-time.pl', import.meta.url))

const stamps = (file: string): readonly number[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split(' ')[0]) * 1000)

/** Waits until so many workers have begun. */
async function begun(file: string, count: number): Promise<void> {
  while (stamps(file).length < count) await pause(1)
}

/** Milliseconds from queued to claimed, and to the worker's start. */
type Times = { readonly claimed: readonly number[]; readonly begun: readonly number[] }

export async function wakeUpRows(server: MeasuredPostgres): Promise<readonly Row[]> {
  const { ours, beside } = await wakeUpTimes(server)
  const row = (what: string, of: keyof Times, goal: string): Row => ({
    what,
    ours: shown(median(ours[of])),
    beside: `listen, skip locked ${shown(median(beside[of]))}`,
    ratio: `${(median(ours[of]) - median(beside[of])).toFixed(1)} ms more`,
    goal,
  })
  return [
    row('(x) from queued to claimed, a node waits', 'claimed', 'at most 50 ms more'),
    row('(x) from queued to the worker’s start', 'begun', 'at most 500 ms more'),
  ]
}

async function wakeUpTimes(
  server: MeasuredPostgres,
): Promise<{ readonly ours: Times; readonly beside: Times }> {
  await using rig = await FleetRig.open(server)
  await using fleet = await openFleet(rig.address, 'bench')
  await using queue = await PlainQueue.open(server)
  const [own, plain] = [join(rig.folder, 'stamps'), join(rig.folder, 'plain-stamps')]
  const taken: number[] = []
  await using _ = await queue.listener(() => {
    taken.push(Date.now())
    spawn('perl', [worker, plain], { stdio: 'ignore' })
  })
  ;(await rig.node('waits', ['--allow', 'perl'])).start()
  const queued = { ours: [] as number[], beside: [] as number[] }
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await addTask(fleet, ['perl', worker, own])
    queued.ours.push(Date.now())
    await begun(own, turn)
    await rig.until('the run to be settled', async () => await isIdle(rig))
    await queue.add()
    queued.beside.push(Date.now())
    await begun(plain, turn)
  }
  const after = (moments: readonly number[], from: readonly number[]): readonly number[] =>
    // In the first turn the node has just started.
    moments.map((ms, turn) => ms - (from[turn] ?? 0)).slice(1)
  return {
    ours: { claimed: after(await claims(rig), queued.ours), begun: after(stamps(own), queued.ours) },
    beside: { claimed: after(taken, queued.beside), begun: after(stamps(plain), queued.beside) },
  }
}

async function claims(rig: FleetRig): Promise<readonly number[]> {
  const rows = await rig.query(
    'select (extract(epoch from started_at) * 1000)::float8 as at from runs order by number',
  )
  return rows.map(({ at }) => Number(at))
}

async function isIdle(rig: FleetRig): Promise<boolean> {
  const [busy] = await rig.query("select 1 from tasks where status <> 'succeeded' limit 1")
  return busy === undefined
}
