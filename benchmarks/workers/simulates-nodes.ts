/** Many nodes of a fleet in one process, for the simulation: each claims, waits as long as a run, and settles. */
import { setTimeout as pause } from 'node:timers/promises'
import { joinFleet, type Joined } from '../fleet/queues.ts'
import type { Simulated, SimulationOrder } from '../fleet/simulation.ts'
import type { Claim } from '../../src/fleet/port.ts'

/** As in `mayday work --fleet`. */
const POLL_MS = 3000
const RENEWALS = 6

const told = {
  claimMs: [] as number[],
  emptyMs: [] as number[],
  settleMs: [] as number[],
  renewMs: [] as number[],
  errors: [] as string[],
}
const over = new AbortController()

/** Undefined if the call failed. */
async function timed<T>(into: (answer: T) => number[], call: () => Promise<T>): Promise<T | undefined> {
  const began = performance.now()
  try {
    const answer = await call()
    into(answer).push(performance.now() - began)
    return answer
  } catch (error) {
    if (!over.signal.aborted) told.errors.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function live({ fleet, node, claim, settle }: Joined, runMs: number): Promise<void> {
  let held: Claim | null = null
  let wake = (): void => undefined
  using _ = fleet.listen(() => wake())
  const renewing = (async () => {
    while (await slept((fleet.leaseMs / RENEWALS) * (0.5 + Math.random())))
      await timed(
        () => told.renewMs,
        async () => {
          await fleet.renew(node, held === null ? [] : [held])
          return fleet.takeOver(node)
        },
      )
  })()
  while (!over.signal.aborted) {
    held = (await timed((got) => (got === null ? told.emptyMs : told.claimMs), claim)) ?? null
    if (held === null) {
      const rung = new Promise<void>((resolve) => (wake = resolve))
      await Promise.race([rung, slept(POLL_MS * (0.5 + Math.random()))])
      continue
    }
    const claimed = held
    await slept(runMs * (0.5 + Math.random()))
    if (!over.signal.aborted)
      await timed(
        () => told.settleMs,
        () => settle(claimed),
      )
  }
  await renewing
}

/** False when the simulation is over. */
const slept = (ms: number): Promise<boolean> => pause(ms, true, { signal: over.signal }).catch(() => false)

process.on('message', (message: SimulationOrder | 'measure' | 'stop') => {
  if (message === 'measure') for (const list of Object.values(told)) list.length = 0
  else if (message === 'stop') {
    over.abort()
    const answer: Simulated = told
    process.send?.(answer, () => process.exit())
  } else void begin(message)
})

// Nothing is left behind if the benchmark is stopped.
process.on('disconnect', () => process.exit())

async function begin({ address, from, nodes, runMs }: SimulationOrder): Promise<void> {
  for (let at = from; at < from + nodes; at += 1) {
    const joined = await patiently(() => joinFleet(address, `node-${at}`))
    void live(joined, runMs)
  }
  process.send?.('joined')
}

/** So many connections in a few seconds take long on a busy machine. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch {
      await pause(500)
    }
}
