import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'

type Numbered = Pick<TaskRecord, 'task'>

/** What was to come next comes no more: its instant is forgotten, and a person's word counts. */
export function dropPlans({ task }: Numbered, store: Store): void {
  endPlans({ task }, store)
  store.updateTask(task, { gate: null, waitUntil: null })
}

/** For one that is queued next: as long as it is not, a pause that was forgotten would let the scheduler start it. */
export function endPlans({ task }: Numbered, store: Store): void {
  for (const plan of store.plansOf(task)) if (plan.state === 'planned') store.endPlan(plan.number, 'dropped')
}
