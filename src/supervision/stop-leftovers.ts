import { adoptRun } from './adopt-run.ts'
import { claimRun, isOrphan, type ReconcileContext } from './reconcile.ts'

/** Stops the processes that a killed Mayday left running in a record, and ends their runs. */
export async function stopLeftovers(context: ReconcileContext): Promise<void> {
  const cancel = AbortSignal.abort()
  const watcher = { cancel, force: cancel, report: () => undefined, show: () => undefined }
  for (const run of context.store.unfinished())
    if (isOrphan(run, context) && claimRun(run, context)) await adoptRun(run, context, watcher)
}
