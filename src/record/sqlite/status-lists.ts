/** Lists of statuses for SQL, from the tables of states. */
import { liveRunStatuses } from '../run-states.ts'
import { taskEvents } from '../task-events.ts'
import { endedStatuses, openStatuses } from '../task-states.ts'

const listed = (statuses: readonly string[]): string =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`

export const OPEN_TASKS: string = listed(openStatuses)
export const ENDED_TASKS: string = listed(endedStatuses)

/** The states in which the last run of another program leaves a task. */
export const IMPORTED_TASKS: string = listed(taskEvents['import-run'].to)

/** Written exactly as in the partial index, so that a million finished runs cost nothing. */
export const LIVE_RUNS: string = listed(liveRunStatuses)
