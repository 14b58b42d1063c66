/** One task and its runs, including tasks that ended long ago. */
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'
import { boardRowSchema, type BoardRow } from './board-row.ts'
import { formats } from './formats.ts'
import { runRow, runRowSchema } from './run-row.ts'
import { described, type ViewContext } from './view.ts'

export const taskSchema = v.object({
  format: v.literal(formats.task),
  task: boardRowSchema,
  prompt: described(v.string(), 'what the agent is asked, without what Mayday adds to it'),
  runs: described(v.array(runRowSchema), 'oldest first'),
})

export type ShownTask = Shape<typeof taskSchema>

export const showTask = (task: BoardRow, { store }: ViewContext): ShownTask => ({
  format: formats.task,
  task,
  prompt: store.task(task.task)?.prompt ?? '',
  runs: store.runsOf(task.task).map((run) => runRow(run)),
})
