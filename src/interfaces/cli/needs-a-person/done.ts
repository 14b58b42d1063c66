import { finishTask } from '../../../scheduling/finish-task.ts'
import { undoDecision } from '../../../scheduling/undo-decision.ts'
import type { Screen } from '../command.ts'
import { withTask } from '../record/find-recorded.ts'
import { openRecordedQueue } from '../record/queue-context.ts'

type Asked = { readonly task: string }

export async function runDone(asked: Asked, screen: Screen): Promise<number> {
  using opened = await openRecordedQueue({ shared: 'writes' })
  const context = withTask(opened, asked.task)
  const { task: before } = context
  const task = finishTask(before, context)
  await opened.ship?.()
  return screen.answer(
    { was: before.status, task },
    () => `Task ${task.task} is done; it was ${before.status}. Undo: mayday undo ${task.task}\n`,
  )
}

export async function runUndo(asked: Asked, screen: Screen): Promise<number> {
  using opened = await openRecordedQueue({ shared: 'writes' })
  const context = withTask(opened, asked.task)
  const { task: before } = context
  const task = undoDecision(before, context)
  await opened.ship?.()
  return screen.answer(
    { was: before.status, task },
    () => `Task ${task.task} is ${task.status} again; it was ${before.status}.\n`,
  )
}
