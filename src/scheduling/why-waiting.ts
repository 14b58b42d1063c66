/** The one place that says why a task waits: the queue, `wait`, `status` and the board all ask it. */
import { accountFor } from '../agents/accounts.ts'
import { isLive, reasonThatCounts, statusThatCounts } from '../record/run.ts'
import type { RunStatus } from '../record/run-states.ts'
import type { LockRecord } from '../record/card-state.ts'
import type { PlanKind } from '../reasons/reason.ts'
import type { TaskRecord } from '../record/task.ts'
import type { GateRecord, PlanRecord } from '../record/task-story.ts'
import { decidingGate, gateKeysOf } from '../recovery/gates.ts'
import { gateOf } from '../recovery/policy.ts'
import { livesCanary } from './canary.ts'
import { describeLock } from './describe-lock.ts'
import { lockName, needsOf, type QueueContext } from './locks.ts'

export const waitKinds = ['gate', 'lock', 'turn', 'pause', 'room'] as const

/** What a task waits for. */
export type Waiting = {
  readonly kind: (typeof waitKinds)[number]
  /** `for the usage limit`, `task 3 works in the same work tree`. */
  readonly why: string
  /** When the task continues, if that is known. */
  readonly until: string | null
  /** The key of the gate that holds it. */
  readonly gate: string | null
}

/** What is read once for all tasks. */
export type Holding = {
  readonly locks: readonly LockRecord[]
  readonly gates: readonly GateRecord[]
  readonly context: QueueContext
}

/** The next step of a task, and the reason of the run before it. */
export type Pending = {
  readonly plan: PlanKind | null
  readonly reason: string | null
  readonly startsAt: string | null
}

/** Null if the task does not wait: it runs, is over, or needs a person. */
export function whyWaiting(task: TaskRecord, pending: Pending, holding: Holding): Waiting | null {
  switch (task.status) {
    case 'deferred':
      return { kind: 'room', why: 'for room in the queue', until: null, gate: null }
    case 'queued':
      return atGate(task, holding) ?? forTurn(task, holding)
    case 'waiting':
      return afterPause(task, pending, atGate(task, holding))
    default:
      return null
  }
}

function atGate(task: TaskRecord, holding: Holding): Waiting | null {
  const gate = gateHolding(task, holding)
  return gate === null ? null : { kind: 'gate', why: waitingAt(gate), until: gate.until, gate: gate.key }
}

/** The gate that stopped the task, or would stop it now. */
function gateHolding(task: TaskRecord, { gates, context }: Omit<Holding, 'locks'>): GateRecord | null {
  if (gates.length === 0) return null
  const known = gates.find(({ key }) => key === task.gate) ?? null
  if (known !== null) return known
  if (context.waysOf !== undefined)
    return heldOnAll(context.waysOf(task).map((keys) => closedGate(keys, { gates, context })))
  // Another agent may replace this one. Only the scheduler knows whether gates hold all of them.
  if (task.fallback.length > 0) return null
  return closedGate(gateKeysOf(task, accountFor(task, process), gates), { gates, context })
}

function closedGate(keys: readonly string[], { gates, context }: Omit<Holding, 'locks'>): GateRecord | null {
  const deciding = decidingGate(
    gates.filter(({ key }) => keys.includes(key)),
    context.clock.now(),
    (gate) => livesCanary(gate, context),
  )
  return deciding?.decision === 'closed' ? deciding.gate : null
}

/** The gate that opens first, if there is one on each way. */
function heldOnAll(ways: readonly (GateRecord | null)[]): GateRecord | null {
  const closed = ways.filter((gate) => gate !== null)
  if (closed.length < ways.length) return null
  const opensAt = ({ until }: GateRecord): number => (until === null ? Infinity : Date.parse(until))
  return closed.toSorted((one, other) => opensAt(one) - opensAt(other))[0] ?? null
}

function forTurn(task: TaskRecord, { locks, context }: Holding): Waiting {
  const held =
    locks.length === 0
      ? undefined
      : locks.find((lock) => lock.task !== task.task && needsSet(task, context).has(lockName(lock)))
  return held === undefined
    ? { kind: 'turn', why: 'for its turn', until: null, gate: null }
    : { kind: 'lock', why: describeLock(held), until: null, gate: null }
}

const needsSet = (task: TaskRecord, context: QueueContext): ReadonlySet<string> =>
  new Set(needsOf(task, context).map(lockName))

/** The one that ends later is shown. */
function afterPause(
  { waitUntil }: TaskRecord,
  { plan, reason, startsAt }: Pending,
  gate: Waiting | null,
): Waiting {
  const until = waitUntil ?? startsAt
  const opensAt = gate?.until ?? null
  const isPausedLonger = opensAt !== null && until !== null && Date.parse(until) > Date.parse(opensAt)
  return gate !== null && !isPausedLonger
    ? gate
    : { kind: 'pause', why: planWords(plan, reason), until, gate: null }
}

/** What comes after the last run that ended, as it counts after a correction, and what is planned. */
export const pendingAfter = (
  last: { readonly status: RunStatus; readonly reason: string | null } | null,
  planned: Pick<PlanRecord, 'kind' | 'startsAt'> | null,
): Pending => ({
  plan: planned?.kind ?? null,
  reason: last?.status === 'failed' ? last.reason : null,
  startsAt: planned?.startsAt ?? null,
})

/** What a task's record says about its next step. */
export function pendingOf(
  { task }: Pick<TaskRecord, 'task'>,
  { store }: Pick<QueueContext, 'store'>,
): Pending {
  const planned = store.plansOf(task).findLast(({ state }) => state === 'planned') ?? null
  const last = store.runsOf(task).findLast((run) => !isLive(run))
  return pendingAfter(
    last === undefined ? null : { status: statusThatCounts(last), reason: reasonThatCounts(last) },
    planned,
  )
}

/** Example: `for the usage limit`. */
export const waitingAt = ({ reason, key, canary }: Pick<GateRecord, 'reason' | 'key' | 'canary'>): string =>
  `${gateOf(reason)?.waits ?? `at the gate ${key} (${reason})`}${canary === null ? '' : ', which one run is trying now'}`

/** Example: `to try again after TESTS_FAILED`. */
function planWords(kind: PlanKind | null, reason: string | null): string {
  const what = kind === null ? 'to continue' : `to ${PLAN_WORDS[kind] ?? kind}`
  return reason === null ? what : `${what} after ${reason}`
}

const PLAN_WORDS: Readonly<Record<string, string>> = {
  retry: 'try again',
  resume: 'resume its session',
  continue: 'continue in a new session',
  rollback: 'go back and try again',
  wait: 'try again',
}
