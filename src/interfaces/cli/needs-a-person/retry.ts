import { agentCommand, projectAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { retryTask, type RetryChange } from '../../../scheduling/retry-task.ts'
import { kindOf, plainAgain } from '../../../recovery/again.ts'
import { schedulerHolder } from '../../../scheduling/scheduler-lease.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { oneLine } from '../screen/columns.ts'
import type { WholeAnswer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { shownJson } from '../../shown.ts'
import { findRecorded, findTask } from '../record/find-recorded.ts'
import { findCard } from '../record/find-card.ts'
import type { Named } from '../parse/value-types.ts'
import { loadProjectConfig, trustedConfig } from '../config/project-config.ts'
import { openQueue } from '../record/queue-context.ts'
import { runTaskNumber, type RunTaskAsked } from '../run/run-task.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import { startWords } from '../fleet/stranded.ts'

export type RetryAsked = RunTaskAsked & {
  readonly named?: Named | undefined
  readonly task?: string | undefined
  readonly queue: boolean
  readonly hint?: string | undefined
  readonly agent?: string | undefined
  readonly prompt?: string | undefined
}

/** Retries a task: its counters are reset, a pause ends, and the task runs here unless a scheduler holds it. */
export async function runRetry(asked: RetryAsked, screen: Screen): Promise<number> {
  const { whole: config } = await loadProjectConfig()
  using context = await openQueue({ shared: 'writes' })
  const { task, run } = taskAsked(asked, context)
  const holder = schedulerHolder(context)
  const runsHere = holder === null && !asked.queue && context.ship === undefined
  // This check comes first: a command that may not execute the config changes nothing.
  if (runsHere) await trustedConfig(asked, screen)
  const queued = retryTask(task, context, projectAgents(config), changeIn(asked, config))
  await context.ship?.()
  if (runsHere) {
    context.store.close()
    return runTaskNumber(task.task, asked, screen)
  }
  const next =
    context.ship !== undefined
      ? await startWords(task.task, context)
      : holder === null
        ? `Run it: mayday run --task ${task.task}`
        : 'The scheduler will start it.'
  // One line, like the events that follow if the task runs here.
  const answer: WholeAnswer<'mayday.retry/1'> = {
    format: 'mayday.retry/1',
    run,
    task: task.task,
    card: task.card,
    status: queued.status,
  }
  screen.out(
    asked.json
      ? `${shownJson(answer)}\n`
      : `${oneLine(task.card ?? `Task ${task.task}`)} is ${queued.status} again. ${next}\n`,
  )
  return 0
}

const changeIn = ({ hint, prompt, agent }: RetryAsked, config: Config): RetryChange => ({
  ...(hint === undefined ? {} : { hint }),
  ...(prompt === undefined ? {} : { prompt }),
  ...(agent === undefined ? {} : { agent: agentCommand(agent, config) }),
})

type Behind = { readonly task: TaskRecord; readonly run: number | null }

function taskAsked({ named, task }: RetryAsked, context: QueueContext): Behind {
  if (task !== undefined && named === undefined) return { task: findTask(context.store, task), run: null }
  if (named !== undefined && task === undefined) return taskBehind(named, context)
  throw new UsageError('Name one card, one run or one task. Try: mayday retry 41, or: mayday retry --task 7')
}

function taskBehind(named: Named, context: QueueContext): Behind {
  if (named.kind === 'card') return { task: taskOfCard(named.word, context), run: null }
  const run = findRecorded(context.store, named.word)
  const task = context.store.task(run.task)
  if (task !== null && !task.isImplicit) return { task, run: run.run }
  throw new UsageError(
    `Run ${run.run} was ${kindOf(run)}, which has no task to retry. ${plainAgain(run, task)}`,
  )
}

function taskOfCard(path: string, context: QueueContext): TaskRecord {
  const { card, task } = findCard(path, context)
  if (task !== null) return task
  throw new MaydayError(
    'NOTHING_TO_RETRY',
    `${card.relative} was never enqueued, so there is nothing to retry. Start it: ${shellWords(['mayday', 'enqueue', card.relative, '--flow', 'implement'])}`,
  )
}
