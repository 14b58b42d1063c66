import type { LessonQuery } from '../../../record/sqlite/lessons.ts'
import { readLessons } from '../../../views/lessons.ts'
import type { Screen } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { findTask } from '../record/find-recorded.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderLessons } from './render-lessons.ts'

export type LessonsAsked = Maybe<'phase' | 'task'> & { readonly all: boolean }

export async function runLessons({ phase, task, all }: LessonsAsked, screen: Screen): Promise<number> {
  using opened = await openRecorded({ shared: 'reads' })
  const { store } = opened
  const query: LessonQuery = {
    ...(phase === undefined ? {} : { phase }),
    ...(all ? {} : { cleared: false }),
    ...(task === undefined ? {} : { task: findTask(store, task).task }),
  }
  const lessons = readLessons(query, store)
  return screen.answer(lessons, () => renderLessons(lessons, { query, nowMs: Date.now(), ...screen }))
}
