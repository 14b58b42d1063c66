import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'

/** What was to come next comes no more: its instant is forgotten, and a person's word counts. */
export function dropPlans({ task }: Pick<TaskRecord, 'task'>, store: Store): void {
  for (const plan of store.plansOf(task)) if (plan.state === 'planned') store.endPlan(plan.number, 'dropped')
  store.updateTask(task, { gate: null, waitUntil: null })
}
