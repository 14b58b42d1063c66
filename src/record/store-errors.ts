import { MaydayError } from '../errors.ts'
import { actionsOf } from './task-actions.ts'
import { taskEvents, type StateEvent } from './task-events.ts'
import type { TaskStatus } from './task-states.ts'

/** The store could not do something. `STORE_BUSY` is temporary; a supervisor retries. */
export class StoreError extends MaydayError {}

/** The database cannot be used as it is. Only `mayday recover` and `mayday doctor --fix` replace it. */
export class StoreDamagedError extends StoreError {
  readonly why: string

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(
      'STORE_DAMAGED',
      `The database ${path} is damaged: ${why}. To keep it under another name and rebuild it from the run folders: mayday recover`,
      options,
    )
    this.why = why
  }
}

/** One row has values that Mayday never wrote. */
export class BadRowError extends StoreError {
  constructor(row: string, why: string, options?: ErrorOptions) {
    super(
      'STORE_BAD_ROW',
      `The database holds a row that cannot be read: ${row} (${why}). To fix it from the run's files: mayday recover`,
      options,
    )
  }
}

/** Another run is alive on the same task. */
export class LiveRunError extends MaydayError {
  readonly run: number

  constructor(task: number, run: number) {
    super(
      'TASK_RUNNING',
      `Run ${run} is still working on task ${task}. Wait for it, or stop it: mayday cancel ${run}`,
    )
    this.run = run
  }
}

/** A run was to start, but its decision is stale: a backup was restored, or the task ran since. */
export class StaleDecisionError extends MaydayError {
  constructor() {
    super(
      'STALE_DECISION',
      'The database changed while a run was about to start, so it was not started. See the current state: mayday status',
    )
  }
}

/** Somebody removed or moved the folder of the project under a process that works on it. */
export class ProjectGoneError extends MaydayError {
  constructor(root: string) {
    super(
      'PROJECT_GONE',
      `The folder of the project is gone: ${root}. No more tasks are started. If it was moved, run this there: mayday work`,
    )
  }
}

/** Another process took over what this process held, because it was silent for too long or a person requested it. */
export class TakenOverError extends MaydayError {
  constructor(at: string) {
    super(
      'TAKEN_OVER',
      `Another process took over from this one at ${at}: its agents are stopped, and it writes nothing more. See the current state: mayday status`,
    )
  }
}

/** A run that the store does not know. */
export class UnknownRunError extends MaydayError {
  constructor(message: string) {
    super('UNKNOWN_RUN', message)
  }
}

/** A task that the store does not know. */
export class UnknownTaskError extends MaydayError {
  constructor(task: number | string) {
    super('UNKNOWN_TASK', `There is no task ${task}. List them: mayday tasks`)
  }
}

type RefusedMove = {
  readonly event: StateEvent
  readonly from: TaskStatus
  readonly isImplicit: boolean
}

/** The table of task states does not allow the event. */
export class TaskStateError extends MaydayError {
  readonly status: TaskStatus

  constructor(task: number, { event, from, isImplicit }: RefusedMove) {
    const { words } = taskEvents[event]
    super(
      'TASK_STATE',
      isImplicit
        ? `Task ${task} belongs to a plain run, so it cannot be ${words}.`
        : `Task ${task} ${whyRefused(from, words)}`,
    )
    this.status = from
  }
}

function whyRefused(status: TaskStatus, words: string): string {
  if (status === 'running')
    return `is being worked on, so it cannot be ${words}. Stop that first, or wait for it.`
  const actions = actionsOf({ status, isImplicit: false, card: null })
  return `is ${status}, so it cannot be ${words}. Possible now: ${actions.join(', ') || 'nothing'}.`
}

/** A task already has a pending plan. */
export class PlanPendingError extends MaydayError {
  constructor(task: number, plan: number) {
    super('PLAN_PENDING', `Task ${task} has plan ${plan} that is still pending.`)
  }
}

/** The card already belongs to another task. */
export class CardTakenError extends MaydayError {
  constructor(task: number, holder: number) {
    super(
      'CARD_TAKEN',
      `Task ${task} cannot take this card: it belongs to task ${holder}. Queue that task instead.`,
    )
  }
}

/** The run id belongs to an ended run. */
export class RunEndedError extends MaydayError {
  constructor(run: string) {
    super('RUN_ENDED', `${run} already exists, so its id cannot be used again. Queue the task again.`)
  }
}
