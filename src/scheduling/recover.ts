/**
 * Reconciles the store with reality after a kill, a reboot or a restored backup.
 *
 * - R1 A run that left an ending is diagnosed like any other run. A run that left none has crashed. A live run is adopted. The
 *   same holds for runs that the store does not contain.
 * - R2 The cards of these runs are updated, then their locks are released.
 * - R3 A waiting task keeps its time, and the queue keeps its order.
 * - R4 Decisions of people that the store does not contain are repeated.
 */
import type { LockRecord } from '../record/card-state.ts'
import { holderOf } from '../supervision/lease.ts'
import { uncheckedWords } from '../supervision/owners.ts'
import { reconcile } from '../supervision/reconcile.ts'
import { holdAgain } from './admit.ts'
import { writeCard } from './card-events.ts'
import { countQueue, type QueueCounts } from './count-queue.ts'
import { settleAbandoned } from './abandoned-task.ts'
import { mirrorLocks, type QueueContext } from './locks.ts'
import { replayDecisions, type Replayed } from './replay-decisions.ts'
import { leaseOf } from './task-lease.ts'
import { clearStaleLocks } from './stale-locks.ts'
import { importLostRuns, type RecoveryContext } from './import-lost-runs.ts'

export type Recovery = Omit<QueueCounts, 'running'> & {
  /** Numbers of the runs that were ended from their files. */
  readonly ended: readonly number[]
  /** Numbers of the runs that were imported into the database. */
  readonly taken: readonly number[]
  /** How many live runs need a new supervisor. */
  readonly orphans: number
  readonly stuck: readonly { readonly run: number | string; readonly why: string }[]
  /** Owners that cannot be checked from here. Each text says how to take over. */
  readonly unchecked: readonly string[]
  readonly locksCleared: readonly LockRecord[]
  /** Tasks whose cards were updated. */
  readonly cardsWritten: readonly number[]
  readonly cardsPending: readonly { readonly card: string; readonly problem: string }[]
  /** Decisions of people that the database did not contain: repeated ones, and those that could not be repeated. */
  readonly decisions: Replayed
}

/** `all` compares the folders of every day with the store. `new` compares only those that the store may not contain. */
export async function recover(context: RecoveryContext, which: 'all' | 'new' = 'new'): Promise<Recovery> {
  const { store } = context
  const { ended, stuck } = await reconcile(context)
  const lost = await importLostRuns(context, which)
  const { waiting: orphans } = await reconcile(context)
  holdQueuedCards(context)
  const settled = settleQueue(context)
  const decisions = replayDecisions(context, which)
  const { running: _, ...queue } = countQueue(store)
  return {
    ended: [...ended, ...lost.ended],
    taken: lost.taken,
    orphans,
    stuck: [...stuck, ...lost.stuck],
    ...settled,
    decisions,
    unchecked: uncheckedWords(context),
    ...queue,
  }
}

/** R2. Quick if there is nothing to do. */
export function settleQueue(
  context: RecoveryContext,
): Pick<Recovery, 'locksCleared' | 'cardsWritten' | 'cardsPending'> {
  for (const task of context.store.queued(['running'])) settleAbandoned(task, context)
  const locksCleared = clearStaleLocks(context)
  const cards = new Set(context.store.pendingCardEvents().map(({ task }) => task))
  const written = [...cards].map((task) => ({ task, problem: writeCard({ task }, context) }))
  mirrorLocks(context)
  return {
    locksCleared,
    cardsWritten: written.filter(({ problem }) => problem === null).map(({ task }) => task),
    cardsPending: written.flatMap(({ task, problem }) =>
      problem === null ? [] : [{ card: context.store.task(task)?.card ?? '', problem }],
    ),
  }
}

/** A queued card without a lock gets its lock back. */
function holdQueuedCards(context: QueueContext): void {
  const { store } = context
  for (const { task, card } of store.queued(['queued'])) {
    if (card === null || store.locksOf(task).length > 0) continue
    // The task is read again: it may have run in the meantime.
    const now = store.task(task)
    if (now?.status === 'queued' && holderOf(leaseOf(task), context) === null) holdAgain(now, context)
  }
}
