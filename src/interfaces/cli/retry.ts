import { UsageError } from '../../errors.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Store } from '../../record/store.ts'
import type { TaskRecord } from '../../record/task.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openStore } from './open-store.ts'
import { runTaskNumber } from './run-task.ts'

/** A person says: again. The counters begin anew, a pause ends, and the task runs here. */
export const runRetry: RunCommand = async (args, terminal) => {
  const opened = await openStore(terminal)
  const { store } = opened
  const run = findRecorded(store, runArgument(args, 'retry'))
  const task = taskBehind(run, store)
  const last = store.runsOf(task.task).at(-1)
  store.updateTask(task.task, { status: 'queued', sinceRun: last?.run ?? 0, gate: null, waitUntil: null })
  for (const plan of store.plansOf(task.task))
    if (plan.state === 'planned') store.endPlan(plan.number, 'dropped')
  if (!args.flag('queue')) {
    store.close()
    return runTaskNumber(task.task, args, terminal)
  }
  store.close()
  terminal.out(
    args.flag('json')
      ? `${JSON.stringify({ format: 'mayday.retry/1', run: run.run, task: task.task, status: 'queued' })}\n`
      : `Task ${task.task} is queued again. Run it: mayday run --task ${task.task}\n`,
  )
  return 0
}

function taskBehind(run: RunRecord, store: Store): TaskRecord {
  const task = store.task(run.task)
  if (task !== null && !task.isImplicit) return task
  throw new UsageError(
    `Run ${run.run} was a plain run, which has no task to retry. Run it again: mayday run --task ${run.task} -- ${run.command}`,
  )
}
