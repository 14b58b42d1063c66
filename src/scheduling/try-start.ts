/**
 * Tests whether the start of a task builds.
 *
 * - P1 The test is not a run of the project. It has a separate record below the project's record, takes no number, and
 *   is in no list.
 * - P2 That record is removed when the test has ended. Processes that a kill left are stopped before the next test of
 *   the same task.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Store } from '../record/store.ts'
import type { RunResult } from '../record/run-result.ts'
import type { TaskRecord } from '../record/task.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'
import { defaultLimits } from '../supervision/default-limits.ts'
import { startRun } from '../supervision/start-run.ts'
import { stopLeftovers } from '../supervision/stop-leftovers.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import type { TaskContext } from './task-context.ts'
import { workFolder } from './work-folder.ts'

/** Runs verify in the current work tree of the task. */
export async function tryVerify(task: TaskRecord, verify: string, context: TaskContext): Promise<RunResult> {
  const record = join(context.project.record, 'tries', String(task.task))
  const result = await verifyIn(task, verify, { ...context, project: { ...context.project, record } })
  rmSync(record, { recursive: true, force: true })
  return result
}

async function verifyIn(task: TaskRecord, verify: string, context: TaskContext): Promise<RunResult> {
  const { project, processes, knownAgents, clock } = context
  using store = Store.open(project.record)
  const own: ReconcileContext = { store, project, processes, knownAgents, clock }
  // P2.
  await stopLeftovers(own)
  return await startRun(requestFor(task, verify, context), { ...own, watcher: quiet(context.watcher) })
}

const requestFor = (
  task: TaskRecord,
  verify: string,
  context: Pick<TaskContext, 'project' | 'env' | 'store'>,
): Parameters<typeof startRun>[0] => ({
  project: context.project,
  argv: ['/bin/sh', '-c', verify],
  cwd: workFolder(task, context),
  env: context.env,
  agent: null,
  title: `does the start of task ${task.task} build?`,
  prompt: null,
  flow: 'probe',
  phase: null,
  setup: null,
  baseline: null,
  verify: null,
  limits: { ...defaultLimits, timeoutMs: task.limits.verifyMs ?? defaultLimits.verifyMs },
  expectChanges: false,
})

/** Nothing is reported: its run number means nothing in the project (P1). */
const quiet = ({ cancel, force }: Watcher): Watcher => ({
  cancel,
  force,
  report: () => undefined,
  show: () => undefined,
})
