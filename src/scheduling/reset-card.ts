import { MaydayError } from '../errors.ts'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { historyLine } from '../cards/history-line.ts'
import { saveCard } from '../cards/save-card.ts'
import { isLive } from '../record/run.ts'
import type { LockRecord } from '../record/card-state.ts'
import { holderOf } from '../supervision/lease.ts'
import { ownerWords, supervisorWords } from '../supervision/owners.ts'
import { admitDeferred } from './admit.ts'
import { CardBusyError } from './card-errors.ts'
import { noteReset, writeCard } from './card-events.ts'
import { taskOfCard } from './find-card.ts'
import { settleAbandoned } from './abandoned-task.ts'
import { unlockTask, type QueueContext } from './locks.ts'
import { noteTask } from './note-task.ts'
import { leaseOf } from './task-lease.ts'

export type Reset = {
  readonly before: { readonly flow: string | null; readonly status: string | null }
  readonly released: readonly LockRecord[]
}

/** Resets the card to idle. The rest of the file, its place and the record stay. */
export function resetCard(path: string, context: QueueContext): Reset {
  const { store, project, clock } = context
  const { absolute, relative } = cardInside(project.root, path)
  const task = taskOfCard(absolute, context)
  const live = task === null ? undefined : store.runsOf(task.task).find(isLive)
  if (live !== undefined) throw new LiveCardError(relative, live.run, supervisorWords(live.run, context))
  const holder = task?.status === 'running' ? holderOf(leaseOf(task.task), context) : null
  if (holder !== null) throw new CardBusyError(relative, `being started by ${ownerWords(holder, context)}`)
  // Earlier events are written before the reset.
  if (task !== null) settleAbandoned(task, context)
  if (task !== null) writeCard(task, context)
  const card = readCard(absolute)
  const before = { flow: card.agentFlow, status: card.agentStatus }
  const isSent = context.isShared === true && task !== null
  const line = historyLine({ event: 'reset', at: clock.now().toISOString(), ...before })
  if (!isSent)
    saveCard(
      card,
      { status: 'idle', flow: null, lines: [line] },
      { root: project.root, record: project.record },
    )
  const released = task === null ? [] : forgetQueued(task.task, context)
  if (isSent) noteReset(task, before, context)
  if (task !== null) noteTask('reset', task, context)
  return { before, released }
}

/** Removes the task from the queue and closes its escalations. The card is not changed. */
export function forgetQueued(number: number, context: QueueContext): readonly LockRecord[] {
  const { store, clock } = context
  store.dropCardEvents(number)
  store.move(number, 'reset', { at: clock.now().toISOString() })
  const released = unlockTask({ task: number }, context)
  admitDeferred(context)
  return released
}

class LiveCardError extends MaydayError {
  constructor(card: string, run: number, who: string) {
    super(
      'CARD_LIVE',
      `Run ${run} works on ${card}${who}. Cancel the current run to reset its state: mayday cancel ${card}`,
    )
  }
}
