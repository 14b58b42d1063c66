import { shows } from '../../reasons/table.ts'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { RunRecord } from '../run.ts'
import { readRow, readRows } from './read-rows.ts'
import { instant, number, numberOrNull, text, textOrNull } from './row.ts'
import { changedFilesOf, RUN_COLUMNS, RUN_TABLES, runRecordOf, statusOf } from './run-row.ts'

/** A run by its number or its id. */
export function findRun(db: DatabaseSync, ref: number | string): RunRecord | null {
  const column = typeof ref === 'number' || /^\d+$/.test(ref) ? 'number' : 'id'
  const row = db
    .prepare(`SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE runs.${column} = ?`)
    .get(column === 'number' ? Number(ref) : ref)
  return row === undefined ? null : readRow('runs', row, runRecordOf)
}

/** The runs of one task, oldest first. */
export const runsOfTask = (db: DatabaseSync, task: number): RunRecord[] =>
  readRows(
    db,
    'runs',
    db
      .prepare(
        `SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE runs.task = ? ORDER BY runs.attempt, runs.number`,
      )
      .all(task),
    runRecordOf,
  )

export function newestRun(db: DatabaseSync): number | null {
  const row = db.prepare('SELECT max(number) AS newest FROM runs').get()
  return row === undefined ? null : numberOrNull(row, 'newest')
}

/** Selects runs. Status and reason are the effective ones: a correction changes both. */
export type RunFilter = {
  readonly reason?: string
  /** Other words for that reason. They match too. */
  readonly otherReasons?: readonly string[]
  readonly status?: string
  readonly agent?: string
  readonly flow?: string
  readonly phase?: string
  readonly model?: string
  /** The key of a failure. */
  readonly cause?: string
  /** In the title, the summary, the command or the branch, in any case. A number also matches that run and that task. */
  readonly text?: string
  readonly sinceAt?: string
  readonly untilAt?: string
}

/** Which runs to list, newest first. */
export type HistoryQuery = RunFilter & {
  readonly limit: number
  /** Only runs that come after this one in the list, for paging. */
  readonly before?: number
}

/**
 * The most selective filter is first: its index is used, and the unary plus keeps the planner from using the others'.
 */
const filters = [
  ['cause', 'cause'],
  ['reason', 'reason_that_counts'],
  ['phase', 'phase'],
  ['status', 'status_that_counts'],
  ['flow', 'flow'],
  ['agent', 'agent'],
  ['model', 'model'],
] as const

type Where = { readonly clause: string; readonly values: readonly SQLInputValue[] }

function whereOf(query: RunFilter & Pick<Partial<HistoryQuery>, 'before'>): Where {
  const terms: string[] = []
  const values: SQLInputValue[] = []
  const add = (term: string, value: SQLInputValue | undefined): void => {
    if (value === undefined) return
    terms.push(term)
    values.push(value)
  }
  for (const [name, column] of filters) {
    const others = name === 'reason' ? (query.otherReasons ?? []) : []
    const value = query[name]
    if (others.length === 0 || value === undefined) add(termFor(column, value, terms.length === 0), value)
    else
      add(
        `${terms.length === 0 ? '' : '+'}runs.${column} IN (SELECT value FROM json_each(?))`,
        JSON.stringify([value, ...others]),
      )
  }
  // The index of causes has only failed runs.
  if (query.cause !== undefined) terms.push("runs.cause <> ''")
  if (query.text !== undefined) addText(query.text, add)
  add('runs.started_at >= ?', query.sinceAt)
  add('runs.started_at < ?', query.untilAt)
  add('(runs.started_at, runs.number) < (SELECT started_at, number FROM runs WHERE number = ?)', query.before)
  return { clause: terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`, values }
}

const SEARCHED = `(SELECT title FROM tasks WHERE tasks.number = runs.task) || char(10) || runs.summary
  || char(10) || runs.command || char(10) || coalesce(runs.branch, '')`

/** SQLite lowers only the letters of ASCII. */
function addText(words: string, add: (term: string, value: SQLInputValue) => void): void {
  const found = `instr(lower(${SEARCHED}), ?) > 0`
  const named = /^#?(\d{1,15})$/.exec(words.trim())?.[1]
  const term = named === undefined ? found : `(runs.number = ${named} OR runs.task = ${named} OR ${found})`
  add(
    term,
    words.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  )
}

export function countRuns(db: DatabaseSync, filter: RunFilter): number {
  const { clause, values } = whereOf(filter)
  const row = db.prepare(`SELECT count(*) AS runs FROM runs ${clause}`).get(...values)
  return row === undefined ? 0 : number(row, 'runs')
}

export function listRuns(db: DatabaseSync, query: HistoryQuery): RunRecord[] {
  const { clause, values } = whereOf(query)
  const rows = db
    .prepare(
      `SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} ${clause}
       ORDER BY runs.started_at DESC, runs.number DESC LIMIT ?`,
    )
    .all(...values, query.limit)
  return readRows(db, 'runs', rows, runRecordOf)
}

/** The reason of a repetition also matches circular runs for which a more specific reason is known. */
const termFor = (column: string, value: string | undefined, isFirst: boolean): string =>
  column === 'reason_that_counts' && shows(value ?? null, 'circle')
    ? '(runs.reason_that_counts = ? OR (runs.circular = 1 AND runs.correction IS NULL))'
    : `${isFirst ? '' : '+'}runs.${column} = ?`

/** A run with the branch it worked on. */
export type BranchRun = Pick<
  RunRecord,
  'run' | 'runId' | 'branch' | 'baseCommit' | 'status' | 'startedAt' | 'changedFiles' | 'title' | 'agent'
> & { readonly reason: string | null }

/** Every branch that a run worked on, sorted by name. */
export const branchNames = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `WITH RECURSIVE names (name) AS (
         SELECT min(branch) FROM runs WHERE branch IS NOT NULL
         UNION ALL
         SELECT (SELECT min(branch) FROM runs WHERE branch > name) FROM names WHERE name IS NOT NULL
       ) SELECT name FROM names WHERE name IS NOT NULL`,
    )
    .all()
    .map((row) => text(row, 'name'))

/** The runs on one branch, newest first, with the effective reason. */
export function runsOnBranch(db: DatabaseSync, branch: string, limit: number): BranchRun[] {
  const rows = db
    .prepare(
      `SELECT runs.number, runs.id, runs.branch, base_commit, status_that_counts AS status, reason_that_counts,
         started_at, changed_files, runs.agent, title
       FROM runs JOIN tasks ON tasks.number = runs.task
       WHERE runs.branch = ? ORDER BY started_at DESC, runs.number DESC LIMIT ?`,
    )
    .all(branch, limit)
  return readRows(db, 'runs', rows, (row) => ({
    run: number(row, 'number'),
    runId: text(row, 'id'),
    branch,
    baseCommit: textOrNull(row, 'base_commit'),
    status: statusOf(row),
    reason: textOrNull(row, 'reason_that_counts'),
    startedAt: instant(row, 'started_at'),
    changedFiles: changedFilesOf(row),
    agent: textOrNull(row, 'agent'),
    title: text(row, 'title'),
  }))
}
