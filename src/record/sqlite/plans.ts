import type { DatabaseSync } from 'node:sqlite'
import { planKinds } from '../../reasons/reason.ts'
import { PlanPendingError } from '../store-errors.ts'
import type { NewPlan, PlanRecord } from '../task.ts'
import { insert } from './insert.ts'
import { readRows } from './read-rows.ts'
import { among, instant, number, objectIn, text, type Row } from './row.ts'

const states: readonly PlanRecord['state'][] = ['planned', 'done', 'refused', 'dropped']

/** A task has one plan at a time that is still to be carried out. */
export function addPlan(db: DatabaseSync, plan: NewPlan): number {
  const { startsAt, detail, state = 'planned', ...columns } = plan
  const pending = db.prepare("SELECT number FROM plans WHERE task = ? AND state = 'planned'").get(plan.task)
  if (state === 'planned' && pending !== undefined)
    throw new PlanPendingError(plan.task, number(pending, 'number'))
  return insert(db, 'plans', { ...columns, starts_at: startsAt, detail: JSON.stringify(detail), state })
}

/** Once: false where it was ended before. */
export const endPlan = (
  db: DatabaseSync,
  plan: number,
  state: Exclude<PlanRecord['state'], 'planned'>,
): boolean =>
  db.prepare("UPDATE plans SET state = ? WHERE number = ? AND state = 'planned'").run(state, plan).changes ===
  1

export const dropPlansOf = (db: DatabaseSync, task: number): void =>
  void db.prepare("UPDATE plans SET state = 'dropped' WHERE task = ? AND state = 'planned'").run(task)

/** The oldest first. */
export const plansOf = (db: DatabaseSync, task: number): PlanRecord[] =>
  readRows(
    db,
    'plans',
    db.prepare('SELECT * FROM plans WHERE task = ? ORDER BY number').all(task),
    planRecordOf,
  )

/** JSON columns are written by this file alone, and read as what it wrote. */
const detailIn = (row: Row): PlanRecord['detail'] => JSON.parse(objectIn(row, 'detail'))

export function planRecordOf(row: Row): PlanRecord {
  const kind = among(planKinds, row, 'kind')
  const state = among(states, row, 'state')
  if (kind === null || state === null) throw new TypeError('A plan has no kind or state.')
  return {
    number: number(row, 'number'),
    task: number(row, 'task'),
    run: number(row, 'run'),
    kind,
    why: text(row, 'why'),
    differs: text(row, 'differs'),
    at: text(row, 'at'),
    startsAt: instant(row, 'starts_at'),
    state,
    detail: detailIn(row),
  }
}
