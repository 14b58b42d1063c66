import type { RunResult } from '../../../record/run-result.ts'
import { learnFrom, type LearningContext } from '../../../scheduling/learn.ts'
import type { Terminal } from '../command.ts'
import { taskReporterFor } from './task-reporter.ts'

/** Stores the lesson of a plain run and reports it. */
export async function learnFromRun(
  { runId }: RunResult,
  context: Omit<LearningContext, 'tell'>,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<void> {
  const run = context.store.find(runId)
  const task = run === null ? null : context.store.task(run.task)
  if (run === null || task === null) return
  await learnFrom(run, task, { ...context, tell: taskReporterFor(terminal, json).tell })
}
