/**
 * The states of a run, the events that lead from one to another, and the actions of a person.
 *
 * R1 The first ending stays. Only a completion replaces a cancel.
 * R2 A correction is stored beside the status and does not change it.
 */

/** The statuses of a run that has no ending yet. */
export const liveRunStatuses = ['launching', 'running'] as const

/** The statuses of a run that has ended. */
export const endedRunStatuses = ['succeeded', 'failed', 'canceled'] as const

export type EndedRunStatus = (typeof endedRunStatuses)[number]

/** Read the status before the reason: a canceled run has none. */
export const runStatuses = [...liveRunStatuses, ...endedRunStatuses] as const

export type RunStatus = (typeof runStatuses)[number]

const LIVE: ReadonlySet<RunStatus> = new Set(liveRunStatuses)

/** Whether a run with this status has no ending yet. */
export const isLiveStatus = (status: RunStatus): boolean => LIVE.has(status)

/** The ending of a run in a row of another machine; null if it has none. */
export const endedStatusOf = (status: unknown): EndedRunStatus | null =>
  endedRunStatuses.find((one) => one === status) ?? null

/** The status of a run whose worker is alive. */
export const STARTED_RUN: RunStatus = 'running'

/** `start`: its worker is alive. `finish`: it has a result. `rediagnose`: a newer classifier gave a verdict. */
export type RunStateEvent = 'start' | 'finish' | 'rediagnose'

const JUDGED = ['succeeded', 'failed'] as const
const NONE: readonly RunStatus[] = []

/** The table: for each event and state, the states to which it may lead. */
const runEvents: Readonly<Record<RunStateEvent, Readonly<Record<RunStatus, readonly RunStatus[]>>>> = {
  start: { launching: ['running'], running: ['running'], succeeded: NONE, failed: NONE, canceled: NONE },
  finish: {
    launching: endedRunStatuses,
    running: endedRunStatuses,
    succeeded: NONE,
    failed: NONE,
    canceled: JUDGED,
  },
  rediagnose: { launching: NONE, running: NONE, succeeded: JUDGED, failed: JUDGED, canceled: NONE },
}

export const mayBecome = (to: RunStatus, from: RunStatus, event: RunStateEvent): boolean =>
  runEvents[event][from].includes(to)

/** The actions of a person on a run. A retry is an action on its task. */
export const runActions = ['cancel', 'correct'] as const

export type RunAction = (typeof runActions)[number]

const offers: Readonly<Record<RunStatus, readonly RunAction[]>> = {
  launching: ['cancel'],
  running: ['cancel'],
  succeeded: ['correct'],
  failed: ['correct'],
  canceled: [],
}

export const runActionsOf = (status: RunStatus): readonly RunAction[] => offers[status]
