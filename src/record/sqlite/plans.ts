import type { DatabaseSync } from 'node:sqlite'
import { PlanPendingError } from '../store-errors.ts'
import { planSchema, type NewPlan, type PlanRecord } from '../task-story.ts'
import { insert } from './insert.ts'
import { readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'
import { number } from './row.ts'

export const planRow: RowCodec<typeof planSchema> = rowCodec(planSchema)

/** A task has at most one pending plan. */
export function addPlan(db: DatabaseSync, plan: NewPlan): number {
  const { state = 'planned' } = plan
  const pending = db.prepare("SELECT number FROM plans WHERE task = ? AND state = 'planned'").get(plan.task)
  if (state === 'planned' && pending !== undefined)
    throw new PlanPendingError(plan.task, number(pending, 'number'))
  return insert(db, 'plans', planRow.write({ ...plan, state }))
}

/** Ends a plan once. False if it had already ended. */
export const endPlan = (
  db: DatabaseSync,
  plan: number,
  state: Exclude<PlanRecord['state'], 'planned'>,
): boolean =>
  db.prepare("UPDATE plans SET state = ? WHERE number = ? AND state = 'planned'").run(state, plan).changes ===
  1

export const dropPlansOf = (db: DatabaseSync, task: number): void =>
  void db.prepare("UPDATE plans SET state = 'dropped' WHERE task = ? AND state = 'planned'").run(task)

/** Oldest first. */
export const plansOf = (db: DatabaseSync, task: number): PlanRecord[] =>
  readRows(
    db,
    'plans',
    db.prepare('SELECT * FROM plans WHERE task = ? ORDER BY number').all(task),
    planRow.read,
  )
