import type { SQLInputValue } from 'node:sqlite'
import { isAbsolute, relative } from 'node:path'
import { actionsOf } from '../task-actions.ts'
import { taskStatuses, type TaskStatus } from '../task-states.ts'
import type { Budget, TaskLimits, TaskPatch, TaskRecord, TaskSpec } from '../task.ts'
import { whole, type Columns } from './insert.ts'
import {
  among,
  flag,
  instant,
  instantOrNull,
  listIn,
  number,
  numberOrNull,
  objectIn,
  text,
  textOrNull,
  type Row,
} from './row.ts'

/** The columns of what is said about a task; what is not said has none. */
export function taskColumns(said: Partial<TaskSpec> & TaskPatch): Columns {
  const columns: Record<string, SQLInputValue> = {}
  for (const [name, value] of Object.entries({ ...specColumns(said), ...stateColumns(said) }))
    if (value !== undefined) columns[name] = value
  return columns
}

type Said = Readonly<Record<string, SQLInputValue | undefined>>

const json = (value: unknown): string | null | undefined =>
  value === null || value === undefined ? value : JSON.stringify(value)

const bit = (value: boolean | undefined): number | undefined => (value === undefined ? value : Number(value))

const specColumns = (spec: Partial<TaskSpec>): Said => ({
  title: spec.title,
  prompt: spec.prompt,
  agent: spec.agent,
  argv: json(spec.argv),
  cwd: spec.cwd,
  flow: spec.flow,
  phase: spec.phase,
  setup: spec.setup,
  baseline: spec.baseline,
  verify: spec.verify,
  expect_changes: bit(spec.expectChanges),
  limits: json(spec.limits),
  ...(spec.budget === undefined ? {} : budgetColumns(spec.budget)),
  card: spec.card,
  card_key: spec.cardKey,
  is_parallel: bit(spec.isParallel),
  has_own_tree: bit(spec.hasOwnTree),
  fallback: json(spec.fallback),
  compares_tests: bit(spec.comparesTests),
})

const budgetColumns = (budget: Budget): Said => ({
  budget_attempts: whole(budget.attempts),
  budget_wall_ms: whole(budget.wallMs),
  budget_tokens: whole(budget.tokens),
  budget_cost_usd: budget.costUsd,
})

const stateColumns = (patch: TaskPatch): Said => ({
  branch: patch.branch,
  start_commit: patch.startCommit,
  good_commit: patch.goodCommit,
  wait_until: patch.waitUntil,
  gate: patch.gate,
  since_run: patch.sinceRun,
  place: patch.place,
  next_run_id: patch.nextRunId,
})

export function taskStatusIn(row: Row): TaskStatus {
  const status = among(taskStatuses, row, 'status')
  if (status === null) throw new TypeError(`its status is '${String(row['status'])}'`)
  return status
}

const limitsIn = (row: Row): TaskLimits => JSON.parse(objectIn(row, 'limits'))

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

export function taskRecordOf(row: Row, root: string): TaskRecord {
  const argv = textOrNull(row, 'argv')
  const offered = {
    status: taskStatusIn(row),
    isImplicit: flag(row, 'is_implicit'),
    card: textOrNull(row, 'card'),
  }
  return {
    ...offered,
    actions: actionsOf(offered),
    task: number(row, 'number'),
    taskId: text(row, 'id'),
    title: text(row, 'title'),
    prompt: textOrNull(row, 'prompt') ?? '',
    agent: textOrNull(row, 'agent'),
    argv: argv === null ? null : listIn(row, 'argv'),
    cwd: cwdOf(row, root),
    flow: text(row, 'flow'),
    phase: textOrNull(row, 'phase'),
    setup: textOrNull(row, 'setup'),
    baseline: textOrNull(row, 'baseline'),
    verify: textOrNull(row, 'verify'),
    expectChanges: flag(row, 'expect_changes'),
    limits: limitsIn(row),
    budget: budgetOf(row),
    cardKey: textOrNull(row, 'card_key'),
    isParallel: flag(row, 'is_parallel'),
    hasOwnTree: flag(row, 'has_own_tree'),
    fallback: listIn(row, 'fallback'),
    comparesTests: flag(row, 'compares_tests'),
    createdAt: instant(row, 'created_at'),
    branch: textOrNull(row, 'branch'),
    startCommit: textOrNull(row, 'start_commit'),
    goodCommit: textOrNull(row, 'good_commit'),
    waitUntil: instantOrNull(row, 'wait_until'),
    gate: textOrNull(row, 'gate'),
    sinceRun: number(row, 'since_run'),
    place: numberOrNull(row, 'place'),
    nextRunId: textOrNull(row, 'next_run_id'),
  }
}
