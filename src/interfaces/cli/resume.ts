import { planToResume } from '../../scheduling/plan-run.ts'
import { sessionToResume } from '../../scheduling/resume-run.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openStore } from './open-store.ts'
import { trustedConfig } from './project-config.ts'
import { runTaskNumber } from './run-task.ts'

/** A person says: go on in that very session, whatever the plan was. */
export const runResume: RunCommand = async (args, terminal) => {
  // Before anything is planned: a command that may not execute changes nothing.
  await trustedConfig(args, terminal)
  const { store } = await openStore(terminal)
  const run = findRecorded(store, runArgument(args, 'resume'))
  try {
    planToResume(run, sessionToResume(run, store), store, new Date())
  } finally {
    store.close()
  }
  return runTaskNumber(run.task, args, terminal)
}
