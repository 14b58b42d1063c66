import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { phaseNumber } from '../phase.ts'
import { lessonSchema, type LessonRecord, type NewLesson } from '../task-story.ts'
import { insertUnless } from './insert.ts'
import { readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'

export const lessonRow: RowCodec<typeof lessonSchema> = rowCodec(lessonSchema)

/** Which lessons to list. */
export type LessonQuery = {
  /** All plans of this phase. */
  readonly phase?: string
  readonly task?: number
  /** Lessons of completed phases, or of others. If absent, both. */
  readonly cleared?: boolean
}

/** A run has at most one lesson. False if it already has one. */
export const addLesson = (db: DatabaseSync, lesson: NewLesson): boolean =>
  insertUnless(db, 'lessons', lessonRow.write(lesson), '(run_id) DO NOTHING')

/** Oldest first. */
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
  return readRows(db, 'lessons', rows, lessonRow.read)
}

/** Records whether the lesson of this run helped the next one. False if the run has no lesson. */
export const markHelped = (db: DatabaseSync, run: number, helped: boolean): boolean =>
  db.prepare('UPDATE lessons SET helped = ? WHERE run = ?').run(Number(helped), run).changes > 0

/**
 * The lessons stay in the database, but prompts no longer contain them. Returns how many there were. `until`: later
 * lessons are left out.
 */
export const clearPhase = (db: DatabaseSync, phase: number, at: string, until: string | null): number =>
  Number(
    db
      .prepare(
        `UPDATE lessons SET cleared_at = ?
         WHERE phase_number = ? AND cleared_at IS NULL AND at <= coalesce(?, at)`,
      )
      .run(at, phase, until).changes,
  )
