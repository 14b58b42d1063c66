import type { TaskQuery } from '../../../record/sqlite/tasks.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { lastReason, paintStatus, statusWords, type TaskView, type Waiting } from './task-words.ts'
import { shortTime } from '../screen/times.ts'

export type TasksView = {
  readonly query: TaskQuery & { readonly limit: number }
  readonly nowMs: number
  readonly colour: boolean
  readonly columns: number
}

/** One line a task, aligned, no wider than the terminal. */
export function renderTasks(views: readonly TaskView[], view: TasksView): string {
  if (views.length === 0) return nothingFound(view.query)
  const style = styleFor(view.colour)
  const lines = tableLines(views, columnsFor(style), {
    last: ({ task }) => oneLine(task.title),
    width: view.columns,
  }).flatMap((line, at) => [
    line,
    ...waitingLine(views[at]?.waiting ?? null, view, style),
    ...treeLine(views[at]?.tree ?? null, style),
  ])
  return `${[...lines, ...footer(views, view, style)].join('\n')}\n`
}

const columnsFor = (style: Style): readonly Column<TaskView>[] => [
  {
    cell: ({ task }) => String(task.task),
    align: 'right',
    paint: (_view, text) => style.bold(text),
    giveUp: 0,
  },
  {
    cell: ({ task }) => statusWords(task.status),
    align: 'left',
    paint: ({ task }, text) => paintStatus(task.status, style, text),
    giveUp: 0,
  },
  { cell: ({ task, spent }) => `${spent.attempts}/${task.budget.attempts}`, align: 'right', giveUp: 1 },
  { cell: reasonWords, align: 'left', giveUp: 2 },
  {
    cell: ({ task }) => (task.phase === null ? '' : oneLine(task.phase)),
    align: 'left',
    paint: (_view, text) => style.dim(text),
    giveUp: 3,
  },
]

/** As in lists of runs: that nobody knows why is no word. */
function reasonWords(view: TaskView): string {
  const reason = lastReason(view)
  return reason === null || reason === 'UNKNOWN' ? '' : oneLine(reason)
}

/** What it waits for stands below: it may be longer than a column. */
function waitingLine(
  waiting: Waiting | null,
  { nowMs, columns }: TasksView,
  style: Style,
): readonly string[] {
  return waiting === null ? [] : [style.yellow(cut(`     waits ${waitingWords(waiting, nowMs)}`, columns))]
}

/** Never cut: a person opens it. */
const treeLine = (tree: string | null, style: Style): readonly string[] =>
  tree === null ? [] : [style.dim(`     work tree: ${oneLine(tree)}`)]

function waitingWords(waiting: Waiting, nowMs: number): string {
  switch (waiting.for) {
    case 'gate':
      return `at ${oneLine(waiting.gate)}${waiting.until === null ? '' : ` until ${shortTime(waiting.until, nowMs)}`}`
    case 'time':
      return `until ${shortTime(waiting.until, nowMs)}`
    case 'person':
      return `for a person${waiting.escalation === null ? '' : `: escalation ${waiting.escalation}`}`
  }
}

function footer(views: readonly TaskView[], { query }: TasksView, style: Style): readonly string[] {
  const next = views.findLast(({ task, waiting }) => task.status === 'queued' && waiting === null)
  const notes = [
    views.length === query.limit ? `the newest ${views.length}; more with --limit ${views.length * 5}` : null,
    views.some(({ waiting }) => waiting?.for === 'gate') ? 'what waits: mayday wait' : null,
    views.some(({ waiting }) => waiting?.for === 'person') ? 'who is needed: mayday escalations' : null,
    next === undefined ? null : `next: mayday run --task ${next.task.task}`,
  ].filter((note) => note !== null)
  return notes.length === 0 ? [] : ['', style.dim(notes.join(' · '))]
}

const nothingFound = ({ status }: TaskQuery): string =>
  status === undefined
    ? 'No tasks here yet.\nAdd one: mayday add "Fix the flaky login test" --agent claude --verify "npm test"\n'
    : `No task is ${status}.\nSee all: mayday tasks\n`
