/**
 * After a kill, a reboot or a restored backup: what the store says and what is true are brought together again.
 *
 * R1 Runs that left an ending are diagnosed as usual, those that left none have crashed; live ones are adopted. The same
 * holds for runs that the store does not know. R2 Their cards are told, then their locks go. R3 Whatever waits goes on
 * waiting until the same instant, and the queue keeps its order. R4 What people decided is done again where the store does
 * not know it.
 */
import type { LockRecord } from '../record/card-state.ts'
import { holderOf } from '../supervision/lease.ts'
import { uncheckedWords } from '../supervision/owners.ts'
import { reconcile } from '../supervision/reconcile.ts'
import { holdAgain } from './admit.ts'
import { writeCard } from './card-events.ts'
import { settleForsaken } from './forsaken.ts'
import { mirrorLocks, type QueueContext } from './locks.ts'
import { replayDecisions, type Replayed } from './replay-decisions.ts'
import { leaseOf } from './task-lease.ts'
import { clearStaleLocks } from './stale-locks.ts'
import { takeInLost, type RecoveryContext } from './take-in.ts'

export type Recovery = {
  /** Numbers of the runs that were ended from their files. */
  readonly ended: readonly number[]
  /** Numbers of the runs that the database did not know any more and knows again. */
  readonly taken: readonly number[]
  /** Live runs that need somebody who supervises them. */
  readonly orphans: number
  readonly stuck: readonly { readonly run: number | string; readonly why: string }[]
  /** Who still holds something and cannot be checked from here, in words with the way to take over. */
  readonly unchecked: readonly string[]
  readonly locksCleared: readonly LockRecord[]
  /** Tasks whose cards were brought up to date. */
  readonly cardsWritten: readonly number[]
  readonly cardsPending: readonly { readonly card: string; readonly problem: string }[]
  /** What people had decided and the database did not know: done again, and what could not be. */
  readonly decisions: Replayed
  readonly queued: number
  readonly deferred: number
  readonly waiting: number
}

/** `all` compares the folders of every day with the store, and not only those that it may not have seen. */
export async function recover(context: RecoveryContext, which: 'all' | 'new' = 'new'): Promise<Recovery> {
  const { store } = context
  const { ended, stuck } = await reconcile(context)
  const lost = await takeInLost(context, which)
  const { waiting: orphans } = await reconcile(context)
  holdQueuedCards(context)
  const settled = settleQueue(context)
  const decisions = replayDecisions(context, which)
  return {
    ended: [...ended, ...lost.ended],
    taken: lost.taken,
    orphans,
    stuck: [...stuck, ...lost.stuck],
    ...settled,
    decisions,
    unchecked: uncheckedWords(context),
    queued: store.countTasks('queued'),
    deferred: store.countTasks('deferred'),
    waiting: store.countTasks('waiting'),
  }
}

/** R2. Quick where there is nothing to do. */
export function settleQueue(
  context: RecoveryContext,
): Pick<Recovery, 'locksCleared' | 'cardsWritten' | 'cardsPending'> {
  for (const task of context.store.queued(['running'])) settleForsaken(task, context)
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

/** A queued card without its lock gets it back. */
function holdQueuedCards(context: QueueContext): void {
  const { store } = context
  for (const { task, card } of store.queued(['queued'])) {
    if (card === null || store.locksOf(task).length > 0) continue
    // Looked at again: it may have run meanwhile.
    const now = store.task(task)
    if (now?.status === 'queued' && holderOf(leaseOf(task), context) === null) holdAgain(now, context)
  }
}
