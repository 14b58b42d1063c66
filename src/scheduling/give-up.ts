/** Escalates a task that cannot continue. Its locks are released, and its card shows the state. */
import { isLive } from '../record/run.ts'
import type { TaskStatus } from '../record/task-states.ts'
import { noteRejected, writeCard } from './card-events.ts'
import { unlockTask, type QueueContext } from './locks.ts'
import type { TaskEvent } from './task-context.ts'

type Telling = QueueContext & { readonly tell: (event: TaskEvent) => void }

type GivingUp = {
  /** The status that the caller saw. If a person has changed it since, that change wins. */
  readonly seen: TaskStatus
  /** What a person can do about it. */
  readonly actions?: readonly string[]
}

export function giveUp(
  task: number,
  error: unknown,
  context: Telling,
  { seen, actions = [`mayday run --task ${task}`, `mayday skip ${task}`] }: GivingUp,
): TaskStatus {
  const { store, clock, tell } = context
  const why = error instanceof Error ? error.message : String(error)
  const raised = store.raise({
    key: `task:${task}:scheduler`,
    task,
    run: null,
    cause: `Task ${task} could not continue: ${why}`,
    raisedAt: clock.now().toISOString(),
    detail: { actions },
  })
  noteOnCard(task, why, context)
  leaveRuns(task, context)
  store.tryMove(task, 'give-up', { at: clock.now().toISOString(), seen })
  if (!store.runsOf(task).some(isLive)) unlockTask({ task }, context)
  tell({ event: 'task:escalated', task, escalation: raised, cause: why })
  return 'escalated'
}

/** The run has no supervisor any more. It is ended like the run of a dead supervisor. */
function leaveRuns(task: number, { store }: QueueContext): void {
  const live = new Set(
    store
      .runsOf(task)
      .filter(isLive)
      .map(({ runId }) => runId),
  )
  for (const { runId, supervisor } of store.unfinished())
    if (live.has(runId)) store.claim(runId, supervisor, '')
}

/** If the card was to run and could not, its History says so. */
function noteOnCard(number: number, why: string, context: QueueContext): void {
  const { store } = context
  const task = store.task(number)
  if (task === null || task.nextRunId === null || store.find(task.nextRunId) !== null) return
  noteRejected(task, task.nextRunId, why, context)
  writeCard(task, context)
}
