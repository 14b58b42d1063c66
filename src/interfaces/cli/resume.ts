import { UsageError } from '../../errors.ts'
import { planToResume } from '../../scheduling/plan-run.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openStore } from './open-store.ts'
import { runTaskNumber } from './run-task.ts'

/** A person says: go on in that very session, whatever the plan was. */
export const runResume: RunCommand = async (args, terminal) => {
  const { store } = await openStore(terminal)
  const run = findRecorded(store, runArgument(args, 'resume'))
  const task = store.task(run.task)
  try {
    if (task === null || task.isImplicit)
      throw new UsageError(
        `Run ${run.run} was a plain run, which has no task to go on with. Run it again: mayday run --task ${run.task} -- ${run.command}`,
      )
    if (run.sessionId === null)
      throw new UsageError(`Run ${run.run} left no session to resume. Start anew: mayday retry ${run.run}`)
    planToResume(run, run.sessionId, store, new Date())
  } finally {
    store.close()
  }
  return runTaskNumber(run.task, args, terminal)
}
