import { MaydayError } from '../../errors.ts'
import { LiveRunError } from '../../record/store-errors.ts'
import type { Store } from '../../record/store.ts'
import type { TaskRecord, TaskStatus } from '../../record/task.ts'
import type { RunCommand } from './command.ts'
import { findTask, taskArgument } from './find-task.ts'
import { openRecorded } from './open-store.ts'
import { taskJson } from './task-words.ts'

/** What can be left undone: not what is being done, and not what is done. */
const SKIPPABLE: readonly TaskStatus[] = ['queued', 'deferred', 'waiting', 'escalated', 'failed', 'canceled']

export const runSkip: RunCommand = async (args, terminal) => {
  const ref = taskArgument(args, 'skip')
  const { store } = await openRecorded(terminal)
  const before = findTask(store, ref)
  if (store === null) return 2
  try {
    skip(store, before)
    const task = findTask(store, before.task)
    const open = store.escalations().filter((one) => one.task === task.task && one.state !== 'closed')
    terminal.out(
      args.flag('json')
        ? `${JSON.stringify({ format: 'mayday.skip/1', was: before.status, task: taskJson(task) }, null, 2)}\n`
        : [
            before.status === 'skipped'
              ? `Task ${task.task} is skipped already.`
              : `Task ${task.task} is skipped; it was ${before.status}.`,
            ` Take it up again: mayday run --task ${task.task}\n`,
            ...open.map(
              ({ number }) => `Escalation ${number} is still about it: mayday ack ${number} --close\n`,
            ),
          ].join(''),
    )
    return 0
  } finally {
    store.close()
  }
}

function skip(store: Store, { task, status }: TaskRecord): void {
  if (status === 'skipped') return
  const live = store.runsOf(task).find((run) => run.status === 'launching' || run.status === 'running')
  if (live !== undefined) throw new LiveRunError(task, live.run)
  if (!store.claimTask(task, SKIPPABLE, 'skipped')) throw new UnskippableError(findTask(store, task))
  // What was to come next comes no more.
  store.updateTask(task, { gate: null, waitUntil: null })
  for (const plan of store.plansOf(task)) if (plan.state === 'planned') store.endPlan(plan.number, 'dropped')
}

class UnskippableError extends MaydayError {
  constructor({ task, status }: TaskRecord) {
    super(
      'UNSKIPPABLE',
      status === 'running'
        ? `Task ${task} is being worked on. Stop that first, then skip it.`
        : `Task ${task} has ${status}, and there is nothing left to skip.`,
    )
  }
}
