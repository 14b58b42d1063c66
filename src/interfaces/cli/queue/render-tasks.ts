import { isUnknown } from '../../../reasons/reason.ts'
import type { TaskQuery } from '../../../record/sqlite/tasks.ts'
import type { ListedTask, Tasks } from '../../../views/tasks.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { paintStatus, statusWords } from '../screen/status-look.ts'
import { waitWords } from './task-words.ts'
import type { Page } from '../screen/page.ts'

export type TasksView = Page & {
  readonly query: TaskQuery & { readonly limit: number }
}

/** One aligned line for each task, at most as wide as the terminal. */
export function renderTasks({ tasks }: Tasks, view: TasksView): string {
  if (tasks.length === 0) return nothingFound(view.query)
  const style = styleFor(view.colour)
  const lines = tableLines(tasks, columnsFor(style), {
    last: ({ title }) => oneLine(title),
    width: view.columns,
  }).flatMap((line, at) => [
    line,
    ...waitingLine(tasks[at], view, style),
    ...treeLine(tasks[at]?.tree ?? null, style),
  ])
  return `${[...lines, ...footer(tasks, view, style)].join('\n')}\n`
}

const columnsFor = (style: Style): readonly Column<ListedTask>[] => [
  {
    cell: ({ task }) => String(task),
    align: 'right',
    paint: (_task, text) => style.bold(text),
    giveUp: 0,
  },
  {
    cell: ({ status }) => statusWords(status),
    align: 'left',
    paint: ({ status }, text) => paintStatus(status, style, text),
    giveUp: 0,
  },
  { cell: ({ budget, spent }) => `${spent.attempts}/${budget.attempts}`, align: 'right', giveUp: 1 },
  { cell: reasonWords, align: 'left', giveUp: 2 },
  {
    cell: ({ phase }) => (phase === null ? '' : oneLine(phase)),
    align: 'left',
    paint: (_task, text) => style.dim(text),
    giveUp: 3,
  },
]

/** As in lists of runs: an unknown reason is shown as no reason. */
const reasonWords = ({ lastReason }: ListedTask): string =>
  isUnknown(lastReason) ? '' : oneLine(lastReason ?? '')

/** The reason for a wait is shown below, because it may be longer than a column. */
function waitingLine(
  task: ListedTask | undefined,
  { nowMs, columns }: TasksView,
  style: Style,
): readonly string[] {
  const waiting = task?.waiting ?? null
  // The list itself shows that a task is queued.
  if (waiting === null || waiting.kind === 'turn' || waiting.kind === 'room') return []
  return [style.yellow(cut(`     ${waitWords(waiting, nowMs)}`, columns))]
}

/** Never cut, because the user opens it. */
const treeLine = (tree: string | null, style: Style): readonly string[] =>
  tree === null ? [] : [style.dim(`     work tree: ${oneLine(tree)}`)]

function footer(tasks: readonly ListedTask[], { query }: TasksView, style: Style): readonly string[] {
  const next = tasks.findLast(({ status, waiting }) => status === 'queued' && waiting?.kind === 'turn')
  const notes = [
    tasks.length === query.limit ? `the newest ${tasks.length}; more with --limit ${tasks.length * 5}` : null,
    tasks.some(({ waiting }) => waiting?.kind === 'gate') ? 'what waits: mayday wait' : null,
    tasks.some(({ waiting }) => waiting?.kind === 'person')
      ? 'what needs a person: mayday escalations'
      : null,
    next === undefined ? null : `next: mayday run --task ${next.task}`,
  ].filter((note) => note !== null)
  return notes.length === 0 ? [] : ['', style.dim(notes.join(' · '))]
}

const nothingFound = ({ status }: TaskQuery): string =>
  status === undefined
    ? 'No tasks here yet.\nAdd one: mayday add "Fix the flaky login test" --agent claude --verify "npm test"\n'
    : `No task is ${status}.\nSee all: mayday tasks\n`
