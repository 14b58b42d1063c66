/**
 * Unfinished tasks of another program.
 *
 * I1 They are escalated: Mayday starts none until a person decides.
 * I2 A task that already exists stays as it is, even if it is imported again.
 * I3 If the other program has run it, that run decides, unless a person has taken up the task here. If the other
 * program still has not finished it, it is escalated again.
 */
import { IMPORTED_TASKS } from './status-lists.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { ImportedRun, ImportedTask } from '../importers/imported-run.ts'
import { taskOrigins } from '../task-states.ts'
import { defaultBudget, readsOnly } from '../task.ts'
import { acknowledge, closeEscalation, raise } from './escalations.ts'
import { insert } from './insert.ts'
import { moveTask } from './move-task.ts'
import { flag, number, text } from './row.ts'
import { taskColumns } from './task-row.ts'

/** Returns how many are new. */
export function importTasks(db: DatabaseSync, tasks: Iterable<ImportedTask>): number {
  let added = 0
  for (const task of tasks) if (importTask(db, task)) added += 1
  return added
}

export function numberOfTask(db: DatabaseSync, taskId: string): number | undefined {
  const row = db.prepare('SELECT number FROM tasks WHERE id = ?').get(taskId)
  return row === undefined ? undefined : number(row, 'number')
}

/** I2. A task that existed only because of its imported runs becomes one that can be run. */
function importTask(db: DatabaseSync, imported: ImportedTask): boolean {
  const found = db.prepare('SELECT number, is_implicit FROM tasks WHERE id = ?').get(imported.taskId)
  const task = found === undefined ? addImported(db, imported) : number(found, 'number')
  const isKnown = found !== undefined && !flag(found, 'is_implicit')
  if (isKnown && !hasRunThereSince(db, task)) return false
  if (found !== undefined) promote(db, task, imported)
  escalate(db, task, imported)
  return !isKnown
}

/** I3: whether the other program ran it since it was escalated, while nothing happened here. */
function hasRunThereSince(db: DatabaseSync, task: number): boolean {
  const row = db
    .prepare(
      `SELECT 1 FROM tasks WHERE number = ? AND status IN ${IMPORTED_TASKS}
         AND NOT EXISTS (SELECT 1 FROM runs WHERE task = tasks.number AND origin = 'mayday')
         AND (SELECT max(number) FROM runs WHERE task = tasks.number)
           > (SELECT coalesce(max(run), 0) FROM escalations WHERE key = ?)`,
    )
    .get(task, keyOf(task))
  return row !== undefined
}

const columnsOf = ({ title, prompt, flow, agent }: ImportedTask): ReturnType<typeof taskColumns> =>
  taskColumns({
    title,
    prompt,
    flow,
    agent,
    expectChanges: !readsOnly(flow),
    budget: defaultBudget,
  })

const addImported = (db: DatabaseSync, imported: ImportedTask): number =>
  insert(db, 'tasks', {
    id: imported.taskId,
    created_at: imported.createdAt,
    ...columnsOf(imported),
    status: taskOrigins.import,
    is_implicit: 0,
  })

/** Its runs were another program's, so they do not count against its budget here. */
function promote(db: DatabaseSync, task: number, imported: ImportedTask): void {
  const columns = columnsOf(imported)
  const sets = Object.keys(columns).map((name) => `${name} = ?`)
  db.prepare(
    `UPDATE tasks SET ${sets.join(', ')}, is_implicit = 0,
       since_run = (SELECT coalesce(max(number), 0) FROM runs WHERE task = tasks.number)
     WHERE number = ?`,
  ).run(...Object.values(columns), task)
  moveTask(db, task, 'import-task', { at: imported.raisedAt })
}

const keyOf = (task: number): string => `task:${task}:import`

function escalate(
  db: DatabaseSync,
  task: number,
  { cause, raisedAt, isStuck }: Pick<ImportedTask, 'cause' | 'raisedAt' | 'isStuck'>,
): void {
  const last = db.prepare('SELECT max(number) AS run FROM runs WHERE task = ?').get(task)
  const raised = raise(db, {
    key: keyOf(task),
    task,
    run: typeof last?.['run'] === 'number' ? last['run'] : null,
    cause,
    raisedAt,
    detail: { actions: [`mayday run --task ${task}`, `mayday skip ${task}`] },
  })
  if (!isStuck) acknowledge(db, raised, null, raisedAt)
}

/** I3. */
export function settleImported(
  db: DatabaseSync,
  task: number,
  { run, status, at }: Pick<ImportedRun, 'status'> & { readonly run: number; readonly at: string },
): void {
  const row = db.prepare('SELECT is_implicit, status FROM tasks WHERE number = ?').get(task)
  if (row === undefined || flag(row, 'is_implicit')) return
  const open = db
    .prepare("SELECT number FROM escalations WHERE key = ? AND state <> 'closed'")
    .get(keyOf(task))
  if (open === undefined || text(row, 'status') !== 'escalated') return
  moveTask(db, task, 'import-run', { at, to: status, set: { sinceRun: run } })
  closeEscalation(db, number(open, 'number'), at)
}
