import type { LockRecord } from '../record/card-state.ts'
import { noteEnded, writeCard } from './card-events.ts'
import { isStale, mirrorLocks, type QueueContext } from './locks.ts'

/** Clears what nobody holds any more. Whoever took a lock in between keeps it, and the card is told first how it ended. */
export function clearStaleLocks(context: QueueContext): readonly LockRecord[] {
  const stale = context.store.locks().filter((lock) => isStale(lock, context))
  for (const lock of stale) tellCard(lock, context)
  const cleared = stale.filter((lock) => context.store.releaseLock(lock))
  if (cleared.length > 0) mirrorLocks(context)
  return cleared
}

function tellCard({ kind, task, runId }: LockRecord, context: QueueContext): void {
  const { store } = context
  const holder = kind === 'card' ? store.task(task) : null
  const run = runId === null ? null : store.find(runId)
  if (holder === null) return
  if (run !== null) noteEnded(holder, run, context)
  writeCard(holder, context)
}
