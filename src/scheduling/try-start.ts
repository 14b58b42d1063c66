/**
 * Does the start of a task build?
 *
 * P1 The try is no run of the project: it has a record of its own below the project's, takes no number, and is in no list.
 * P2 That record goes when the try has ended. What a kill left in it is stopped before the next try of the same task.
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

/** How verify ends in the task's work tree as it is now. */
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

/** Its numbers are nobody's business (P1). */
const quiet = ({ cancel, force }: Watcher): Watcher => ({
  cancel,
  force,
  report: () => undefined,
  show: () => undefined,
})
