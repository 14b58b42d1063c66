import { overridesOf } from '../../../config/own-reasons.ts'
import type { TaskQuery } from '../../../record/sqlite/tasks.ts'
import type { TaskStatus } from '../../../record/task-states.ts'
import type { PolicyOverrides } from '../../../recovery/policy.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import type { Screen } from '../command.ts'
import { hasStore, openRecordedQueue } from '../record/queue-context.ts'
import { projectConfig } from '../config/project-config.ts'
import { renderTasks } from './render-tasks.ts'
import { viewJson, viewTask, type TaskView } from './task-words.ts'

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
  const overrides = overridesOf(await projectConfig())
  using context = await openRecordedQueue({ shared: 'reads' })
  const views = hasStore(context) ? viewsOf(query, context, overrides) : []
  return screen.answer({ tasks: views.map(viewJson) }, () =>
    renderTasks(views, { query, nowMs: Date.now(), ...screen }),
  )
}

function viewsOf(query: TaskQuery, context: QueueContext, overrides: PolicyOverrides): readonly TaskView[] {
  const escalations = context.store.escalations()
  return context.store.tasks(query).map((task) => viewTask(context, task, escalations, overrides))
}
