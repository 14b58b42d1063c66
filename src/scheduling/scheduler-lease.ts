import { holderOf } from '../supervision/lease.ts'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'

/** Held by the one process of a project that starts queued tasks. */
export const SCHEDULER_LEASE = 'scheduler'

/** Null if no scheduler runs here. */
export const schedulerHolder = (context: ReconcileContext): ProcessIdentity | null =>
  holderOf(SCHEDULER_LEASE, context)
