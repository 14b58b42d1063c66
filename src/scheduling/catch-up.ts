/** If a database is restored while a task loop is running, the loop brings it up to date before it decides anything. */
import { MaydayError } from '../errors.ts'
import { isDiskTrouble } from '../record/disk-error.ts'
import { isLive } from '../record/run.ts'
import { StaleDecisionError, TakenOverError } from '../record/store-errors.ts'
import { settleTask } from './locked-attempt.ts'
import { recover } from './recover.ts'
import { isCompared, type RecoveryContext } from './import-lost-runs.ts'

export async function catchUp(context: RecoveryContext): Promise<void> {
  if (!isCompared(context)) await recover(context)
}

/**
 * Other processes skip a task while a loop works on it. So the loop itself writes the end of the last run to the card.
 */
export function settleTakenIn(number: number, context: RecoveryContext): void {
  const { store } = context
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task !== null && last !== undefined && last.run > task.sinceRun && !isLive(last))
    settleTask(task, context)
}

/** True if the error came from rows that no longer exist. The loop then decides again on the current rows. */
export function isOutdated(error: unknown, generation: number, { store }: RecoveryContext): boolean {
  if (error instanceof StaleDecisionError) return true
  if (error instanceof TakenOverError || isDiskTrouble(error)) return false
  return error instanceof MaydayError && store.generation !== generation
}
