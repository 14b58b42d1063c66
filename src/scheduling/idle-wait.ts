/** Describes what a scheduler waits for while it runs nothing itself. */
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { holderOf } from '../supervision/lease.ts'
import { ownerWords, supervisorWords } from '../supervision/owners.ts'
import type { QueueContext } from './locks.ts'
import type { TaskEvent } from './task-context.ts'
import { leaseOf } from './task-lease.ts'
import { pendingOf, whyWaiting, type Waiting } from './why-waiting.ts'

export type WaitEvent = Extract<TaskEvent, { event: 'wait:started' }>

/** How a person ends a wait in the foreground. */
export const END_WAIT = 'To end the wait: Ctrl+C'

/** Describes the first queued task, else the first waiting task, else one that another process works on. */
export function idleWait(context: QueueContext): WaitEvent | null {
  const { store } = context
  const [running] = store.queued(['running'], 1)
  const [next] = [...store.queued(['queued'], 1), ...store.queued(['waiting'], 1)]
  const elsewhere = running === undefined ? null : workedOn(running, context)
  if (next === undefined)
    return running === undefined || elsewhere === null
      ? null
      : eventOf(running, { why: elsewhere, until: null }, 'See: mayday queue')
  const holding = { locks: store.locks(), gates: store.gates(), context }
  const waiting = whyWaiting(next, pendingOf(next, context), holding)
  if (waiting === null) return null
  const why = waiting.kind === 'turn' ? (workedOn(next, context) ?? elsewhere ?? waiting.why) : waiting.why
  return eventOf(next, { ...waiting, why }, nextOf(waiting))
}

/** The process that works on a task. Null if there is none. */
function workedOn({ task }: TaskRecord, context: QueueContext): string | null {
  const live = context.store.runsOf(task).find(isLive)
  if (live !== undefined)
    return `task ${task} is being worked on by run ${live.run}${supervisorWords(live.run, context)}`
  const holder = holderOf(leaseOf(task), context)
  return holder === null ? null : `task ${task} is being worked on by ${ownerWords(holder, context)}`
}

const eventOf = (
  { task }: TaskRecord,
  { why, until }: Pick<Waiting, 'why' | 'until'>,
  next: string,
): WaitEvent => ({ event: 'wait:started', task, until, why, next: `${next}    ${END_WAIT}` })

function nextOf({ kind, gate }: Waiting): string {
  if (gate !== null) return `To continue now, in another terminal: mayday wait --open ${gate}`
  return kind === 'lock' ? 'See who holds it: mayday locks' : 'See: mayday queue'
}
