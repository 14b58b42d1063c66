/** A database that was put back while a task loop lives is brought up to date before anything is decided on it. */
import { MaydayError } from '../errors.ts'
import { isDiskTrouble } from '../record/disk-error.ts'
import { isLive } from '../record/run.ts'
import { StaleDecisionError, TakenOverError } from '../record/store-errors.ts'
import { settleTask } from './locked-attempt.ts'
import { recover } from './recover.ts'
import { isCompared, type RecoveryHouse } from './take-in.ts'

export async function catchUp(house: RecoveryHouse): Promise<void> {
  if (!isCompared(house)) await recover(house)
}

/** Others leave a task alone that is worked on: what its last run still owes to its card is done here. */
export function settleTakenIn(number: number, house: RecoveryHouse): void {
  const { store } = house
  const task = store.task(number)
  const last = store.runsOf(number).at(-1)
  if (task !== null && last !== undefined && last.run > task.sinceRun && !isLive(last))
    settleTask(task, house)
}

/** It failed on rows that are gone: the loop decides again on those that are there now. */
export function isOutdated(error: unknown, generation: number, { store }: RecoveryHouse): boolean {
  if (error instanceof StaleDecisionError) return true
  if (error instanceof TakenOverError || isDiskTrouble(error)) return false
  return error instanceof MaydayError && store.generation !== generation
}
