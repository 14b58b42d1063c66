import type { LockRecord } from '../../../record/card-state.ts'
import { isStale, type QueueContext } from '../../../scheduling/locks.ts'
import type { ProcessIdentity, ProcessState } from '../../../supervision/processes/processes.ts'
import { ownerWords, parseIdentity } from '../../../supervision/owners.ts'
import type { Screen } from '../command.ts'
import { hasStore, openRecordedQueue } from '../record/queue-context.ts'
import { renderLocks } from './render-locks.ts'

/** A lock with what is known about its owner. */
export type LockView = Omit<LockRecord, 'owner'> & {
  readonly run: number | null
  /** Null: the queue holds it for a task that has not started. */
  readonly owner: ProcessIdentity | null
  readonly ownerState: ProcessState | null
  /** Who that is, in words; where it cannot be checked, with the way to take over. */
  readonly ownerWords: string | null
  /** Nobody can hold it any more: the next scheduler or `recover` clears it. */
  readonly isStale: boolean
}

export async function runLocks(_asked: object, screen: Screen): Promise<number> {
  using context = await openRecordedQueue()
  const locks = hasStore(context) ? context.store.locks().map((lock) => viewLock(lock, context)) : []
  return screen.answer({ locks }, () => renderLocks(locks, { nowMs: Date.now(), ...screen }))
}

function viewLock(lock: LockRecord, context: QueueContext): LockView {
  const owner = parseIdentity(lock.owner)
  return {
    ...lock,
    run: lock.runId === null ? null : (context.store.find(lock.runId)?.run ?? null),
    owner,
    ownerState: owner === null ? null : context.processes.state(owner),
    ownerWords: owner === null ? null : ownerWords(owner, context),
    isStale: isStale(lock, context),
  }
}
