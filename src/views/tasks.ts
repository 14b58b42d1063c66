/** The list of tasks as they were added, with the resources that their runs used. */
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { count, size, type Shape } from '../record/schema.ts'
import type { TaskQuery } from '../record/sqlite/tasks.ts'
import { taskRecordSchema, type TaskRecord } from '../record/task.ts'
import { spentBy } from '../recovery/budgets.ts'
import { ownTree } from '../scheduling/work-folder.ts'
import { formats } from './formats.ts'
import { failureOf } from '../record/run.ts'
import { headOf, rowFacts, type RowFacts } from './task-row.ts'
import { taskWaitSchema, waitOf } from './task-wait.ts'
import { isRecorded, described, type MaybeRecorded, type ViewContext } from './view.ts'

export const listedTaskSchema = v.object({
  ...taskRecordSchema.entries,
  spent: described(
    v.object({ attempts: count, wallMs: size, tokens: size, costUsd: size }),
    'what its runs used since the last manual retry; `attempts` are those that count',
  ),
  runs: described(count, 'all its runs'),
  lastRun: described(v.nullable(count), 'the number of its last run'),
  lastReason: described(v.nullable(v.string()), 'why its last run failed, after a correction'),
  waiting: described(v.nullable(taskWaitSchema), 'why it does not run; null if it runs or is over'),
  tree: described(v.nullable(v.string()), 'the path of its own work tree, once it is made'),
})

export const tasksSchema = v.object({
  format: v.literal(formats.tasks),
  tasks: described(v.array(listedTaskSchema), 'newest first; tasks of plain runs only with `--all`'),
})

export type ListedTask = Shape<typeof listedTaskSchema>
export type Tasks = Shape<typeof tasksSchema>

export function readTasks(query: TaskQuery, context: MaybeRecorded): Tasks {
  if (!isRecorded(context)) return { format: formats.tasks, tasks: [] }
  const facts = rowFacts(context)
  return {
    format: formats.tasks,
    tasks: context.store.tasks(query).map((task) => listedTask(task, context, facts)),
  }
}

function listedTask(task: TaskRecord, context: ViewContext, facts: RowFacts): ListedTask {
  const { store, overrides } = context
  const runs = store.runsOf(task.task)
  const last = runs.at(-1)
  return {
    ...task,
    spent: spentBy(runs, task.sinceRun, overrides),
    runs: runs.length,
    lastRun: last?.run ?? null,
    lastReason: last === undefined ? null : failureOf(last),
    waiting: waitOf(headOf(task, store), facts),
    tree: treeOf(task, context),
  }
}

function treeOf(task: TaskRecord, context: ViewContext): string | null {
  const tree = ownTree(task, context)
  return task.hasOwnTree && existsSync(tree) ? tree : null
}
