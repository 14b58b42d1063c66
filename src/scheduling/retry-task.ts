import { isInQueue } from '../record/task-states.ts'
import { UsageError } from '../errors.ts'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { LiveRunError } from '../record/store-errors.ts'
import { isLive } from '../record/run.ts'
import type { TaskPatch, TaskRecord, TaskSpec } from '../record/task.ts'
import { redact } from '../secrets/secrets.ts'
import { text } from '../signals/json.ts'
import { writeCard } from './card-events.ts'
import { checkPossible, checkPrompt, queueCard } from './enqueue-card.ts'
import { settleAbandoned } from './abandoned-task.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'

/** What a person changes with the retry. Missing fields stay. */
export type RetryChange = {
  /** What the agent missed. Every later prompt of the task contains it, until another hint replaces it. */
  readonly hint?: string
  readonly prompt?: string
  /** Another agent from now on. */
  readonly agent?: Pick<TaskSpec, 'agent' | 'argv'>
}

/** The prompt of a card is its text. */
function specOf({ task, card }: TaskRecord, { prompt, agent }: RetryChange): TaskPatch {
  if (prompt !== undefined && card !== null)
    throw new UsageError(`Task ${task} takes its prompt from ${card}. Edit that file, then retry.`)
  if (prompt !== undefined && prompt.trim() === '') throw new UsageError('The prompt is empty.')
  return { ...(prompt === undefined ? {} : { prompt: redact(prompt) }), ...agent }
}

/** The hint is kept as a plan of a person, which belongs to the run before it. */
function noteHint({ task }: TaskRecord, run: number, hint: string, { store, clock }: QueueContext): void {
  const at = clock.now().toISOString()
  const words = { why: 'A person retried it with a hint.', differs: hint }
  store.addPlan({ task, run, kind: 'retry', ...words, at, startsAt: at, state: 'done', detail: { hint } })
}

/** The last hint of a person. */
export const hintFor = (
  { task }: Pick<TaskRecord, 'task'>,
  { store }: Pick<QueueContext, 'store'>,
): string | null =>
  text(store.plansOf(task).findLast(({ detail }) => typeof detail['hint'] === 'string')?.detail['hint']) ||
  null

/**
 * Retries a task at the request of a person. Its pause ends, its counters are reset, and it is queued. A queued task
 * stays queued.
 */
export function retryTask(
  asked: TaskRecord,
  context: QueueContext,
  agents?: readonly AgentProfile[],
  change: RetryChange = {},
): TaskRecord {
  const { store } = context
  const settled = settleAbandoned(asked, context)
  const runs = store.runsOf(settled.task)
  const live = runs.find(isLive)
  if (live !== undefined) throw new LiveRunError(settled.task, live.run)
  const task = { ...settled, ...specOf(settled, change) }
  if (!isInQueue(task.status)) checkPrompt(task, agents)
  store.updateTask(task.task, specOf(settled, change))
  const hint = change.hint === undefined ? undefined : redact(change.hint.trim())
  if (hint !== undefined && hint !== '') noteHint(task, runs.at(-1)?.run ?? 0, hint, context)
  if (isInQueue(task.status)) return store.task(task.task) ?? task
  if (task.card !== null) checkCard(task, task.card, context)
  if (task.card !== null) queueCard(task, 'retry', context)
  else
    store.move(task.task, 'retry', {
      at: context.clock.now().toISOString(),
      to: 'queued',
      set: { nextRunId: null, sinceRun: runs.at(-1)?.run ?? 0 },
    })
  noteTask('retry', task, context, hint === undefined ? {} : { hint })
  return store.task(task.task) ?? task
}

function checkCard(task: TaskRecord, path: string, context: QueueContext): void {
  writeCard(task, context)
  const { absolute } = cardInside(context.project.root, path)
  checkPossible(readCard(absolute), path, task.cardKey ?? '', context)
}
