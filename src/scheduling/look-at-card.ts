/**
 * Checks a card again before its run starts, no matter how long it was queued or paused.
 *
 * - L1 What a person did to the file wins. A card that is missing, unreadable, or has another status than Mayday wrote
 *   is not started, and its file is not changed.
 * - L2 An escalation says why and how to continue.
 */
import { MaydayError } from '../errors.ts'
import { cardInside } from '../cards/card-place.ts'
import type { Card } from '../cards/card.ts'
import { findImpossible, statusOf } from '../cards/card-states.ts'
import { readCard } from '../cards/read-card.ts'
import type { CardStatus } from '../record/card-state.ts'
import { isUnderWay } from '../record/task-states.ts'
import type { TaskRecord } from '../record/task.ts'
import { shellWords } from '../supervision/shell-words.ts'
import { writeCard } from './card-events.ts'
import { locateCard } from './find-card.ts'
import { unlockTask, type QueueContext } from './locks.ts'

/** L1: why the card must not be started. Null if it may start or the task has no card. */
export function whyNotStarted({ task }: Pick<TaskRecord, 'task'>, context: QueueContext): string | null {
  // Another checkout has the card.
  if (context.isShared === true) return null
  const path = locateCard(task, context)
  const now = context.store.task(task)
  if (path === null || now === null) return null
  try {
    const unwritten = writeCard(now, context)
    if (unwritten !== null) return unwritten
    const card = readCard(cardInside(context.project.root, path).absolute)
    return isAutomatic(now) ? whyChanged(card, path, now, context) : whyImpossible(card, path)
  } catch (error) {
    if (error instanceof MaydayError) return error.message
    throw error
  }
}

/** Mayday continues such a task automatically. Any other task is started by a person, for example after a reset. */
const isAutomatic = ({ status }: TaskRecord): boolean => isUnderWay(status)

function whyChanged(card: Card, path: string, { task }: TaskRecord, { store }: QueueContext): string | null {
  const written = store.cardEventsOf(task).findLast(({ writtenAt }) => writtenAt !== null)?.status ?? null
  const said = statusOf(card)
  // A restored database may be older than the card. Then the History of the card shows what Mayday wrote
  // last.
  if (written === null || said === written || (said !== null && said === lastTold(card))) return null
  return `${path} says agent_status: ${card.agentStatus ?? 'nothing'}, but Mayday wrote ${written}: the file was changed by hand.`
}

const TOLD: Readonly<Record<string, CardStatus>> = {
  queued: 'queued',
  started: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
}

/** By the newest History line of Mayday. */
function lastTold({ history }: Card): CardStatus | null {
  const line = history.findLast((one) => /Run \S+ \w+|state reset to idle/.test(one)) ?? ''
  const word = /Run \S+ (\w+)/.exec(line)?.[1]
  return word === undefined ? (line === '' ? null : 'idle') : (TOLD[word] ?? null)
}

/** Checks the card as one that neither runs nor is queued. */
const whyImpossible = (card: Card, path: string): string | null =>
  findImpossible({ ...card, path }, { liveRun: null, lock: null, isQueued: false })

/** Mayday has not written to a deferred card yet. It must still be in a state that can be queued. */
export function whyNotAdmitted({ card: path }: TaskRecord, { project }: QueueContext): string | null {
  if (path === null) return null
  try {
    return whyImpossible(readCard(cardInside(project.root, path).absolute), path)
  } catch (error) {
    // The card is tried again later: a person may be editing it.
    if (error instanceof MaydayError) return null
    throw error
  }
}

/** L2. The number of the escalation. Null if the status of the task has changed since the check. */
export function refuseCard(
  { task, card, status }: TaskRecord,
  why: string,
  context: QueueContext,
): number | null {
  const { store, clock } = context
  const moved = store.tryMove(task, 'refuse-card', { at: clock.now().toISOString(), seen: status })
  if (moved === null) return null
  const raised = store.raise({
    key: `task:${task}:card`,
    task,
    run: null,
    cause: `Task ${task} was not started: ${why}`,
    raisedAt: clock.now().toISOString(),
    detail: { actions: actionsFor(task, card, context) },
  })
  unlockTask({ task }, context)
  return raised
}

/** `retry` and `reset` read the card, so a person must repair it first. */
function actionsFor(task: number, card: string | null, context: QueueContext): readonly string[] {
  const skip = `mayday skip ${task}`
  if (card === null) return [skip]
  const retry = shellWords(['mayday', 'retry', card])
  if (!isReadable(card, context)) return [`repair the card, then ${retry}`, skip]
  return [retry, shellWords(['mayday', 'reset', card]), skip]
}

function isReadable(card: string, { project }: QueueContext): boolean {
  try {
    readCard(cardInside(project.root, card).absolute)
    return true
  } catch (error) {
    if (error instanceof MaydayError) return false
    throw error
  }
}
