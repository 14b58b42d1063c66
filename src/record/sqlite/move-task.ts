/**
 * The only writer of a task's status.
 *
 * M1 The table in `task-events.ts` decides. A refused event changes nothing.
 * M2 A caller that decided based on a status names that status. If a person changed it since, the person wins.
 * M3 The consequences are written in the same transaction.
 */
import type { DatabaseSync } from 'node:sqlite'
import { TaskStateError, UnknownTaskError } from '../store-errors.ts'
import { targetsOf, taskEvents, type Consequence, type StateEvent, type Target } from '../task-events.ts'
import type { TaskStatus } from '../task-states.ts'
import type { TaskPatch } from '../task.ts'
import { closeEscalationsOf } from './escalations.ts'
import { dropPlansOf } from './plans.ts'
import { lastPlace } from './queue.ts'
import { flag } from './row.ts'
import { taskColumns, taskStatusIn } from './task-row.ts'
import { setTask } from './tasks.ts'

export type Move<E extends StateEvent = StateEvent> = Target<E> & {
  readonly at: string
  /** M2. The status that the decision was based on. Without it any state is accepted that the table allows. */
  readonly seen?: TaskStatus
  /** Other fields that are written with it. */
  readonly set?: TaskPatch
}

/** M1. Throws if the event is refused. Returns the states before and after. */
export function moveTask<E extends StateEvent>(
  db: DatabaseSync,
  task: number,
  event: E,
  { at, seen, set = {}, to: wanted }: Move<E>,
): { readonly from: TaskStatus; readonly to: TaskStatus } {
  const { from, isImplicit } = stateOf(db, task)
  const to = targetOf(event, from, wanted)
  if (to === null || isImplicit || !isAsSeen(from, seen))
    throw new TaskStateError(task, { event, from, isImplicit })
  const { follows } = taskEvents[event]
  setTask(db, task, { ...taskColumns(set), ...followingColumns(db, follows), status: to })
  if (follows.includes('plansDropped')) dropPlansOf(db, task)
  if (follows.includes('escalationsClosed')) closeEscalationsOf(db, task, at)
  return { from, to }
}

function targetOf(event: StateEvent, from: TaskStatus, wanted: TaskStatus | undefined): TaskStatus | null {
  const targets = targetsOf(event, from)
  return (wanted === undefined ? targets[0] : targets.find((one) => one === wanted)) ?? null
}

/**
 * M2. Between attempts the loop itself moves a task between two states. A deferred task was not in the loop. If it is
 * in the loop now, another process admitted it.
 */
const isAsSeen = (now: TaskStatus, seen: TaskStatus | undefined): boolean =>
  seen === undefined || now === seen || (seen !== 'deferred' && (now === 'running' || now === 'waiting'))

function stateOf(
  db: DatabaseSync,
  task: number,
): { readonly from: TaskStatus; readonly isImplicit: boolean } {
  const row = db.prepare('SELECT status, is_implicit FROM tasks WHERE number = ?').get(task)
  if (row === undefined) throw new UnknownTaskError(task)
  return { from: taskStatusIn(row), isImplicit: flag(row, 'is_implicit') }
}

const followingColumns = (
  db: DatabaseSync,
  follows: readonly Consequence[],
): Readonly<Record<string, number | null>> => ({
  ...(follows.includes('lastPlace') ? { place: lastPlace(db) + 1 } : {}),
  ...(follows.includes('waitOver') ? { gate: null, wait_until: null } : {}),
  ...(follows.includes('promiseDropped') ? { next_run_id: null } : {}),
})
