import { MaydayError } from '../errors.ts'
import { claimLease } from '../supervision/lease.ts'
import { ownerWords, type OwnerContext } from '../supervision/owners.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'

/** Only one loop works on a task: two would plan twice. */
export const leaseOf = (task: number): string => `task:${task}`

/** Takes the lease of the task. Takes it again if a restored backup does not contain it. */
export function holdTask(task: number, context: OwnerContext): void {
  const lease = leaseOf(task)
  if (context.store.isGone()) context.store.reopen()
  if (context.store.lease(lease) === JSON.stringify(context.processes.self())) return
  const claimed = claimLease(lease, context)
  if (claimed.kind === 'held') throw new TaskBusyError(task, claimed.by, context)
}

/** The same for a running loop. If another process holds the task now, the loop itself detects that later. */
export function keepTask(task: number, context: OwnerContext): void {
  try {
    holdTask(task, context)
  } catch (error) {
    if (!(error instanceof TaskBusyError)) throw error
  }
}

export class TaskBusyError extends MaydayError {
  constructor(task: number, by: ProcessIdentity | null, context: OwnerContext) {
    const who = by === null ? 'another process' : ownerWords(by, context)
    super('TASK_BUSY', `Task ${task} is being worked on by ${who}. Watch it: mayday history`)
  }
}
