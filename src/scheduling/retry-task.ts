import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { LiveRunError } from '../record/store-errors.ts'
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { closeEscalationsOf } from '../recovery/answer-escalation.ts'
import { writeCard } from './card-events.ts'
import { endPlans } from './drop-plans.ts'
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
  endPlans(task, store)
  // This is the person's answer. If it fails again, it is raised again.
  closeEscalationsOf(task.task, house.clock.now(), store)
  if (task.card === null)
    store.queueTask(task.task, { status: 'queued', runId: null, sinceRun: runs.at(-1)?.run ?? 0 })
  else queueCard(task, house)
  noteTask('retry', task, house)
  return store.task(task.task) ?? task
}

function checkCard(task: TaskRecord, path: string, house: QueueHouse): void {
  writeCard(task, house)
  const { absolute } = cardInside(house.project.root, path)
  checkPossible(readCard(absolute), path, task.cardKey ?? '', house)
}
