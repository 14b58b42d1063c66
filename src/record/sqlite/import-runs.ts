import { orUnknown } from '../../reasons/reason.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { RunDiagnosis } from '../run-result.ts'
import type { ImportCounts, ImportedRun } from '../importers/imported-run.ts'
import { uuidv7 } from '../uuid.ts'
import { endingColumns } from './ending-columns.ts'
import { updateRun } from './insert.ts'
import { writeCause } from './causes.ts'
import { addLesson } from './lessons.ts'
import { numberOfTask, settleImported } from './import-tasks.ts'
import { insertRun, makeTask, nextAttempt } from './live-runs.ts'
import { number as numberIn } from './row.ts'
import { runColumns } from './run-row.ts'
import { keepDiagnosis, writeVerdict } from './verdicts.ts'

/** Adds runs that do not exist yet. */
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

/**
 * A commit at which Mayday itself saw verify pass wins over an imported one. A commit may also be later than the run.
 */
function rememberGood(db: DatabaseSync, task: number | undefined, commit: string): void {
  if (task === undefined) return
  db.prepare('UPDATE tasks SET good_commit = ? WHERE number = ? AND good_commit IS NULL').run(commit, task)
}

function importRun(db: DatabaseSync, origin: string, run: ImportedRun): void {
  const before = taskBefore(db, origin, run)
  const task = before === undefined ? makeTask(db, run, run.taskId ?? uuidv7()) : nextAttempt(db, before)
  const missing = { command: '', cwd: '', baseCommit: null, supervisor: null }
  const runId = uuidv7()
  const phase = run.phase ?? null
  const number = insertRun(db, { ...run, ...missing, phase, runId }, task)
  const { endedAt, durationMs, turns, costUsd, tokens, sessionId, model } = run
  const measured = { endedAt, durationMs, turns, costUsd, tokens, sessionId, model }
  updateRun(db, number, {
    ...runColumns({ ...measured, origin, summary: run.summary ?? '' }),
    ...endingColumns({ kind: 'unknown' }),
    origin_key: run.key,
  })
  writeVerdict(db, number, { status: run.status, reason: run.reason, stage: null, circular: false })
  const at = run.endedAt ?? run.startedAt
  if (run.word !== undefined) keepDiagnosis(db, number, diagnosisBy(origin, run, run.word), at)
  writeCause(db, number)
  settleImported(db, task.task, { run: number, status: run.status, at })
  if (run.lesson === undefined) return
  addLesson(db, {
    ...run.lesson,
    runId,
    run: number,
    task: task.task,
    phase,
    at,
    reason: orUnknown(run.reason),
  })
}

/** The other program's word is the evidence for the reason. */
const diagnosisBy = (origin: string, { reason, summary }: ImportedRun, word: string): RunDiagnosis => ({
  reason,
  stage: 'agent_run',
  confidence: 'medium',
  rule: `import.${origin}`,
  evidence: [
    {
      source: 'declared',
      file: null,
      line: null,
      byteOffset: null,
      excerpt: word,
      ...(summary === undefined ? {} : { context: summary }),
    },
  ],
  alternatives: [],
  circular: false,
  classifier: origin,
})

function taskBefore(
  db: DatabaseSync,
  origin: string,
  { sameTaskAs, taskId }: ImportedRun,
): number | undefined {
  const known = sameTaskAs === undefined ? undefined : taskOf(db, origin, sameTaskAs)
  return known ?? (taskId === undefined ? undefined : numberOfTask(db, taskId))
}

function taskOf(db: DatabaseSync, origin: string, key: string): number | undefined {
  const row = db.prepare('SELECT task FROM runs WHERE origin = ? AND origin_key = ?').get(origin, key)
  return row === undefined ? undefined : numberIn(row, 'task')
}
