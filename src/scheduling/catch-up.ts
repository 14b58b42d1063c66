/** A database that was put back while a task loop lives is brought up to date before anything is decided on it. */
import { MaydayError } from '../errors.ts'
import { isDiskTrouble } from '../record/disk-error.ts'
import { isLive } from '../record/run.ts'
import { StaleDecisionError, TakenOverError } from '../record/store-errors.ts'
import { settleTask } from './locked-attempt.ts'
import { recover } from './recover.ts'
import { isCompared, type RecoveryContext } from './take-in.ts'

export async function catchUp(context: RecoveryContext): Promise<void> {
  if (!isCompared(context)) await recover(context)
}

/** Others leave a task alone that is worked on: what its last run still owes to its card is done here. */
export function settleTakenIn(number: number, context: RecoveryContext): void {
  const { store } = context
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task !== null && last !== undefined && last.run > task.sinceRun && !isLive(last))
    settleTask(task, context)
}

/** It failed on rows that are gone: the loop decides again on those that are there now. */
export function isOutdated(error: unknown, generation: number, { store }: RecoveryContext): boolean {
  if (error instanceof StaleDecisionError) return true
  if (error instanceof TakenOverError || isDiskTrouble(error)) return false
  return error instanceof MaydayError && store.generation !== generation
}
