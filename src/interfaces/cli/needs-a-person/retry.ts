import { projectAgents } from '../../../config/agent-command.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { retryTask } from '../../../scheduling/retry-task.ts'
import { kindOf, plainAgain } from '../../../recovery/again.ts'
import { schedulerHolder } from '../../../scheduling/scheduler-lease.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { oneLine } from '../screen/columns.ts'
import type { Screen } from '../command.ts'
import { shownJson } from '../../shown.ts'
import { findRecorded } from '../record/find-recorded.ts'
import { findCard } from '../record/find-card.ts'
import type { Named } from '../parse/value-types.ts'
import { loadProjectConfig, trustedConfig } from '../config/project-config.ts'
import { openQueue } from '../record/queue-context.ts'
import { runTaskNumber, type RunTaskAsked } from '../run/run-task.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'

export type RetryAsked = RunTaskAsked & { readonly named: Named; readonly queue: boolean }

/** Retries a task: its counters are reset, a pause ends, and the task runs here unless a scheduler holds it. */
export async function runRetry(asked: RetryAsked, screen: Screen): Promise<number> {
  const agents = projectAgents((await loadProjectConfig()).whole)
  using context = await openQueue({ shared: 'writes' })
  const { task, run } = taskBehind(asked.named, context)
  const holder = schedulerHolder(context)
  const runsHere = holder === null && !asked.queue && context.ship === undefined
  // This check comes first: a command that may not execute the config changes nothing.
  if (runsHere) await trustedConfig(asked, screen)
  const queued = retryTask(task, context, agents)
  await context.ship?.()
  if (runsHere) {
    context.store.close()
    return runTaskNumber(task.task, asked, screen)
  }
  const next =
    context.ship !== undefined
      ? 'A node of the fleet will start it.'
      : holder === null
        ? `Run it: mayday run --task ${task.task}`
        : 'The scheduler will start it.'
  // One line, like the events that follow if the task runs here.
  screen.out(
    asked.json
      ? `${shownJson({ format: 'mayday.retry/1', run, task: task.task, card: task.card, status: queued.status })}\n`
      : `${oneLine(task.card ?? `Task ${task.task}`)} is ${queued.status} again. ${next}\n`,
  )
  return 0
}

type Behind = { readonly task: TaskRecord; readonly run: number | null }

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
