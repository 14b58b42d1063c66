import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { phaseNumber } from '../phase.ts'
import type { LessonRecord, NewLesson } from '../task.ts'
import { readRows } from './read-rows.ts'
import { flag, instant, listIn, number, text, textOrNull, type Row } from './row.ts'

/** Which lessons to list. */
export type LessonQuery = {
  /** All plans of this phase. */
  readonly phase?: string
  readonly task?: number
  /** Of completed phases, or not. Both where it is not said. */
  readonly cleared?: boolean
}

/** A run teaches once: false where it has. */
export const addLesson = (db: DatabaseSync, lesson: NewLesson): boolean =>
  db
    .prepare(
      `INSERT INTO lessons (run_id, run, task, phase, at, error, attempted, files, context, fingerprint, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id) DO NOTHING`,
    )
    .run(
      lesson.runId,
      lesson.run,
      lesson.task,
      lesson.phase,
      lesson.at,
      lesson.error,
      lesson.attempted,
      JSON.stringify(lesson.files),
      lesson.context,
      lesson.fingerprint,
      lesson.reason,
    ).changes === 1

/** The oldest first. */
export function listLessons(db: DatabaseSync, { phase, task, cleared }: LessonQuery): LessonRecord[] {
  const terms: string[] = []
  const values: SQLInputValue[] = []
  const add = (term: string, value: SQLInputValue): void => {
    terms.push(term)
    values.push(value)
  }
  if (phase !== undefined) add('phase_number = ?', phaseNumber(phase))
  if (task !== undefined) add('task = ?', task)
  if (cleared !== undefined) terms.push(`cleared_at IS ${cleared ? 'NOT ' : ''}NULL`)
  const rows = db
    .prepare(
      `SELECT * FROM lessons ${terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`} ORDER BY at, number`,
    )
    .all(...values)
  return readRows(db, 'lessons', rows, lessonRecordOf)
}

/** Did the lesson of this run help the next one? False where the run taught nothing. */
export const markHelped = (db: DatabaseSync, run: number, helped: boolean): boolean =>
  db.prepare('UPDATE lessons SET helped = ? WHERE run = ?').run(Number(helped), run).changes > 0

/** Its lessons stay on record; prompts get them no more. Returns how many there were. `until`: not those taught later. */
export const clearPhase = (db: DatabaseSync, phase: number, at: string, until: string | null): number =>
  Number(
    db
      .prepare(
        `UPDATE lessons SET cleared_at = ?
         WHERE phase_number = ? AND cleared_at IS NULL AND at <= coalesce(?, at)`,
      )
      .run(at, phase, until).changes,
  )

export const lessonRecordOf = (row: Row): LessonRecord => ({
  number: number(row, 'number'),
  runId: text(row, 'run_id'),
  run: number(row, 'run'),
  task: number(row, 'task'),
  phase: textOrNull(row, 'phase'),
  at: instant(row, 'at'),
  error: text(row, 'error'),
  attempted: text(row, 'attempted'),
  files: listIn(row, 'files'),
  context: text(row, 'context'),
  fingerprint: text(row, 'fingerprint'),
  reason: text(row, 'reason'),
  clearedAt: textOrNull(row, 'cleared_at'),
  helped: row['helped'] === null ? null : flag(row, 'helped'),
})
