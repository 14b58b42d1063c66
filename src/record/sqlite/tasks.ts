/**
 * T1 A change of a task is one statement: who compares and sets sees the row as it is, whoever races for it.
 * T2 An implicit task's status follows its runs by itself (triggers of the schema).
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isAbsolute, relative } from 'node:path'
import { phaseNumber } from '../phase.ts'
import { UnknownTaskError } from '../store-errors.ts'
import {
  taskStatuses,
  type Budget,
  type TaskLimits,
  type TaskPatch,
  type TaskRecord,
  type TaskSpec,
  type TaskStatus,
} from '../task.ts'
import { uuidv7 } from '../uuid.ts'
import { insert, whole } from './insert.ts'
import { among, flag, number, numberOrNull, text, textOrNull, type Row } from './row.ts'

/** Which tasks to list, newest first. */
export type TaskQuery = {
  readonly status?: TaskStatus
  /** All plans of this phase. */
  readonly phase?: string
  readonly isImplicit?: boolean
  readonly limit?: number
}

export function addTask(db: DatabaseSync, spec: TaskSpec, createdAt: string): number {
  const { budget } = spec
  return insert(db, 'tasks', {
    id: uuidv7(),
    title: spec.title,
    prompt: spec.prompt,
    created_at: createdAt,
    agent: spec.agent,
    argv: spec.argv === null ? null : JSON.stringify(spec.argv),
    cwd: spec.cwd,
    flow: spec.flow,
    phase: spec.phase,
    setup: spec.setup,
    baseline: spec.baseline,
    verify: spec.verify,
    expect_changes: Number(spec.expectChanges),
    limits: JSON.stringify(spec.limits),
    budget_attempts: whole(budget.attempts),
    budget_wall_ms: whole(budget.wallMs),
    budget_tokens: whole(budget.tokens),
    budget_cost_usd: budget.costUsd,
    status: 'queued',
    is_implicit: 0,
  })
}

/** By number or id. */
export function findTask(db: DatabaseSync, ref: number | string, root: string): TaskRecord | null {
  const column = typeof ref === 'number' || /^\d+$/.test(ref) ? 'number' : 'id'
  const row = db
    .prepare(`SELECT * FROM tasks WHERE ${column} = ?`)
    .get(column === 'number' ? Number(ref) : ref)
  return row === undefined ? null : taskRecordOf(row, root)
}

export function listTasks(db: DatabaseSync, query: TaskQuery, root: string): TaskRecord[] {
  const terms: string[] = []
  const values: SQLInputValue[] = []
  const add = (term: string, value: SQLInputValue): void => {
    terms.push(term)
    values.push(value)
  }
  if (query.phase !== undefined) add('phase_number = ?', phaseNumber(query.phase))
  if (query.status !== undefined) add('status = ?', query.status)
  // Spelled out, so that the index of the few that were added serves among a million that were not.
  if (query.isImplicit !== undefined) terms.push(`is_implicit = ${Number(query.isImplicit)}`)
  return db
    .prepare(
      `SELECT * FROM tasks ${terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`}
       ORDER BY number DESC LIMIT ?`,
    )
    .all(...values, query.limit ?? -1)
    .map((row) => taskRecordOf(row, root))
}

const patchColumns = [
  ['status', 'status'],
  ['branch', 'branch'],
  ['startCommit', 'start_commit'],
  ['goodCommit', 'good_commit'],
  ['waitUntil', 'wait_until'],
  ['gate', 'gate'],
  ['sinceRun', 'since_run'],
] as const satisfies readonly (readonly [keyof TaskPatch, string])[]

/** T1. */
export function updateTask(db: DatabaseSync, task: number, patch: TaskPatch): void {
  const sets: string[] = []
  const values: SQLInputValue[] = []
  for (const [name, column] of patchColumns) {
    const value = patch[name]
    if (value === undefined) continue
    sets.push(`${column} = ?`)
    values.push(value)
  }
  if (sets.length === 0) return
  const { changes } = db.prepare(`UPDATE tasks SET ${sets.join(', ')} WHERE number = ?`).run(...values, task)
  if (changes !== 1) throw new UnknownTaskError(task)
}

/** T1: true for exactly one of those who saw it in the same status. */
export const claimTask = (
  db: DatabaseSync,
  task: number,
  from: readonly TaskStatus[],
  to: TaskStatus,
): boolean =>
  db
    .prepare('UPDATE tasks SET status = ? WHERE number = ? AND status IN (SELECT value FROM json_each(?))')
    .run(to, task, JSON.stringify(from)).changes === 1

function statusOf(row: Row): TaskStatus {
  const status = among(taskStatuses, row, 'status')
  if (status === null) throw new TypeError('A task has no status.')
  return status
}

/** JSON columns are written by this file alone, and read as what it wrote. */
const argvIn = (column: string): readonly string[] => JSON.parse(column)
const limitsIn = (column: string): TaskLimits => JSON.parse(column)

const budgetOf = (row: Row): Budget => ({
  attempts: number(row, 'budget_attempts'),
  wallMs: number(row, 'budget_wall_ms'),
  tokens: numberOrNull(row, 'budget_tokens'),
  costUsd: numberOrNull(row, 'budget_cost_usd'),
})

/** A run knows only the whole path of its folder, and so does the task that it made. */
function cwdOf(row: Row, root: string): string {
  const cwd = text(row, 'cwd')
  if (cwd === '') return '.'
  return isAbsolute(cwd) ? relative(root, cwd) || '.' : cwd
}

function taskRecordOf(row: Row, root: string): TaskRecord {
  const argv = textOrNull(row, 'argv')
  return {
    task: number(row, 'number'),
    taskId: text(row, 'id'),
    title: text(row, 'title'),
    prompt: textOrNull(row, 'prompt') ?? '',
    agent: textOrNull(row, 'agent'),
    argv: argv === null ? null : argvIn(argv),
    cwd: cwdOf(row, root),
    flow: text(row, 'flow'),
    phase: textOrNull(row, 'phase'),
    setup: textOrNull(row, 'setup'),
    baseline: textOrNull(row, 'baseline'),
    verify: textOrNull(row, 'verify'),
    expectChanges: flag(row, 'expect_changes'),
    limits: limitsIn(text(row, 'limits')),
    budget: budgetOf(row),
    status: statusOf(row),
    createdAt: text(row, 'created_at'),
    branch: textOrNull(row, 'branch'),
    startCommit: textOrNull(row, 'start_commit'),
    goodCommit: textOrNull(row, 'good_commit'),
    waitUntil: textOrNull(row, 'wait_until'),
    gate: textOrNull(row, 'gate'),
    sinceRun: number(row, 'since_run'),
    isImplicit: flag(row, 'is_implicit'),
  }
}
