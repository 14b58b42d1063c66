/**
 * Waits where everything waits that depends on the same thing.
 *
 * H1 Waiting costs no attempt. H2 When a gate's time is over exactly one run tries; the others go on only after it
 * worked, and if it did not the gate moves. H3 A gate is a row: it survives every restart.
 */
import { decidingGate, gateKeysOf, releaseAfterMs } from '../recovery/gates.ts'
import type { GateRecord, TaskRecord } from '../record/task.ts'
import { parseIdentity } from '../supervision/reconcile.ts'
import { sleepUntil } from './sleep-until.ts'
import type { TaskHouse } from './task-house.ts'

/** How often a gate is looked at whose time is over, and one that a person may open by hand. */
const SOON_MS = 250
const LOOK_EVERY_MS = 5000

export type Held =
  /** Go on; with a key it goes as the canary of that gate. */
  | { readonly kind: 'go'; readonly canaryOf: string | null }
  | { readonly kind: 'waiting'; readonly gate: GateRecord }
  | { readonly kind: 'canceled' }

export async function holdAtGates(
  task: TaskRecord,
  house: TaskHouse,
  { waits, account }: { readonly waits: boolean; readonly account: string },
): Promise<Held> {
  const { store, clock, watcher } = house
  const keys = new Set(gateKeysOf(task, account))
  let told: string | null = null
  for (;;) {
    const gates = store.gates().filter(({ key }) => keys.has(key))
    for (const gate of gates) if (isForsaken(gate, house)) store.releaseCanary(gate.key, gate.canary)
    const held = decidingGate(gates, clock.now(), (gate) => livesCanary(gate, house))
    if (held === null) return told === null || (await isReleased(house)) ? GO : { kind: 'canceled' }
    const { gate, decision } = held
    if (decision === 'probe' && store.claimCanary(gate.key, ownerOf(house)))
      return { kind: 'go', canaryOf: gate.key }
    if (!waits) return { kind: 'waiting', gate }
    if (told !== `${gate.key} ${gate.until}`) {
      told = `${gate.key} ${gate.until}`
      announce(task, gate, house)
    }
    if (!(await sleepUntil(wakeAt(gate, clock.now()), clock, watcher.cancel))) return { kind: 'canceled' }
  }
}

const GO: Held = { kind: 'go', canaryOf: null }

/** What waited together does not start together. */
const isReleased = ({ clock, random, watcher }: TaskHouse): Promise<boolean> =>
  sleepUntil(new Date(clock.now().getTime() + releaseAfterMs(random)), clock, watcher.cancel)

function announce(task: TaskRecord, gate: GateRecord, { store, tell }: TaskHouse): void {
  store.updateTask(task.task, { status: 'waiting', gate: gate.key, waitUntil: gate.until })
  tell({ event: 'wait:started', task: task.task, until: gate.until, why: `${gate.reason}: ${gate.evidence}` })
}

/** At the gate's instant, or before it to look again. */
function wakeAt({ until }: GateRecord, now: Date): Date {
  const leftMs = (until === null ? Number.NaN : Date.parse(until)) - now.getTime()
  return new Date(now.getTime() + Math.max(SOON_MS, Math.min(leftMs || LOOK_EVERY_MS, LOOK_EVERY_MS)))
}

/** The canary is the process that looks after it: a run has no id yet when it is chosen. */
const ownerOf = ({ processes }: TaskHouse): string => JSON.stringify(processes.self())

function livesCanary({ canary }: GateRecord, { processes }: TaskHouse): boolean {
  const owner = parseIdentity(canary)
  return owner !== null && processes.state(owner) !== 'dead'
}

const isForsaken = (gate: GateRecord, house: TaskHouse): boolean =>
  gate.canary !== null && !livesCanary(gate, house)
