import { phaseNumber } from '../record/phase.ts'
import type { LessonRecord } from '../record/task-story.ts'

/** The reader of the lessons: a task, a phase, or both. */
export type Concern = { readonly task: number | null; readonly phase: string | null }

/** The lessons for a prompt: those of the same task or phase, without those of completed phases. */
export function lessonsFor(
  lessons: readonly LessonRecord[],
  { task, phase }: Concern,
): readonly LessonRecord[] {
  const number = phase === null ? null : phaseNumber(phase)
  return lessons.filter(
    (lesson) =>
      lesson.clearedAt === null &&
      (lesson.task === task ||
        (number !== null && lesson.phase !== null && phaseNumber(lesson.phase) === number)),
  )
}
