import { phaseNumber } from '../record/phase.ts'
import type { LessonRecord } from '../record/task-story.ts'

/** For whom: a task, a phase, or both. */
export type Concern = { readonly task: number | null; readonly phase: string | null }

/** The lessons that a prompt gets: of the same task or of the same phase, without those of completed phases. */
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
