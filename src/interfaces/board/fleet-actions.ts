/** Actions whose functions differ if the board shows a fleet: nodes start and stop runs, not this machine. */
import { projectAgents } from '../../config/agent-command.ts'
import { MaydayError } from '../../errors.ts'
import { isLive } from '../../record/run.ts'
import type { TaskRecord } from '../../record/task.ts'
import { retryTask } from '../../scheduling/retry-task.ts'
import { RequestError } from './request-error.ts'
import type { ActionPath } from './bodies.ts'
import type { BoardContext } from './context.ts'
import { numberIn } from './query.ts'
import { findRun } from './run-files.ts'
import type { Action, Asked } from './task-actions.ts'

type Different = Extract<
  ActionPath,
  | 'runs/:id/cancel'
  | 'tasks/:n/cancel'
  | 'tasks/:n/retry'
  | 'runs/:id/resume'
  | 'tasks/:n/restore'
  | `cards/${string}`
>

export const fleetActions: { readonly [Path in Different]: Action<Path> } = {
  'runs/:id/cancel': ({ part }, context) =>
    cancel(context.store.requireTask(findRun(part('id'), context).task), context),
  'tasks/:n/cancel': (asked, context) => cancel(taskIn(asked, context), context),
  'tasks/:n/retry': (asked, context) => {
    const task = taskIn(asked, context)
    const { status } = retryTask(task, context, projectAgents(context.config))
    return `Task ${task.task} is ${status} again. A node of the fleet will start it.`
  },
  'runs/:id/resume': () =>
    refuse('Nodes of the fleet run its tasks, so nothing is resumed here. Retry the task instead.'),
  'tasks/:n/restore': () =>
    refuse('Snapshots are on the node that made them. Run mayday restore on its machine.'),
  'cards/enqueue': refuseCard,
  'cards/retry': refuseCard,
  'cards/cancel': refuseCard,
  'cards/reset': refuseCard,
}

function refuseCard(): never {
  return refuse(
    'On a fleet use the command line for cards: mayday enqueue, mayday retry, mayday cancel, mayday reset',
  )
}

function refuse(message: string): never {
  throw new MaydayError('NOT_ON_FLEET', message)
}

const taskIn = ({ part }: Pick<Asked<unknown>, 'part'>, context: BoardContext): TaskRecord =>
  context.store.requireTask(numberIn(part('n'), 'A task'))

/** The node that has the run stops it at its next lease renewal. Completion wins. */
function cancel(task: TaskRecord, { store, clock }: BoardContext): string {
  if (store.tryMove(task.task, 'cancel', { at: clock.now().toISOString() }) === null)
    throw new RequestError(409, 'ENDED', `Task ${task.task} has already ended: ${task.status}.`)
  const run = store.runsOf(task.task).at(-1)
  const rest = run !== undefined && isLive(run) ? ` Its node stops run ${run.run}.` : ''
  return `Task ${task.task} is canceled.${rest}`
}
