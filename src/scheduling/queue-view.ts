/** What runs, what waits and for what, as data with its words. */
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { ownerWords } from '../supervision/owners.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'
import { hardLimit, limitsNow, softLimit, type Limits } from './limits.ts'
import type { QueueContext } from './locks.ts'
import { schedulerHolder } from './scheduler.ts'
import { pendingOf, whyWaiting, type Holding } from './why-waiting.ts'

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
  /** Who that is, in words; where it cannot be checked, with the way to take over. */
  readonly holderWords: string | null
  /** The nodes of a fleet work on it. */
  readonly isShared?: true
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
export function queueView(context: QueueContext, { most = 50 }: { readonly most?: number } = {}): QueueView {
  const { store } = context
  const limits = limitsNow(context)
  const holder = schedulerHolder(context)
  const known: Holding = { locks: store.locks(), gates: store.gates(), context }
  const rows = (status: TaskRecord['status']): readonly QueueRow[] =>
    store.queued([status], most).map((task) => rowOf(task, known))
  return {
    holder,
    ...(context.isShared === true ? { isShared: true as const } : {}),
    holderWords: holder === null ? null : ownerWords(holder, context),
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

function rowOf(task: TaskRecord, holding: Holding): QueueRow {
  const { context } = holding
  const runs = context.store.runsOf(task.task)
  const last = runs.at(-1)
  const waiting = whyWaiting(task, pendingOf(task, context), holding)
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
    until: waiting === null ? task.waitUntil : waiting.until,
    why: waiting?.why ?? (last === undefined || isLive(last) ? '' : 'between two attempts'),
  }
}
