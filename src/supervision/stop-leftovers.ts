import { adoptRun } from './adopt-run.ts'
import { claimRun, isOrphan, type House } from './reconcile.ts'

/** Stops what a killed Mayday left running in a record, and ends those runs. */
export async function stopLeftovers(house: House): Promise<void> {
  const cancel = AbortSignal.abort()
  const watcher = { cancel, force: cancel, report: () => undefined, show: () => undefined }
  for (const run of house.store.unfinished())
    if (isOrphan(run, house) && claimRun(run, house)) await adoptRun(run, house, watcher)
}
