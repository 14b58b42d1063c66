/**
 * Waits where everything waits that depends on the same thing.
 *
 * H1 Waiting costs no attempt. H2 When a gate's time is over exactly one run tries; the others go on only after it
 * worked, and if it did not the gate moves. H3 A gate is a row: it survives every restart.
 */
import { accountOf } from '../recovery/account.ts'
import { choicesOf } from '../recovery/fallback.ts'
import { agentNameOf, decidingGate, gateKeysOf, releaseAfterMs } from '../recovery/gates.ts'
import type { TaskRecord } from '../record/task.ts'
import type { GateRecord } from '../record/task-story.ts'
import { livesCanary } from './canary.ts'
import { sleepUntil } from './sleep-until.ts'
import type { TaskEvent, TaskContext } from './task-context.ts'

/** How often a gate is looked at whose time is over, and one that a person may open by hand. */
const SOON_MS = 250
const LOOK_EVERY_MS = 5000

export type Held =
  /** Go on, as this agent would do it; with a key it goes as the canary of that gate. */
  | { readonly kind: 'go'; readonly task: TaskRecord; readonly canaryOf: string | null }
  | { readonly kind: 'waiting'; readonly gate: GateRecord }
  | { readonly kind: 'canceled' }
  /** A person moved the task meanwhile. */
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
          `It goes on by itself in: mayday work    To go on now: mayday wait --open ${gate.key}`,
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
          `To go on now, in another terminal: mayday wait --open ${gate.key}    To end the wait: Ctrl+C`,
        ),
      )
    }
    if (!(await sleepUntil(wakeAt(gate, clock.now()), clock, watcher.cancel))) return { kind: 'canceled' }
  }
}

/** False where a person moved it meanwhile. */
function isPaused({ task, status }: TaskRecord, gate: GateRecord, { store, clock }: TaskContext): boolean {
  const set = { gate: gate.key, waitUntil: gate.until }
  return store.tryMove(task, 'pause', { at: clock.now().toISOString(), seen: status, set }) !== null
}

/** The first of a task's agents that may go now; else the gate at which its first choice is held. */
function freeChoice(
  task: TaskRecord,
  context: TaskContext,
): Pick<Extract<Held, { kind: 'go' }>, 'task' | 'canaryOf'> | { readonly gate: GateRecord } {
  let held: GateRecord | null = null
  for (const choice of choicesOf(task, context.commandOf)) {
    const found = gateOf(choice, context)
    if (found === null) return { task: choice, canaryOf: null }
    const { gate, decision } = found
    if (decision === 'probe' && context.store.claimCanary(gate.key, ownerOf(context)))
      return { task: choice, canaryOf: gate.key }
    held ??= gate
  }
  return held === null ? { task, canaryOf: null } : { gate: held }
}

/** The gate that decides whether this task may go as its agent would do it; null where nothing holds it. */
export function gateOf(
  task: TaskRecord,
  context: Pick<TaskContext, 'store' | 'clock' | 'env' | 'processes'>,
): ReturnType<typeof decidingGate> {
  const { store, clock, env } = context
  const keys = new Set(gateKeysOf(task, accountOf(agentNameOf(task), env)))
  const gates = store.gates().filter(({ key }) => keys.has(key))
  for (const gate of gates) if (isForsaken(gate, context)) store.releaseCanary(gate.key, gate.canary)
  return decidingGate(gates, clock.now(), (gate) => livesCanary(gate, context))
}

/** What waited together does not start together. */
const isReleased = ({ clock, random, watcher }: TaskContext): Promise<boolean> =>
  sleepUntil(new Date(clock.now().getTime() + releaseAfterMs(random)), clock, watcher.cancel)

const waitAt = ({ task }: TaskRecord, { reason, evidence, until }: GateRecord, next: string): TaskEvent => ({
  event: 'wait:started',
  task,
  until,
  why: `${reason}: ${evidence}`,
  next,
})

/** At the gate's instant, or before it to look again. */
function wakeAt({ until }: GateRecord, now: Date): Date {
  const leftMs = (until === null ? Number.NaN : Date.parse(until)) - now.getTime()
  return new Date(now.getTime() + Math.max(SOON_MS, Math.min(leftMs || LOOK_EVERY_MS, LOOK_EVERY_MS)))
}

/** The canary is the process that looks after it: a run has no id yet when it is chosen. */
const ownerOf = ({ processes }: TaskContext): string => JSON.stringify(processes.self())

const isForsaken = (gate: GateRecord, context: Pick<TaskContext, 'processes' | 'store' | 'clock'>): boolean =>
  gate.canary !== null && !livesCanary(gate, context)
