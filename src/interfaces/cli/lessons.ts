import { UsageError } from '../../errors.ts'
import { parsePhase } from '../../record/phase.ts'
import type { LessonQuery } from '../../record/sqlite/lessons.ts'
import type { Arguments, RunCommand } from './command.ts'
import { findTask } from './find-task.ts'
import { readShares } from './lesson-shares.ts'
import { openRecorded } from './open-store.ts'
import { renderLessons } from './render-lessons.ts'
import { shownJson } from '../shown.ts'

export const runLessons: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `lessons takes options only, and got '${args.positionals[0]}'. Try: mayday lessons --phase 12`,
    )
  const query = queryOf(args)
  const { colour, columns } = terminal
  const { store } = await openRecorded(terminal)
  try {
    const named = args.text('task')
    const task = named === undefined ? {} : { task: findTask(store, named).task }
    const lessons = store?.lessons({ ...query, ...task }).toReversed() ?? []
    const helped = store === null ? null : readShares(store)
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.lessons/1', lessons, helped }, 2)}\n`
        : renderLessons(lessons, {
            query: { ...query, ...task },
            helped,
            nowMs: Date.now(),
            colour,
            columns,
          }),
    )
    return 0
  } finally {
    store?.close()
  }
}

function queryOf(args: Arguments): LessonQuery {
  const phase = args.text('phase')
  return {
    ...(phase === undefined ? {} : { phase: parsePhase(phase, '--phase') }),
    ...(args.flag('all') ? {} : { cleared: false }),
  }
}
