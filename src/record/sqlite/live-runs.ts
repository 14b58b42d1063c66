import type { DatabaseSync } from 'node:sqlite'
import type { RunIntent, RunNumbers, UnfinishedRun } from '../run.ts'
import { isLiveStatus, mayBecome, STARTED_RUN, type RunStatus } from '../run-states.ts'
import { LiveRunError, RunEndedError, StaleDecisionError, UnknownTaskError } from '../store-errors.ts'
import { taskOrigins } from '../task-states.ts'
import type { KeptTask } from '../task.ts'
import { uuidv7 } from '../uuid.ts'
import { insert, numbered } from './insert.ts'
import { takePromised } from './promised-numbers.ts'
import { readRows } from './read-rows.ts'
import { number, text, textOrNull, type Row } from './row.ts'
import { statusOf } from './run-row.ts'
import { LIVE_RUNS } from './status-lists.ts'
import { restoreTask } from './tasks.ts'

const LIVE = `status IN ${LIVE_RUNS}`

/** The numbers of a run that the store knows; null if it does not know it. */
function numbersOf(db: DatabaseSync, runId: string): RunNumbers | null {
  const row = db
    .prepare(
      `SELECT runs.number AS run, task, tasks.id AS task_id, attempt
       FROM runs JOIN tasks ON tasks.number = runs.task WHERE runs.id = ?`,
    )
    .get(runId)
  return row === undefined ? null : numbersIn(row)
}

const numbersIn = (row: Row): RunNumbers => ({
  run: number(row, 'run'),
  task: number(row, 'task'),
  taskId: text(row, 'task_id'),
  attempt: number(row, 'attempt'),
})

/** Records an intent. The same intent twice changes nothing. A different intent with the same id is refused. */
export function beginRun(db: DatabaseSync, intent: RunIntent, lastRunId?: string | null): RunNumbers {
  const known = numbersOf(db, intent.runId)
  if (known !== null) return refuseAnother(db, intent, known)
  if (intent.task !== undefined && lastRunId !== undefined) refuseStale(db, intent.task, lastRunId)
  const task = intent.task === undefined ? makeTask(db, intent, uuidv7()) : nextAttempt(db, intent.task)
  return { ...task, run: insertRun(db, intent, task, takePromised(db, intent.runId)) }
}

/** Another process ran the task since the decision to start this run. */
function refuseStale(db: DatabaseSync, task: number, lastRunId: string | null): void {
  const last = db
    .prepare('SELECT id FROM runs WHERE task = ? ORDER BY attempt DESC, number DESC LIMIT 1')
    .get(task)
  if ((last?.['id'] ?? null) !== lastRunId) throw new StaleDecisionError()
}

/** A process with the same run id must not start a second worker, nor one for a run that has ended. */
function refuseAnother(db: DatabaseSync, intent: RunIntent, known: RunNumbers): RunNumbers {
  const row = db.prepare('SELECT status, supervisor, started_at FROM runs WHERE number = ?').get(known.run)
  if (row === undefined || !isLiveStatus(statusOf(row))) throw new RunEndedError(`Run ${known.run}`)
  const isSame = row['supervisor'] === intent.supervisor && row['started_at'] === intent.startedAt
  if (!isSame) throw new LiveRunError(known.task, known.run)
  return known
}

/** Restores a live run that a lost store had known, under its old numbers if they are free. */
export function restoreRun(
  db: DatabaseSync,
  intent: RunIntent,
  was: RunNumbers,
  kept?: KeptTask,
): RunNumbers {
  const known = numbersOf(db, intent.runId)
  if (known !== null) return known
  const task = taskAgain(db, intent, was, kept)
  refuseSecond(db, task)
  const numbers = { ...was, task }
  return { ...numbers, run: insertRun(db, intent, numbers, was.run) }
}

/** The task of a run that a lost store had known: as the run recorded it, else a new one. */
export function taskAgain(
  db: DatabaseSync,
  origin: Origin,
  was: Pick<RunNumbers, 'taskId'> & Partial<Pick<RunNumbers, 'task'>>,
  kept: KeptTask | undefined,
): number {
  const found = db.prepare('SELECT number FROM tasks WHERE id = ?').get(was.taskId)
  if (found !== undefined) return number(found, 'number')
  return kept === undefined
    ? makeTask(db, origin, was.taskId, was.task).task
    : restoreTask(db, kept, was.taskId, was.task)
}

