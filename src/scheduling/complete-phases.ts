/**
 * When a phase is over. Its last task so far may be followed by another one, so a success alone completes nothing: a
 * task of another phase starts, the queue runs empty, or a person says so.
 */
import { noteDecision } from '../record/decisions.ts'
import { phaseNumber } from '../record/phase.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import { openStatuses, type TaskStatus } from '../record/task-states.ts'
import { writeLessons, type LearningContext } from './learn.ts'

type PhaseContext = LearningContext & { readonly clock: { readonly now: () => Date } }

/** A task of this phase starts: the others that are done are over. */
export function completeOtherPhases(task: Pick<TaskRecord, 'task' | 'phase'>, context: PhaseContext): void {
  const current = task.phase === null ? null : phaseNumber(task.phase)
  if (current !== null) complete((phase) => phase !== current, task.task, context)
}

/** Nothing is left to do. */
export const completeAllPhases = (context: PhaseContext): void => complete(() => true, 0, context)

function complete(isMeant: (phase: number) => boolean, task: number, context: PhaseContext): void {
  const { store, clock } = context
  const now = clock.now()
  const over = taughtPhases(store).filter((phase) => isMeant(phase) && isDone(phase, store))
  for (const phase of over) completePhase(phase, now, store)
  if (over.length > 0) writeLessons(context, { task })
}

/** Its lessons are told no more. Returns how many there were. */
export function completePhase(phase: number, now: Date, store: Store): number {
  const at = now.toISOString()
  const cleared = store.clearPhase(phase, at)
  if (cleared > 0) noteDecision({ kind: 'complete-phase', at, phase }, { store })
  return cleared
}

/** The phases whose lessons are still told. */
const taughtPhases = (store: Store): readonly number[] => [
  ...new Set(
    store.lessons({ cleared: false }).flatMap(({ phase }) => {
      const number = phase === null ? null : phaseNumber(phase)
      return number === null ? [] : [number]
    }),
  ),
]

/** Nothing of it is open, and something went well. */
function isDone(number: number, store: Store): boolean {
  const phase = String(number)
  const has = (status: TaskStatus): boolean => store.tasks({ phase, status, limit: 1 }).length > 0
  return !openStatuses.some(has) && has('succeeded')
}
