import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { LiveRunError } from '../record/store-errors.ts'
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { writeCard } from './card-events.ts'
import { checkPossible, checkPrompt, queueCard } from './enqueue-card.ts'
import { settleForsaken } from './forsaken.ts'
import type { QueueHouse } from './locks.ts'
import { noteTask } from './note-task.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'

/** A person says: again. Its pause ends, its counters begin anew, and it is queued at once; one that is queued stays so. */
export function retryTask(
  asked: TaskRecord,
  house: QueueHouse,
  agents?: readonly AgentProfile[],
): TaskRecord {
  const { store } = house
  const task = settleForsaken(asked, house)
  const runs = store.runsOf(task.task)
  const live = runs.find(isLive)
  if (live !== undefined) throw new LiveRunError(task.task, live.run)
  if (task.status === 'queued' || task.status === 'deferred') return task
  checkPrompt(task, agents)
  if (task.card !== null) checkCard(task, task.card, house)
  if (task.card !== null) queueCard(task, 'retry', house)
  else
    store.move(task.task, 'retry', {
      at: house.clock.now().toISOString(),
      to: 'queued',
      set: { nextRunId: null, sinceRun: runs.at(-1)?.run ?? 0 },
    })
  noteTask('retry', task, house)
  return store.task(task.task) ?? task
}

function checkCard(task: TaskRecord, path: string, house: QueueHouse): void {
  writeCard(task, house)
  const { absolute } = cardInside(house.project.root, path)
  checkPossible(readCard(absolute), path, task.cardKey ?? '', house)
}