type TaskNumbers = Omit<RunNumbers, 'run'>

/** What an implicit task takes from the run that makes it. */
type Origin = Pick<RunIntent, 'title' | 'prompt' | 'startedAt' | 'flow' | 'agent'> &
  Partial<Pick<RunIntent, 'phase' | 'cwd'>>

/** The task of a plain run. */
export function makeTask(db: DatabaseSync, origin: Origin, taskId: string, wanted?: number): TaskNumbers {
  const task = insert(db, 'tasks', {
    ...numbered(db, 'tasks', wanted),
    id: taskId,
    title: origin.title,
    prompt: origin.prompt,
    created_at: origin.startedAt,
    flow: origin.flow,
    agent: origin.agent,
    phase: origin.phase ?? null,
    cwd: origin.cwd ?? '.',
    status: taskOrigins.run,
    is_implicit: 1,
  })
  return { task, taskId, attempt: 1 }
}

export function nextAttempt(db: DatabaseSync, task: number): TaskNumbers {
  refuseSecond(db, task)
  const row = db
    .prepare(
      `SELECT id, (SELECT coalesce(max(attempt), 0) + 1 FROM runs WHERE task = tasks.number) AS attempt
       FROM tasks WHERE number = ?`,
    )
    .get(task)
  if (row === undefined) throw new UnknownTaskError(task)
  return { task, taskId: text(row, 'id'), attempt: number(row, 'attempt') }
}

/** A task has at most one live run. */
function refuseSecond(db: DatabaseSync, task: number): void {
  const live = db.prepare(`SELECT number FROM runs WHERE task = ? AND ${LIVE}`).get(task)
  if (live !== undefined) throw new LiveRunError(task, number(live, 'number'))
}

export function insertRun(
  db: DatabaseSync,
  intent: Omit<RunIntent, 'title' | 'prompt' | 'task' | 'supervisor'> & {
    readonly supervisor: string | null
    readonly status?: RunStatus
  },
  { task, attempt }: TaskNumbers,
  wanted?: number,
): number {
  return insert(db, 'runs', {
    ...numbered(db, 'runs', wanted),
    id: intent.runId,
    task,
    attempt,
    status: intent.status ?? 'launching',
    flow: intent.flow,
    phase: intent.phase,
    card: intent.card ?? null,
    agent: intent.agent,
    command: intent.command,
    cwd: intent.cwd,
    branch: intent.branch,
    base_commit: intent.baseCommit,
    log_path: intent.logPath,
    supervisor: intent.supervisor,
    started_at: intent.startedAt,
  })
}

/** The worker is alive. False if the run is unknown or has ended. */
export function markRunning(db: DatabaseSync, runId: string): boolean {
  const row = db.prepare('SELECT status FROM runs WHERE id = ?').get(runId)
  if (row === undefined || !mayBecome(STARTED_RUN, statusOf(row), 'start')) return false
  return db.prepare('UPDATE runs SET status = ? WHERE id = ?').run(STARTED_RUN, runId).changes === 1
}

/** Takes over a live run, if its supervisor is still the one that the caller saw. */
export const claimRun = (db: DatabaseSync, runId: string, from: string | null, to: string): boolean =>
  db
    .prepare(`UPDATE runs SET supervisor = ? WHERE id = ? AND supervisor IS ? AND ${LIVE}`)
    .run(to, runId, from).changes === 1

export const unfinishedRuns = (db: DatabaseSync): UnfinishedRun[] =>
  readRows(
    db,
    'runs',
    db
      .prepare(`SELECT number, id, status, supervisor, log_path FROM runs INDEXED BY runs_one_live_per_task
       WHERE ${LIVE} ORDER BY task`)
      .all(),
    (row) => ({
      run: number(row, 'number'),
      runId: text(row, 'id'),
      status: statusOf(row),
      supervisor: textOrNull(row, 'supervisor'),
      logPath: text(row, 'log_path'),
    }),
  )
