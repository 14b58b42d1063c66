import { MaydayError } from '../errors.ts'
import { cardPrompt } from '../cards/card-prompt.ts'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import type { TaskRecord } from '../record/task.ts'
import type { QueueContext } from './locks.ts'

/**
 * Builds the prompt from the current text of the card: a person may have edited it. If the card cannot be read, the
 * prompt stays as it was queued.
 */
export function withCardWords(task: TaskRecord, { project, store, isShared }: QueueContext): TaskRecord {
  // On a fleet another checkout has the card. The words are those with which it was queued.
  if (task.card === null || isShared === true) return task
  try {
    const card = readCard(cardInside(project.root, task.card).absolute)
    const prompt = cardPrompt({ ...card, path: task.card }, task.flow)
    if (prompt !== task.prompt) store.updateTask(task.task, { prompt })
    return { ...task, prompt }
  } catch (error) {
    if (error instanceof MaydayError) return task
    throw error
  }
}
