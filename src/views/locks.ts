/** The locks and their holders. */
import * as v from 'valibot'
import { lockSchema, type LockRecord } from '../record/card-state.ts'
import { count, type Shape } from '../record/schema.ts'
import { isStale, type QueueContext } from '../scheduling/locks.ts'
import { ownerWords, parseIdentity } from '../supervision/owners.ts'
import { identitySchema, processStates } from '../supervision/processes/processes.ts'
import { formats } from './formats.ts'
import { isRecorded, described, type MaybeRecorded } from './view.ts'

export const lockRowSchema = v.object({
  ...lockSchema.entries,
  run: described(v.nullable(count), 'the number of the run that holds it'),
  owner: described(v.nullable(identitySchema), 'null if the queue holds it for a task that has not started'),
  ownerState: described(
    v.nullable(v.picklist(processStates)),
    '`unknown`: on another machine or in another PID namespace',
  ),
  ownerWords: described(
    v.nullable(v.string()),
    'who that is, in words. If it cannot be checked from here: how to take over',
  ),
  isStale: described(v.boolean(), 'its owner is gone: the next scheduler or `mayday recover` clears it'),
})

export const locksSchema = v.object({
  format: v.literal(formats.locks),
  locks: described(v.array(lockRowSchema), 'the longest held first'),
})

export type LockRow = Shape<typeof lockRowSchema>
export type Locks = Shape<typeof locksSchema>

export const readLocks = (context: MaybeRecorded): Locks => ({
  format: formats.locks,
  locks: isRecorded(context) ? context.store.locks().map((lock) => lockRow(lock, context)) : [],
})

function lockRow(lock: LockRecord, context: QueueContext): LockRow {
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
