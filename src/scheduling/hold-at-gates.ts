/**
 * Waits at a closed gate.
 *
 * - H1 Waiting costs no attempt.
 * - H2 When the time of a gate is over, exactly one run tests it. If that run works, the others continue. Otherwise the
 *   gate moves.
 * - H3 A gate is a row in the store: it survives every restart.
 */
import { accountFor } from '../agents/accounts.ts'
import { choicesOf } from '../recovery/fallback.ts'
import { agentNameOf, decidingGate, gateKeysOf, releaseAfterMs } from '../recovery/gates.ts'
import type { TaskRecord } from '../record/task.ts'
import type { GateRecord } from '../record/task-story.ts'
import { livesCanary } from './canary.ts'
import { sleepUntil } from './sleep-until.ts'
import type { TaskEvent, TaskContext } from './task-context.ts'

/** Polling intervals: for a gate whose time is over, and for one that a person may open. */
const SOON_MS = 250
const LOOK_EVERY_MS = 5000

export type Held =
  /** The task may start, with the agent that `task` names. With a key, the run is the canary of that gate. */
  | { readonly kind: 'go'; readonly task: TaskRecord; readonly canaryOf: string | null }
  | { readonly kind: 'waiting'; readonly gate: GateRecord }
  | { readonly kind: 'canceled' }
  /** A person changed the status of the task in the meantime. */
  | { readonly kind: 'changed' }

export async function holdAtGates(
  task: TaskRecord,
  context: TaskContext,
  { waits }: { readonly waits: boolean },
): Promise<Held> {
  const { clock, watcher, tell } = context
  let told: string | null = null
  for (;;) {
    const free = freeChoice(task, context)
    if ('task' in free && (free.canaryOf !== null || told === null)) return { kind: 'go', ...free }
    if ('task' in free) return (await isReleased(context)) ? { kind: 'go', ...free } : { kind: 'canceled' }
    const { gate } = free
    const isNew = told !== `${gate.key} ${gate.until}`
    if (isNew && !isPaused(task, gate, context)) return { kind: 'changed' }
    if (!waits) {
      tell(
        waitAt(
          task,
          gate,
          `Continues automatically under: mayday work    To continue now: mayday wait --open ${gate.key}`,
        ),
      )
      return { kind: 'waiting', gate }
    }
    if (isNew) {
      told = `${gate.key} ${gate.until}`
      tell(
        waitAt(
          task,
          gate,
          `To continue now, in another terminal: mayday wait --open ${gate.key}    To end the wait: Ctrl+C`,
        ),
      )
    }
    if (!(await sleepUntil(wakeAt(gate, clock.now()), clock, watcher.cancel))) return { kind: 'canceled' }
  }
}

/** False if a person changed the status in the meantime. */
function isPaused({ task, status }: TaskRecord, gate: GateRecord, { store, clock }: TaskContext): boolean {
  const set = { gate: gate.key, waitUntil: gate.until }
  return store.tryMove(task, 'pause', { at: clock.now().toISOString(), seen: status, set }) !== null
}

/** Returns the first agent of the task that may start now, or the gate that holds its first agent. */
function freeChoice(
  task: TaskRecord,
  context: TaskContext,
): Pick<Extract<Held, { kind: 'go' }>, 'task' | 'canaryOf'> | { readonly gate: GateRecord } {
  let held: GateRecord | null = null
  for (const choice of choicesOf(task, context.commandOf)) {
    if (context.usedAgent !== undefined && agentNameOf(choice) !== context.usedAgent) continue
    const found = gateOf(choice, context)
    if (found === null) return { task: choice, canaryOf: null }
    const { gate, decision } = found
    if (decision === 'probe' && context.store.claimCanary(gate.key, ownerOf(context)))
      return { task: choice, canaryOf: gate.key }
    held ??= gate
  }
  return held === null ? { task, canaryOf: null } : { gate: held }
}

/** The gate that decides whether the task may start with its agent. Null if no gate holds it. */
export function gateOf(
  task: TaskRecord,
  context: Pick<TaskContext, 'store' | 'clock' | 'env' | 'accounts' | 'processes'>,
): ReturnType<typeof decidingGate> {
  const { store, clock } = context
  const closed = store.gates()
  const keys = new Set(gateKeysOf(task, accountFor(task, context), closed))
  const gates = closed.filter(({ key }) => keys.has(key))
  for (const gate of gates) if (isForsaken(gate, context)) store.releaseCanary(gate.key, gate.canary)
  return decidingGate(gates, clock.now(), (gate) => livesCanary(gate, context))
}

/** Tasks that waited at the same gate start at random, different times. */
const isReleased = ({ clock, random, watcher }: TaskContext): Promise<boolean> =>
  sleepUntil(new Date(clock.now().getTime() + releaseAfterMs(random)), clock, watcher.cancel)

const waitAt = ({ task }: TaskRecord, { reason, evidence, until }: GateRecord, next: string): TaskEvent => ({
  event: 'wait:started',
  task,
  until,
  why: `${reason}: ${evidence}`,
  next,
})

/** Wakes at the time of the gate, or earlier to check it again. */
function wakeAt({ until }: GateRecord, now: Date): Date {
  const leftMs = (until === null ? Number.NaN : Date.parse(until)) - now.getTime()
  return new Date(now.getTime() + Math.max(SOON_MS, Math.min(leftMs || LOOK_EVERY_MS, LOOK_EVERY_MS)))
}

/** The canary is identified by its process, because the run has no id yet. */
const ownerOf = ({ processes }: TaskContext): string => JSON.stringify(processes.self())

const isForsaken = (gate: GateRecord, context: Pick<TaskContext, 'processes' | 'store' | 'clock'>): boolean =>
  gate.canary !== null && !livesCanary(gate, context)
