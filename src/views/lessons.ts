/** The lessons of failures, and whether they helped. */
import * as v from 'valibot'
import { retriesOf, shareHelped } from '../memory/helped.ts'
import { count, size, type Shape } from '../record/schema.ts'
import type { LessonQuery } from '../record/sqlite/lessons.ts'
import type { Store } from '../record/store.ts'
import { lessonSchema } from '../record/task-story.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const rate = v.object({
  retries: count,
  better: described(count, 'how many of them got further than the attempt before'),
  share: described(v.nullable(size), 'null without a retry'),
})

/** Counts the newest 2,000 runs. */
export const sharesSchema = v.object({ withLessons: rate, withoutLessons: rate })

export type LessonShares = Shape<typeof sharesSchema>

export const lessonsSchema = v.object({
  format: v.literal(formats.lessons),
  lessons: described(v.array(lessonSchema), 'newest first; those of completed phases only with `--all`'),
  helped: described(
    v.nullable(sharesSchema),
    'how often a lesson helped, next to retries without lessons, in the newest 2,000 runs; null without a lesson',
  ),
})

export type Lessons = Shape<typeof lessonsSchema>

/** A null store means that nothing was ever recorded. */
export const readLessons = (query: LessonQuery, store: Store | null): Lessons => ({
  format: formats.lessons,
  lessons: store?.lessons(query).toReversed() ?? [],
  helped: store === null ? null : readShares(store),
})

/** Older runs say little about the current agents. */
const RECENT_RUNS = 2000

/** Null if there are no lessons. */
export function readShares(store: Store): LessonShares | null {
  const lessons = store.lessons()
  if (lessons.length === 0) return null
  const runs = store.history({ limit: RECENT_RUNS }).toReversed()
  const tasks = Map.groupBy(runs, ({ task }) => task)
  return shareHelped([...tasks.values()].flatMap((ofTask) => retriesOf(ofTask, lessons)))
}
