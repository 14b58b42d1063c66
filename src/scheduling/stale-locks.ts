import type { LockRecord } from '../record/card-state.ts'
import { noteEnded, writeCard } from './card-events.ts'
import { isStale, mirrorLocks, type QueueContext } from './locks.ts'

/**
 * Clears stale locks. A lock that was taken again in between stays. The card shows the end of the run before its lock
 * is cleared.
 */
export function clearStaleLocks(context: QueueContext): readonly LockRecord[] {
  const stale = context.store.locks().filter((lock) => isStale(lock, context))
  for (const lock of stale) noteOnCard(lock, context)
  const cleared = stale.filter((lock) => context.store.releaseLock(lock))
  if (cleared.length > 0) mirrorLocks(context)
  return cleared
}

function noteOnCard({ kind, task, runId }: LockRecord, context: QueueContext): void {
  const { store } = context
  const holder = kind === 'card' ? store.task(task) : null
  const run = runId === null ? null : store.find(runId)
  if (holder === null) return
  if (run !== null) noteEnded(holder, run, context)
  writeCard(holder, context)
}
