import type { DatabaseSync } from 'node:sqlite'
import { number, text } from './row.ts'
import { ENDED_TASKS, LIVE_RUNS } from './status-lists.ts'

/** A task is deleted with its last run only if nothing in it is pending or can be restored. */
const REMOVE_TASK = `DELETE FROM tasks WHERE number = ?
  AND (is_implicit = 1 OR status IN ${ENDED_TASKS})
  AND NOT EXISTS (SELECT 1 FROM runs WHERE task = tasks.number)
  AND NOT EXISTS (SELECT 1 FROM snapshots WHERE task = tasks.number)
  AND NOT EXISTS (SELECT 1 FROM locks WHERE task = tasks.number)
  AND NOT EXISTS (SELECT 1 FROM card_events WHERE task = tasks.number AND written_at IS NULL)`

/** Deletes ended runs, and tasks that have no runs left. Live runs stay. Returns how many were deleted. */
export function forgetRuns(db: DatabaseSync, runIds: readonly string[]): number {
  const find = db.prepare(`SELECT number, task FROM runs WHERE id = ? AND status NOT IN ${LIVE_RUNS}`)
  const remove = db.prepare('DELETE FROM runs WHERE number = ?')
  const removeLesson = db.prepare('DELETE FROM lessons WHERE run = ? AND cleared_at IS NOT NULL')
  const removeTask = db.prepare(REMOVE_TASK)
  const found = runIds.map((runId) => find.get(runId)).filter((row) => row !== undefined)
  for (const row of found) remove.run(number(row, 'number'))
  for (const row of found) removeLesson.run(number(row, 'number'))
  for (const row of found) removeTask.run(number(row, 'task'))
  return found.length
}

/** The problems of the store, as sentences; empty if there are none. */
export function findDamage(db: DatabaseSync): string[] {
  return [...damagedPages(db), ...danglingRows(db), ...wrongSums(db), ...wrongRuns(db)]
}

const damagedPages = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => text(row, 'integrity_check'))
    .filter((line) => line !== 'ok')

const danglingRows = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA foreign_key_check')
    .all()
    .map(
      (row) =>
        `A row of ${text(row, 'table')} refers to a row of ${text(row, 'parent')} that does not exist.`,
    )

const sumsBy = (kind: 'reason' | 'agent'): string =>
  `SELECT '${kind}', day, ${kind}, status, count(*), sum(cost_micros), sum(duration_ms) FROM run_sums GROUP BY 2, 3, 4`

/** Compares the sums of the rows with the stored sums. Any difference is wrong. */
const wrongSums = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `WITH counted (kind, day, label, status, runs, cost_micros, duration_ms) AS
         (${sumsBy('reason')} UNION ALL ${sumsBy('agent')})
       SELECT DISTINCT day FROM (
         SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM rollups)
         UNION ALL
         SELECT * FROM (SELECT * FROM rollups EXCEPT SELECT * FROM counted)
       ) ORDER BY day`,
    )
    .all()
    .map((row) => `The sums of ${text(row, 'day')} do not match its runs.`)

const wrongRuns = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT number, 'has ended but has no end' AS what FROM runs
         WHERE status NOT IN ${LIVE_RUNS} AND ended_at IS NULL AND origin = 'mayday'
       UNION ALL
       SELECT run, 'has a reason that is not its last verdict' FROM diagnoses AS last
         JOIN runs ON runs.number = last.run
         WHERE last.number = (SELECT max(number) FROM diagnoses WHERE run = last.run)
           AND runs.status = 'failed' AND runs.reason IS NOT last.reason
       UNION ALL
       SELECT number, 'has a correction that does not exist' FROM runs
         WHERE correction IS NOT NULL AND correction NOT IN (SELECT number FROM corrections WHERE run = runs.number)`,
    )
    .all()
    .map((row) => `Run ${number(row, 'number')} ${text(row, 'what')}.`)
