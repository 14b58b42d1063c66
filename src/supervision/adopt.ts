/**
 * The adopter: one process per project that supervises all runs whose own supervisor is gone.
 *
 * E1 At most one adopter runs per project. A lease ensures this, and it is taken over only if its owner is gone.
 * E2 The adopter ends after the last run. It looks once more after it released the lease, because a run may
 * have become an orphan in between.
 */
import type { UnfinishedRun } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { TakenOverError } from '../record/store-errors.ts'
import { adoptRun } from './adopt-run.ts'
import { Alarm } from './alarm.ts'
import { claimLease, releaseLease } from './lease.ts'
import { startBeating, takeFromSilent } from './owners.ts'
import { ADOPT_LEASE, claimRun, isOrphan, type ReconcileContext } from './reconcile.ts'
import type { Watcher } from './supervised-run.ts'

/** How often the adopter looks for more orphans while it works. */
const LOOK_EVERY_MS = 2000

export type Adopting = {
  readonly watcherFor: (run: UnfinishedRun) => Watcher
  readonly onEnd: (run: UnfinishedRun, result: RunResult | Error) => Promise<void>
}

/** Returns how many runs it finished; null if another adopter is at work. */
export async function adopt(context: ReconcileContext, adopting: Adopting): Promise<number | null> {
  using _ = startBeating(context)
  let total: number | null = null
  const given = new Set<string>()
  while (claimLease(ADOPT_LEASE, context).kind === 'mine') {
    const ended = await adoptOrphans(context, adopting, given)
    releaseLease(ADOPT_LEASE, context)
    total = (total ?? 0) + ended
    if (orphansOf(context, given).length === 0) break
  }
  return total
}

/** A run that could not be ended (for example on a full disk) is left for a later adopter. */
const orphansOf = (context: ReconcileContext, given: ReadonlySet<string>): readonly UnfinishedRun[] => {
  takeFromSilent(context)
  return context.store.unfinished().filter((run) => !given.has(run.runId) && isOrphan(run, context))
}

async function adoptOrphans(
  context: ReconcileContext,
  adopting: Adopting,
  given: Set<string>,
): Promise<number> {
  const alarm = new Alarm()
  let live = 0
  let ended = 0
  const taken: TakenOverError[] = []
  for (;;) {
    for (const run of orphansOf(context, given)) {
      given.add(run.runId)
      if (!claimRun(run, context)) continue
      live += 1
      void adoptOne(run, context, adopting)
        .catch((error: unknown) => {
          if (!(error instanceof TakenOverError)) throw error
          taken.push(error)
        })
        .finally(() => {
          ended += 1
          live -= 1
          alarm.ring()
        })
    }
    const [first] = taken
    if (live === 0 && first !== undefined) throw first
    if (live === 0) return ended
    await alarm.sleep(LOOK_EVERY_MS)
  }
}

async function adoptOne(
  run: UnfinishedRun,
  context: ReconcileContext,
  { watcherFor, onEnd }: Adopting,
): Promise<void> {
  const result = await adoptRun(run, context, watcherFor(run)).catch((error: unknown) => {
    if (error instanceof TakenOverError) throw error
    return error instanceof Error ? error : new Error(String(error))
  })
  await onEnd(run, result)
}
