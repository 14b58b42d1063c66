import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { LiveRunError } from '../record/store-errors.ts'
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { writeCard } from './card-events.ts'
import { checkPossible, checkPrompt, queueCard } from './enqueue-card.ts'
import { settleForsaken } from './forsaken.ts'
import type { QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'

/**
 * Retries a task at the request of a person. Its pause ends, its counters are reset, and it is queued. A queued task
 * stays queued.
 */
export function retryTask(
  asked: TaskRecord,
  context: QueueContext,
  agents?: readonly AgentProfile[],
): TaskRecord {
  const { store } = context
  const task = settleForsaken(asked, context)
  const runs = store.runsOf(task.task)
  const live = runs.find(isLive)
  if (live !== undefined) throw new LiveRunError(task.task, live.run)
  if (task.status === 'queued' || task.status === 'deferred') return task
  checkPrompt(task, agents)
  if (task.card !== null) checkCard(task, task.card, context)
  if (task.card !== null) queueCard(task, 'retry', context)
  else
    store.move(task.task, 'retry', {
      at: context.clock.now().toISOString(),
      to: 'queued',
      set: { nextRunId: null, sinceRun: runs.at(-1)?.run ?? 0 },
    })
  noteTask('retry', task, context)
  return store.task(task.task) ?? task
}

function checkCard(task: TaskRecord, path: string, context: QueueContext): void {
  writeCard(task, context)
  const { absolute } = cardInside(context.project.root, path)
  checkPossible(readCard(absolute), path, task.cardKey ?? '', context)
}
