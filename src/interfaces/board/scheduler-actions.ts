/**
 * Starts and stops the scheduler: a real `mayday work` of this user.
 *
 * C1 A scheduler that the board started outlives the board: agents must not die with a closed window. It ends by the
 * page, by Ctrl+C in its terminal, or with the machine.
 * C2 Only the process that holds the lease of this project gets a signal, and only on this machine.
 */
import { isLive } from '../../record/run.ts'
import { cancelTask } from '../../scheduling/cancel-task.ts'
import { setConcurrency } from '../../scheduling/limits.ts'
import { schedulerHolder } from '../../scheduling/scheduler-lease.ts'
import { countOf } from '../../signals/count-of.ts'
import { RequestError } from './request-error.ts'
import type { ActionPath } from './bodies.ts'
import type { BoardContext } from './context.ts'
import type { Action } from './task-actions.ts'

type SchedulerPath = Extract<ActionPath, `scheduler/${string}`>

export const schedulerActions: { readonly [Path in SchedulerPath]: Action<Path> } = {
  'scheduler/start': async ({ body }, context) => {
    if (schedulerHolder(context) !== null)
      throw new RequestError(409, 'SCHEDULER_RUNS', 'A scheduler is already running here.')
    await context.checkTrust()
    const limit = body.concurrency ?? null
    // C1.
    context.launch(['work', '--watch', ...(limit === null ? [] : ['--concurrency', String(limit)])])
    return `The scheduler starts${limit === null ? '' : `, with ${limit} at once`}. It continues if this page or the board is closed.`
  },
  'scheduler/drain': (_, context) => {
    signal(context)
    return 'The scheduler finishes what is running and starts nothing new.'
  },
  'scheduler/stop': (_, context) => {
    signal(context)
    const stopped = stopRuns(context)
    return `The scheduler stops, and ${countOf(stopped, 'run')} with it.`
  },
  'scheduler/limit': ({ body }, context) => {
    setConcurrency(body.concurrency, context)
    return `At most ${body.concurrency} at once from now on.`
  },
}

/** C2. The first interrupt drains a scheduler. */
function signal(context: BoardContext): void {
  const holder = schedulerHolder(context)
  if (holder === null) throw new RequestError(409, 'NO_SCHEDULER', 'No scheduler is running here.')
  if (context.processes.state(holder) !== 'alive')
    throw new RequestError(409, 'ELSEWHERE', `The scheduler runs on ${holder.host}: stop it there.`)
  process.kill(holder.pid, 'SIGINT')
}

function stopRuns(context: BoardContext): number {
  const { store } = context
  const running = store.tasks({ status: 'running' }).filter(({ task }) => store.runsOf(task).some(isLive))
  for (const task of running) cancelTask(task, context)
  return running.length
}
