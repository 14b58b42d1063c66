import type { LockRecord } from '../record/card-state.ts'
import { noteEnded, writeCard } from './card-events.ts'
import { isStale, mirrorLocks, type QueueHouse } from './locks.ts'

/** Clears what nobody holds any more. Whoever took a lock in between keeps it, and the card is told first how it ended. */
export function clearStaleLocks(house: QueueHouse): readonly LockRecord[] {
  const stale = house.store.locks().filter((lock) => isStale(lock, house))
  for (const lock of stale) tellCard(lock, house)
  const cleared = stale.filter((lock) => house.store.releaseLock(lock))
  if (cleared.length > 0) mirrorLocks(house)
  return cleared
}

function tellCard({ kind, task, runId }: LockRecord, house: QueueHouse): void {
  const { store } = house
  const holder = kind === 'card' ? store.task(task) : null
  const run = runId === null ? null : store.find(runId)
  if (holder === null) return
  if (run !== null) noteEnded(holder, run, house)
  writeCard(holder, house)
}
