import { planToResume } from '../../scheduling/plan-run.ts'
import { sessionToResume } from '../../scheduling/resume-run.ts'
import { leaseOf, TaskBusyError } from '../../scheduling/task-lease.ts'
import { holderOf } from '../../supervision/lease.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openStore } from './open-store.ts'
import { trustedConfig } from './project-config.ts'
import { runTaskNumber } from './run-task.ts'

/** A person says: go on in that very session, whatever the plan was. */
export const runResume: RunCommand = async (args, terminal) => {
  // Before anything is planned: a command that may not execute changes nothing.
  await trustedConfig(args, terminal)
  const opened = await openStore(terminal)
  const { store } = opened
  const run = findRecorded(store, runArgument(args, 'resume'))
  try {
    const sessionId = sessionToResume(run, store)
    const house = { ...opened, processes: openProcesses() }
    const holder = holderOf(leaseOf(run.task), house)
    if (holder !== null) throw new TaskBusyError(run.task, holder, house)
    planToResume(run, sessionId, store, new Date())
  } finally {
    store.close()
  }
  return runTaskNumber(run.task, args, terminal)
}
