/** Converts a task row: the budget is four columns, and the actions follow from the status. */
import { isAbsolute, relative } from 'node:path'
import * as v from 'valibot'
import { amount, count } from '../schema.ts'
import { actionsOf } from '../task-actions.ts'
import { taskStatuses, type TaskStatus } from '../task-states.ts'
import { taskRecordSchema, type Budget, type TaskPatch, type TaskRecord, type TaskSpec } from '../task.ts'
import { whole, type Columns } from './insert.ts'
import { among, type Row } from './row.ts'
import { rowCodec } from './row-codec.ts'

const stored = v.object({
  ...v.omit(taskRecordSchema, ['budget', 'actions']).entries,
  /** Plain runs need not have a prompt. */
  prompt: v.nullable(v.string()),
  budgetAttempts: count,
  budgetWallMs: count,
  budgetTokens: v.nullable(count),
  budgetCostUsd: v.nullable(amount),
})

const taskRow = rowCodec(stored, { task: 'number', taskId: 'id' })

/** The columns of the given fields. Missing fields have no column. */
export const taskColumns = ({ budget, ...said }: Partial<TaskSpec> & TaskPatch): Columns =>
  taskRow.write({ ...said, ...(budget === undefined ? {} : budgetFields(budget)) })

const budgetFields = (budget: Budget): Partial<v.InferOutput<typeof stored>> => ({
  budgetAttempts: Math.round(budget.attempts),
  budgetWallMs: Math.round(budget.wallMs),
  budgetTokens: whole(budget.tokens),
  budgetCostUsd: budget.costUsd,
})

export function taskStatusIn(row: Row): TaskStatus {
  const status = among(taskStatuses, row, 'status')
  if (status === null) throw new TypeError(`its status is '${String(row['status'])}'`)
  return status
}

/** A run knows only the absolute path of its folder, and so does the task that it made. */
function cwdIn(cwd: string, root: string): string {
  if (cwd === '') return '.'
  return isAbsolute(cwd) ? relative(root, cwd) || '.' : cwd
}

export function taskRecordOf(row: Row, root: string): TaskRecord {
  const { budgetAttempts, budgetWallMs, budgetTokens, budgetCostUsd, ...task } = taskRow.read(row)
  return {
    ...task,
    actions: actionsOf(task),
    prompt: task.prompt ?? '',
    cwd: cwdIn(task.cwd, root),
    budget: {
      attempts: budgetAttempts,
      wallMs: budgetWallMs,
      tokens: budgetTokens,
      costUsd: budgetCostUsd,
    },
  }
}
