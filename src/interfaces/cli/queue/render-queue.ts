import { isInQueue } from '../../../record/task-states.ts'
import { leftIn, queueStatuses, type QueueCounts } from '../../../scheduling/count-queue.ts'
import { thousands } from '../../../signals/count-of.ts'
import type { QueuePart } from '../../../views/queue.ts'
import type { TaskRow } from '../../../views/task-row.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { paintStatus, statusWords } from '../screen/status-look.ts'
import { waitWords } from './task-words.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

/** More rows of one kind would hide the others. */
const SHOWN = 50

/** Renders the running, the next and the waiting tasks, with the reason for each wait. */
export function renderQueue(view: QueuePart, screen: Page): string {
  const style = styleFor(screen.colour)
  const rows = rowLines(view, screen)
  return `${[
    holderWords(view),
    ...(rows.length === 0
      ? ['Nothing is queued, running or waiting.']
      : ['', ...rows, '', style.dim(countWords(view))]),
  ].join('\n')}\n`
}

/** One table for all open tasks, in the order in which they will run. */
export function rowLines(view: QueuePart, screen: Page, shown: number = SHOWN): readonly string[] {
  const style = styleFor(screen.colour)
  const parts = queueStatuses.map((status) => view[status].slice(0, shown))
  const rows = parts.flat()
  if (rows.length === 0) return []
  const lines = tableLines(rows, columnsFor(style, screen.nowMs), {
    last: ({ title }) => oneLine(title),
    width: screen.columns,
  }).flatMap((line, at) => [line, ...whyLine(rows[at], screen, style)])
  return [...lines, ...moreLine(view, shown, style)]
}

const columnsFor = (style: Style, nowMs: number): readonly Column<TaskRow>[] => [
  { cell: ({ task }) => String(task), align: 'right', paint: (_row, text) => style.bold(text), giveUp: 0 },
  {
    cell: ({ status }) => statusWords(status),
    align: 'left',
    paint: ({ status }, text) => paintStatus(status, style, text),
    giveUp: 0,
  },
  { cell: (row) => (row.run === null || isBefore(row) ? '' : `run ${row.run}`), align: 'left', giveUp: 3 },
  { cell: ({ flow }) => oneLine(flow), align: 'left', giveUp: 2 },
  {
    cell: ({ phase }) => (phase === null ? '' : oneLine(phase)),
    align: 'left',
    paint: (_row, text) => style.dim(text),
    giveUp: 4,
  },
  {
    cell: (row) => (isBefore(row) ? '' : sinceWords(row, nowMs)),
    align: 'left',
    paint: (_row, text) => style.dim(text),
    giveUp: 1,
  },
]

/** The end of the last run, or the start if it is still running. */
function sinceWords({ startedAt, endedAt }: TaskRow, nowMs: number): string {
  const since = endedAt ?? startedAt
  return since === null ? '' : shortTime(since, nowMs)
}

/** Earlier runs say nothing about the position in the queue. */
const isBefore = ({ status }: TaskRow): boolean => isInQueue(status)

/** The reason for a wait is shown below, because it may be longer than a column. */
function whyLine(row: TaskRow | undefined, { columns, nowMs }: Page, style: Style): readonly string[] {
  const why = row === undefined ? '' : whyWords(row, nowMs)
  if (why === '') return []
  const text = cut(`     ${why}`, columns)
  return [row?.status === 'waiting' ? style.yellow(text) : style.dim(text)]
}

/** `waits for the usage limit until 14:00`; empty for a running task. */
export function whyWords({ status, waiting, endedAt }: TaskRow, nowMs: number): string {
  if (waiting !== null) return waitWords(waiting, nowMs)
  return status === 'running' && endedAt !== null ? 'between two attempts' : ''
}

function moreLine({ counts }: QueuePart, shown: number, style: Style): readonly string[] {
  const more = queueStatuses
    .map((status) => ({ status, left: counts[status] - shown }))
    .filter(({ left }) => left > 0)
    .map(({ status, left }) => `${thousands(left)} more ${status}`)
  return more.length === 0 ? [] : [style.dim(`     and ${more.join(', ')}: mayday tasks --status …`)]
}

/** The schedulers at work and their limits. */
export function holderWords({ holder, isShared, holderWords: who, limits, counts }: QueuePart): string {
  if (isShared) return 'The nodes of a fleet work on it: mayday fleet nodes'
  const left = leftIn(counts)
  if (holder === null) return `No scheduler is running here.${left === 0 ? '' : ' Start one: mayday work'}`
  const flows = Object.entries(limits.perFlow).map(([flow, most]) => `${most} of ${oneLine(flow)}`)
  const name = oneLine(who ?? `process ${holder.pid}`)
  const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)}${name.includes(',') ? ',' : ''}`
  return `${subject} works here, ${[`${limits.concurrency} at a time`, ...flows].join(', ')}.`
}

/** `2 running, 3 queued, 1 waiting`. */
export function countWords({ counts }: { readonly counts: QueueCounts }): string {
  const parts = queueStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${thousands(counts[status])} ${status}`)
  return parts.length === 0 ? 'nothing to do' : parts.join(', ')
}
