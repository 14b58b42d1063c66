import { agentCommand, projectAgents } from '../../config/agent-command.ts'
import { UsageError } from '../../errors.ts'
import type { TaskRecord } from '../../record/task.ts'
import { cancelTask } from '../../scheduling/cancel-task.ts'
import { retryTask, type RetryChange } from '../../scheduling/retry-task.ts'
import { undoDecision } from '../../scheduling/undo-decision.ts'
import { leaseOf } from '../../scheduling/task-lease.ts'
import { schedulerHolder } from '../../scheduling/scheduler-lease.ts'
import { holderOf } from '../../supervision/lease.ts'
import { RequestError } from './request-error.ts'
import type { ActionPath, BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'

export type Asked<Body> = {
  /** A named part of the path. */
  readonly part: (name: string) => string
  readonly body: Body
}

/** Returns one sentence that says what was done. */
export type Action<Path extends ActionPath> = (
  asked: Asked<BodyOf<Path>>,
  context: BoardContext,
) => string | Promise<string>

export function cancel(task: TaskRecord, context: BoardContext): string {
  const name = task.card ?? `Task ${task.task}`
  const { kind, run } = cancelTask(task, context)
  if (kind === 'asked') return `Run ${run} is asked to stop.`
  if (kind === 'canceled') return `${name} is canceled: nothing is started for it any more.`
  throw new RequestError(409, 'ENDED', `${name} has already ended: ${task.status}.`)
}

/** As `mayday retry --hint --agent --prompt`. */
const changeIn = (
  { hint, agent, prompt }: Partial<BodyOf<'tasks/:n/retry'>>,
  { config }: BoardContext,
): RetryChange => ({
  ...(hint === undefined || hint === null ? {} : { hint }),
  ...(prompt === undefined || prompt === null ? {} : { prompt }),
  ...(agent === undefined || agent === null ? {} : { agent: agentCommand(agent, config) }),
})

export function undo(task: TaskRecord, context: BoardContext): string {
  const { status } = undoDecision(task, context)
  return `Task ${task.task} is as before: ${status === 'escalated' ? 'it needs you' : status}.`
}

export async function retry(
  task: TaskRecord,
  context: BoardContext,
  body: Partial<BodyOf<'tasks/:n/retry'>> = {},
): Promise<string> {
  if (task.isImplicit)
    throw new UsageError(
      `Task ${task.task} was a plain run, which cannot be retried. Run it again: mayday run -- …`,
    )
  // This check comes first: a task that must not be started is not queued either.
  if (schedulerHolder(context) === null) await context.checkTrust()
  const queued = retryTask(task, context, projectAgents(context.config), changeIn(body, context))
  const name = task.card ?? `Task ${task.task}`
  if (queued.status === 'deferred') return `${name} is deferred: it is queued when there is room.`
  if (schedulerHolder(context) !== null) return `${name} is queued again: the scheduler will start it.`
  // A process that already holds the lease of the task continues it.
  if (holderOf(leaseOf(task.task), context) === null) context.launch(['run', '--task', String(task.task)])
  return `${name} runs again.`
}
