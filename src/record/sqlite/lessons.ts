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
  /** Of completed phases, or not. Both where it is not said. */
  readonly cleared?: boolean
}

/** A run teaches once: false where it has. */
export const addLesson = (db: DatabaseSync, lesson: NewLesson): boolean =>
  insertUnless(db, 'lessons', lessonRow.write(lesson), '(run_id) DO NOTHING')

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
  return readRows(db, 'lessons', rows, lessonRow.read)
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
