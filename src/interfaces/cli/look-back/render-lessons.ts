import type { LessonQuery } from '../../../record/sqlite/lessons.ts'
import type { LessonRecord } from '../../../record/task-story.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Lessons } from '../../../views/lessons.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { shareWords } from './share-words.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

export type LessonsView = Page & {
  readonly query: LessonQuery
}

/** The newest first: the failure, then the attempts. */
export function renderLessons({ lessons, helped }: Lessons, view: LessonsView): string {
  if (lessons.length === 0) return nothingFound(view.query)
  const style = styleFor(view.colour)
  const blocks = lessons.map((lesson) => lessonLines(lesson, view, style).join('\n'))
  return `${[...blocks, footer({ lessons, helped }, view, style)].join('\n\n')}\n`
}

function lessonLines(lesson: LessonRecord, { nowMs, columns }: LessonsView, style: Style): readonly string[] {
  const told = [
    lesson.phase === null ? null : `phase ${lesson.phase}`,
    `task ${lesson.task}`,
    shortTime(lesson.at, nowMs),
    lesson.helped === null ? null : lesson.helped ? '✓ helped' : '✗ did not help',
    lesson.clearedAt === null ? null : 'cleared',
  ].filter((fact) => fact !== null)
  const files = lesson.files.map(oneLine).join(', ')
  return [
    `${style.bold(`Run ${lesson.run}`)}  ${style.red(oneLine(lesson.reason))}  ${style.dim(oneLine(told.join(' · ')))}`,
    wrap(oneLine(lesson.error), columns, '  '),
    ...(lesson.attempted === '' ? [] : [style.dim(wrap(oneLine(lesson.attempted), columns, '  '))]),
    ...(files === '' ? [] : [style.dim(cut(`  files: ${files}`, columns))]),
  ]
}

function footer(
  { lessons, helped }: Pick<Lessons, 'lessons' | 'helped'>,
  { query }: LessonsView,
  style: Style,
): string {
  const phase = lessons.find((lesson) => lesson.clearedAt === null && lesson.phase !== null)?.phase
  const notes = [
    countOf(lessons.length, 'lesson'),
    helped === null ? '' : shareWords(helped),
    query.cleared === false ? 'those of completed phases: --all' : '',
    phase === undefined || phase === null ? '' : `what a prompt gets: mayday context --phase ${phase}`,
  ].filter((note) => note !== '')
  return style.dim(notes.join(' · '))
}

function nothingFound({ phase, task, cleared }: LessonQuery): string {
  const whose = [
    phase === undefined ? '' : ` of phase ${phase}`,
    task === undefined ? '' : ` of task ${task}`,
  ]
  const more = cleared === false ? ' Those of completed phases: mayday lessons --all' : ''
  return `No lessons${whose.join('')}.${more}\n`
}
