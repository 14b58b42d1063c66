import type { RunResult } from '../../../record/run-result.ts'
import { learnFrom, type LearningHouse } from '../../../scheduling/learn.ts'
import type { Terminal } from '../command.ts'
import { taskReporterFor } from './task-reporter.ts'

/** Keeps what a plain run taught, and tells it. */
export async function learnFromRun(
  { runId }: RunResult,
  house: Omit<LearningHouse, 'tell'>,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<void> {
  const run = house.store.find(runId)
  const task = run === null ? null : house.store.task(run.task)
  if (run === null || task === null) return
  await learnFrom(run, task, { ...house, tell: taskReporterFor(terminal, json).tell })
}
