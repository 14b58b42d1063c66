import type { TaskStatus } from '../../../record/task-states.ts'
import { readTasks } from '../../../views/tasks.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderTasks } from './render-tasks.ts'

export type TasksAsked = {
  readonly status: TaskStatus | undefined
  readonly all: boolean
  readonly limit: number
}

export async function runTasks({ status, all, limit }: TasksAsked, screen: Screen): Promise<number> {
  const query = {
    ...(status === undefined ? {} : { status }),
    ...(all ? {} : { isImplicit: false }),
    limit,
  }
  using context = await openRecordedQueue({ shared: 'reads' })
  const tasks = readTasks(query, context)
  return screen.answer(tasks, () => renderTasks(tasks, { query, nowMs: Date.now(), ...screen }))
}
