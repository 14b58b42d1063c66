/** What runs, what waits and for what, as data with its words. */
import { isLive, type RunRecord } from '../record/run.ts'
import type { LockRecord } from '../record/card-state.ts'
import type { PlanKind } from '../reasons/reason.ts'
import type { GateRecord, PlanRecord, TaskRecord } from '../record/task.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'
import { hardLimit, limitsNow, softLimit, type Limits } from './limits.ts'
import { describeLock } from './locked-attempt.ts'
import { lockName, needsOf, type QueueHouse } from './locks.ts'
import { schedulerHolder } from './scheduler.ts'

/** One task in the queue. */
export type QueueRow = {
  readonly task: number
  readonly title: string
  readonly card: string | null
  readonly flow: string
  readonly phase: string | null
  readonly status: TaskRecord['status']
  /** Its last run. */
  readonly run: number | null
  readonly attempt: number
  /** When that began, or when it ended where it is over. */
  readonly since: string | null
  /** When it goes on, where that is known. */
  readonly until: string | null
  /** What it waits for, in words; empty where it runs. */
  readonly why: string
}

export type QueueView = {
  /** Who is at work; null where nobody is. */
  readonly holder: ProcessIdentity | null
  readonly limits: Limits & { readonly soft: number; readonly hard: number }
  readonly running: readonly QueueRow[]
  readonly queued: readonly QueueRow[]
  readonly waiting: readonly QueueRow[]
  readonly deferred: readonly QueueRow[]
  readonly counts: {
    readonly running: number
    readonly queued: number
    readonly waiting: number
    readonly deferred: number
    readonly escalated: number
  }
}

/** Of each kind at most so many rows; the counts tell of all. */
export function queueView(house: QueueHouse, { most = 50 }: { readonly most?: number } = {}): QueueView {
  const { store } = house
  const limits = limitsNow(house)
  const known: Known = { locks: store.locks(), gates: store.gates(), house }
  const rows = (status: TaskRecord['status']): readonly QueueRow[] =>
    store.queued([status], most).map((task) => rowOf(task, known))
  return {
    holder: schedulerHolder(house),
    limits: { ...limits, soft: softLimit(limits.concurrency), hard: hardLimit(limits.concurrency) },
    running: rows('running'),
    queued: rows('queued'),
    waiting: rows('waiting'),
    deferred: rows('deferred'),
    counts: {
      running: store.countTasks('running'),
      queued: store.countTasks('queued'),
      waiting: store.countTasks('waiting'),
      deferred: store.countTasks('deferred'),
      escalated: store.countTasks('escalated'),
    },
  }
}

type Known = {
  readonly locks: readonly LockRecord[]
  readonly gates: readonly GateRecord[]
  readonly house: QueueHouse
}

function rowOf(task: TaskRecord, known: Known): QueueRow {
  const runs = known.house.store.runsOf(task.task)
  const last = runs.at(-1)
  const gate = known.gates.find(({ key }) => key === task.gate) ?? null
  return {
    task: task.task,
    title: task.title,
    card: task.card,
    flow: task.flow,
    phase: task.phase,
    status: task.status,
    run: last?.run ?? null,
    attempt: runs.length,
    since: last === undefined ? null : (last.endedAt ?? last.startedAt),
    until: gate?.until ?? task.waitUntil,
    why: whyOf(task, last, gate, known),
  }
}

function whyOf(task: TaskRecord, last: RunRecord | undefined, gate: GateRecord | null, known: Known): string {
  switch (task.status) {
    case 'deferred':
      return 'for room in the queue'
    case 'queued':
      return waitingForTurn(task, known)
    case 'waiting':
      return gate === null ? waitingToRetry(task, last, known) : waitingAt(gate)
    default:
      return last === undefined || isLive(last) ? '' : 'between two attempts'
  }
}

/** What a queued task waits for. */
export function waitingForTurn(task: TaskRecord, { locks, house }: Omit<Known, 'gates'>): string {
  const needs = new Set(needsOf(task, house).map(lockName))
  const held = locks.find((lock) => lock.task !== task.task && needs.has(lockName(lock)))
  return held === undefined ? 'for its turn' : describeLock(held)
}

const GATE_WORDS: Readonly<Record<string, string>> = {
  USAGE_LIMIT: 'for the usage limit',
  RATE_LIMITED: 'for the rate limit',
  AUTH_FAILED: 'for a login',
  SANDBOX_ERROR: 'for the container engine',
  DISK_FULL: 'for room on the disk',
}

/** `for the usage limit`. */
export const waitingAt = ({ reason, key, canary }: GateRecord): string =>
  `${GATE_WORDS[reason] ?? `at the gate ${key} (${reason})`}${canary === null ? '' : ', which one run is trying now'}`

function waitingToRetry(task: TaskRecord, last: RunRecord | undefined, { house }: Known): string {
  const plan = house.store.plansOf(task.task).findLast(({ state }: PlanRecord) => state === 'planned')
  return planWords(plan?.kind ?? null, last?.reason ?? null)
}

/** `to try again after TESTS_FAILED`. */
export function planWords(kind: PlanKind | null, reason: string | null): string {
  const what = kind === null ? 'to go on' : `to ${PLAN_WORDS[kind] ?? kind}`
  return reason === null ? what : `${what} after ${reason}`
}

const PLAN_WORDS: Readonly<Record<string, string>> = {
  retry: 'try again',
  resume: 'resume its session',
  continue: 'continue in a new session',
  rollback: 'go back and try again',
  wait: 'try again',
}
