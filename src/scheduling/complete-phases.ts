/**
 * Completes phases. A success alone completes nothing, because another task of the phase may follow. A phase is
 * complete when a task of another phase starts, when the queue is empty, or when a person says so.
 */
import { noteDecision } from '../record/decisions.ts'
import { phaseNumber } from '../record/phase.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import { openStatuses, type TaskStatus } from '../record/task-states.ts'
import { writeLessons, type LearningContext } from './learn.ts'

type PhaseContext = LearningContext & { readonly clock: { readonly now: () => Date } }

/** A task of this phase starts. All other phases that are done become complete. */
export function completeOtherPhases(task: Pick<TaskRecord, 'task' | 'phase'>, context: PhaseContext): void {
  const current = task.phase === null ? null : phaseNumber(task.phase)
  if (current !== null) complete((phase) => phase !== current, task.task, context)
}

/** The queue is empty. */
export const completeAllPhases = (context: PhaseContext): void => complete(() => true, 0, context)

function complete(isMeant: (phase: number) => boolean, task: number, context: PhaseContext): void {
  const { store, clock } = context
  const now = clock.now()
  const over = taughtPhases(store).filter((phase) => isMeant(phase) && isDone(phase, store))
  for (const phase of over) completePhase(phase, now, store)
  if (over.length > 0) writeLessons(context, { task })
}

/** Removes the lessons of the phase from the Failure Context. Returns their number. */
export function completePhase(phase: number, now: Date, store: Store): number {
  const at = now.toISOString()
  const cleared = store.clearPhase(phase, at)
  if (cleared > 0) noteDecision({ kind: 'complete-phase', at, phase }, { store })
  return cleared
}

/** The phases with lessons in the Failure Context. */
const taughtPhases = (store: Store): readonly number[] => [
  ...new Set(
    store.lessons({ cleared: false }).flatMap(({ phase }) => {
      const number = phase === null ? null : phaseNumber(phase)
      return number === null ? [] : [number]
    }),
  ),
]

/** The phase has no open task, and at least one task succeeded. */
function isDone(number: number, store: Store): boolean {
  const phase = String(number)
  const has = (status: TaskStatus): boolean => store.tasks({ phase, status, limit: 1 }).length > 0
  return !openStatuses.some(has) && has('succeeded')
}
