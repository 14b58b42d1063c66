/** Tasks with the data that a board shows, in one query: they may have thousands of runs. */
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { planKinds, type PlanKind } from '../../reasons/reason.ts'
import type { RunRecord } from '../run.ts'
import type { Shape } from '../schema.ts'
import { taskStatuses, type TaskStatus } from '../task-states.ts'
import type { TaskRecord } from '../task.ts'
import { readRows } from './read-rows.ts'
import { jsonIn, number, numberOrNull, text, textOrNull, type Row } from './row.ts'
import { runStatusIn } from './run-row.ts'
import { OPEN_TASKS } from './status-lists.ts'
import { taskRecordOf } from './task-row.ts'

/** The last run of a task, with the effective status and reason. */
export type LastRun = Pick<
  RunRecord,
  | 'run'
  | 'runId'
  | 'status'
  | 'reason'
  | 'agent'
  | 'startedAt'
  | 'endedAt'
  | 'durationMs'
  | 'summary'
  | 'turns'
  | 'costUsd'
  | 'logPath'
> & { readonly hasSession: boolean }

/** The effective endings of the runs since the last manual retry. */
const triesSchema = v.array(v.object({ status: v.string(), reason: v.nullable(v.string()) }))

export type Try = Shape<typeof triesSchema>[number]

export type TaskHead = {
  /** Without its prompt, which may be long. */
  readonly task: TaskRecord
  readonly last: LastRun | null
  readonly runs: number
  readonly tries: readonly Try[]
  /** The pending plan. */
  readonly planned: { readonly kind: PlanKind; readonly why: string; readonly startsAt: string } | null
}

/**
 * All unfinished tasks, those of cards, those of the newest runs, and the newest ones; newest first. CROSS fixes the
 * join order: among ten thousand tasks a few hundred are looked up, and the others are not scanned.
 */
export function taskHeads(db: DatabaseSync, newest: number, root: string): TaskHead[] {
  const rows = db
    .prepare(
      `WITH shown (number) AS (
         SELECT number FROM tasks WHERE status IN ${OPEN_TASKS}
         UNION SELECT number FROM tasks INDEXED BY tasks_by_card WHERE card_key IS NOT NULL
         UNION SELECT task FROM (SELECT task FROM runs ORDER BY started_at DESC LIMIT ?)
         UNION SELECT number FROM (SELECT number FROM tasks ORDER BY number DESC LIMIT ?)
       )
       SELECT tasks.*, NULL AS prompt,
         last.number AS run, last.id AS run_id, last.status_that_counts AS run_status,
         last.reason_that_counts AS run_reason, last.agent AS run_agent, last.started_at AS run_started_at,
         last.ended_at AS run_ended_at, last.duration_ms AS run_duration_ms, last.summary AS run_summary,
         last.turns AS run_turns, last.cost_usd AS run_cost_usd,
         last.session_id IS NOT NULL AS run_has_session, last.log_path AS run_log_path,
         (SELECT count(*) FROM runs WHERE task = tasks.number) AS runs,
         (SELECT json_group_array(json_object('status', status_that_counts, 'reason', reason_that_counts))
          FROM runs WHERE task = tasks.number AND number > tasks.since_run) AS tries,
         plans.kind AS plan_kind, plans.why AS plan_why, plans.starts_at AS plan_starts_at
       FROM shown CROSS JOIN tasks ON tasks.number = shown.number
       LEFT JOIN runs AS last ON last.number =
         (SELECT number FROM runs WHERE task = tasks.number ORDER BY attempt DESC, number DESC LIMIT 1)
       LEFT JOIN plans ON plans.task = tasks.number AND plans.state = 'planned'
       ORDER BY tasks.number DESC`,
    )
    .all(newest, newest)
  return readRows(db, 'tasks', rows, (row) => headOf(row, root))
}

/** `added`: without those of plain runs. Each reads one index. */
const COUNTED = {
  all: 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status',
  added: 'SELECT status, count(*) AS tasks FROM tasks WHERE is_implicit = 0 GROUP BY status',
}

/** How many tasks have each status. */
export function countByStatus(
  db: DatabaseSync,
  which: keyof typeof COUNTED,
): Readonly<Record<TaskStatus, number>> {
  const rows = db.prepare(COUNTED[which]).all()
  const counts = {
    new: 0,
    queued: 0,
    deferred: 0,
    running: 0,
    waiting: 0,
    escalated: 0,
    succeeded: 0,
    failed: 0,
    canceled: 0,
    skipped: 0,
  }
  for (const row of rows) {
    const status = taskStatuses.find((one) => one === row['status'])
    if (status !== undefined) counts[status] = number(row, 'tasks')
  }
  return counts
}

const headOf = (row: Row, root: string): TaskHead => ({
  task: taskRecordOf(row, root),
  last: row['run'] === null ? null : lastOf(row),
  runs: number(row, 'runs'),
  tries: jsonIn(triesSchema, row, 'tries'),
  planned: plannedOf(row),
})

const lastOf = (row: Row): LastRun => ({
  run: number(row, 'run'),
  runId: text(row, 'run_id'),
  status: runStatusIn(row, 'run_status'),
  reason: textOrNull(row, 'run_reason'),
  agent: textOrNull(row, 'run_agent'),
  startedAt: text(row, 'run_started_at'),
  endedAt: textOrNull(row, 'run_ended_at'),
  durationMs: numberOrNull(row, 'run_duration_ms'),
  summary: text(row, 'run_summary'),
  turns: numberOrNull(row, 'run_turns'),
  costUsd: numberOrNull(row, 'run_cost_usd'),
  hasSession: row['run_has_session'] === 1,
  logPath: text(row, 'run_log_path'),
})

function plannedOf(row: Row): TaskHead['planned'] {
  const kind = planKinds.find((one) => one === row['plan_kind'])
  if (kind === undefined) return null
  return { kind, why: text(row, 'plan_why'), startsAt: text(row, 'plan_starts_at') }
}
