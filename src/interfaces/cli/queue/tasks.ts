import { overridesOf } from '../../../config/own-reasons.ts'
import type { TaskQuery } from '../../../record/sqlite/tasks.ts'
import type { TaskStatus } from '../../../record/task-states.ts'
import type { PolicyOverrides } from '../../../recovery/policy.ts'
import type { QueueHouse } from '../../../scheduling/locks.ts'
import type { Screen } from '../command.ts'
import { hasStore, openRecordedQueue } from '../record/queue-house.ts'
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
  using house = await openRecordedQueue()
  const views = hasStore(house) ? viewsOf(query, house, overrides) : []
  return screen.answer({ tasks: views.map(viewJson) }, () =>
    renderTasks(views, { query, nowMs: Date.now(), ...screen }),
  )
}

function viewsOf(query: TaskQuery, house: QueueHouse, overrides: PolicyOverrides): readonly TaskView[] {
  const escalations = house.store.escalations()
  return house.store.tasks(query).map((task) => viewTask(house, task, escalations, overrides))
}
