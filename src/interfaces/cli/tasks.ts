import { overridesOf } from '../../config/own-reasons.ts'
import { UnknownWordError, UsageError } from '../../errors.ts'
import type { TaskQuery } from '../../record/sqlite/tasks.ts'
import { taskStatuses, type TaskStatus } from '../../record/task.ts'
import type { PolicyOverrides } from '../../recovery/policy.ts'
import type { QueueHouse } from '../../scheduling/locks.ts'
import type { Arguments, RunCommand } from './command.ts'
import { hasStore, openRecordedQueue } from './queue-house.ts'
import { projectConfig } from './project-config.ts'
import { renderTasks } from './render-tasks.ts'
import { viewJson, viewTask, type TaskView } from './task-words.ts'
import { shownJson } from '../shown.ts'

const DEFAULT_LIMIT = 50

export const runTasks: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `tasks takes options only, and got '${args.positionals[0]}'. See: mayday tasks --help`,
    )
  const query = queryOf(args)
  const { colour, columns } = terminal
  const overrides = overridesOf(await projectConfig())
  const house = await openRecordedQueue(terminal)
  const views = hasStore(house) ? viewsOf(query, house, overrides) : []
  house.store?.close()
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.tasks/1', tasks: views.map(viewJson) }, 2)}\n`
      : renderTasks(views, { query, nowMs: Date.now(), colour, columns }),
  )
  return 0
}

function viewsOf(query: TaskQuery, house: QueueHouse, overrides: PolicyOverrides): readonly TaskView[] {
  const escalations = house.store.escalations()
  return house.store.tasks(query).map((task) => viewTask(house, task, escalations, overrides))
}

function queryOf(args: Arguments): TaskQuery & { readonly limit: number } {
  const status = statusOf(args.text('status'))
  return {
    ...(status === undefined ? {} : { status }),
    ...(args.flag('all') ? {} : { isImplicit: false }),
    limit: limitOf(args.text('limit')),
  }
}

function statusOf(word: string | undefined): TaskStatus | undefined {
  if (word === undefined) return undefined
  const status = taskStatuses.find((known) => known === word)
  if (status === undefined) throw new UnknownWordError('status', word, taskStatuses)
  return status
}

function limitOf(word: string | undefined): number {
  if (word === undefined) return DEFAULT_LIMIT
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word)
  throw new UsageError(`--limit takes a number from 1, and got '${word}'.`)
}
