import { planToResume } from '../../../scheduling/plan-run.ts'
import { sessionToResume } from '../../../scheduling/resume-run.ts'
import { leaseOf, TaskBusyError } from '../../../scheduling/task-lease.ts'
import { holderOf } from '../../../supervision/lease.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import type { Screen } from '../command.ts'
import { findRecorded } from '../record/find-recorded.ts'
import { openStore } from '../record/open-store.ts'
import { trustedConfig } from '../config/project-config.ts'
import { runTaskNumber, type RunTaskAsked } from './run-task.ts'
import { refuseResumeOnFleet } from '../fleet/refuse-on-fleet.ts'

export type ResumeAsked = RunTaskAsked & { readonly run: string }

/** Continues a task in the session of a given run, regardless of its plan. */
export async function runResume(asked: ResumeAsked, screen: Screen): Promise<number> {
  // This check comes first: a command that may not execute the config changes nothing.
  await trustedConfig(asked, screen)
  return runTaskNumber(await planResume(asked.run), asked, screen)
}

/** The task that continues. */
async function planResume(ref: string): Promise<number> {
  refuseResumeOnFleet(ref)
  using opened = await openStore()
  const { store } = opened
  const run = findRecorded(store, ref)
  const sessionId = sessionToResume(run, store)
  const context = { ...opened, processes: openProcesses() }
  const holder = holderOf(leaseOf(run.task), context)
  if (holder !== null) throw new TaskBusyError(run.task, holder, context)
  planToResume(run, sessionId, store, new Date())
  return run.task
}
