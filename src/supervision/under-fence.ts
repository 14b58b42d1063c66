import { TakenOverError } from '../record/store-errors.ts'
import { wrappersOf } from './stage-wrappers.ts'
import { stopTree } from './stop.ts'
import type { SupervisedRun } from './supervised-run.ts'

/** If another process took the run over, its agent is stopped here: the new owner may start another one. */
export async function underFence<T>(run: SupervisedRun, supervise: () => Promise<T>): Promise<T> {
  try {
    return await supervise()
  } catch (error) {
    if (error instanceof TakenOverError) await stopAll(run)
    throw error
  }
}

async function stopAll(run: SupervisedRun): Promise<void> {
  const { processes, spec } = run
  const { runPath: tag, graceMs } = spec
  await stopTree({ processes, wrapper: null, earlier: wrappersOf(run), tag, graceMs })
}
