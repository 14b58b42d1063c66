import type { DatabaseSync } from 'node:sqlite'
import type { ImportCounts, ImportedRun } from '../importers/imported-run.ts'
import { uuidv7 } from '../uuid.ts'
import { updateRun, whole } from './insert.ts'
import { addLesson } from './lessons.ts'
import { insertRun, makeTask, nextAttempt } from './live-runs.ts'
import { number as numberIn } from './row.ts'
import { writeVerdict } from './verdicts.ts'

/** Adds what is not there yet. */
export function importRuns(db: DatabaseSync, origin: string, runs: Iterable<ImportedRun>): ImportCounts {
  const known = db.prepare('SELECT 1 FROM runs WHERE origin = ? AND origin_key = ?')
  const counts = { imported: 0, known: 0 }
  for (const run of runs) {
    if (known.get(origin, run.key) === undefined) {
      importRun(db, origin, run)
      counts.imported += 1
    } else counts.known += 1
    if (run.goodCommit !== undefined) rememberGood(db, taskOf(db, origin, run.key), run.goodCommit)
  }
  return counts
}

/** What Mayday itself saw pass counts more than what was told; a commit may also have come later than the run. */
function rememberGood(db: DatabaseSync, task: number | undefined, commit: string): void {
  if (task === undefined) return
  db.prepare('UPDATE tasks SET good_commit = ? WHERE number = ? AND good_commit IS NULL').run(commit, task)
}

function importRun(db: DatabaseSync, origin: string, run: ImportedRun): void {
  const before = run.sameTaskAs === undefined ? undefined : taskOf(db, origin, run.sameTaskAs)
  const task = before === undefined ? makeTask(db, run, uuidv7()) : nextAttempt(db, before)
  const missing = { command: '', cwd: '', baseCommit: null, supervisor: null }
  const runId = uuidv7()
  const phase = run.phase ?? null
  const number = insertRun(db, { ...run, ...missing, phase, runId }, task)
  updateRun(db, number, {
    origin,
    origin_key: run.key,
    ended_at: run.endedAt,
    duration_ms: whole(run.durationMs),
    turns: whole(run.turns),
    cost_usd: run.costUsd,
    tokens: whole(run.tokens),
    session_id: run.sessionId,
    model: run.model,
    ending: 'unknown',
  })
  writeVerdict(db, number, { status: run.status, reason: run.reason, stage: null, circular: false })
  if (run.lesson === undefined) return
  const at = run.endedAt ?? run.startedAt
  addLesson(db, {
    ...run.lesson,
    runId,
    run: number,
    task: task.task,
    phase,
    at,
    reason: run.reason ?? 'UNKNOWN',
  })
}

function taskOf(db: DatabaseSync, origin: string, key: string): number | undefined {
  const row = db.prepare('SELECT task FROM runs WHERE origin = ? AND origin_key = ?').get(origin, key)
  return row === undefined ? undefined : numberIn(row, 'task')
}
