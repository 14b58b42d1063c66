import type { QueueRow, QueueView } from '../../../scheduling/queue-view.ts'
import type { QueueCounts } from '../../../scheduling/scheduler.ts'
import { thousands } from '../../../signals/count-of.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { paintStatus, statusWords } from './task-words.ts'
import { countdown, shortTime } from '../screen/times.ts'

export type QueueScreen = { readonly nowMs: number; readonly colour: boolean; readonly columns: number }

/** More of one kind would hide the others. */
const SHOWN = 50

/** What runs, what is next, what waits and for what. */
export function renderQueue(view: QueueView, screen: QueueScreen): string {
  const style = styleFor(screen.colour)
  const rows = rowLines(view, screen)
  return `${[
    holderWords(view),
    ...(rows.length === 0
      ? ['Nothing is queued, running or waiting.']
      : ['', ...rows, '', style.dim(countWords(view))]),
  ].join('\n')}\n`
}

/** One table for all that has to be done, in the order in which it will happen. */
export function rowLines(view: QueueView, screen: QueueScreen, shown: number = SHOWN): readonly string[] {
  const style = styleFor(screen.colour)
  const parts = [view.running, view.queued, view.waiting, view.deferred].map((rows) => rows.slice(0, shown))
  const rows = parts.flat()
  if (rows.length === 0) return []
  const lines = tableLines(rows, columnsFor(style, screen.nowMs), {
    last: ({ title }) => oneLine(title),
    width: screen.columns,
  }).flatMap((line, at) => [line, ...whyLine(rows[at], screen, style)])
  return [...lines, ...moreLine(view, shown, style)]
}

const columnsFor = (style: Style, nowMs: number): readonly Column<QueueRow>[] => [
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
    cell: (row) => (row.since === null || isBefore(row) ? '' : shortTime(row.since, nowMs)),
    align: 'left',
    paint: (_row, text) => style.dim(text),
    giveUp: 1,
  },
]

/** What it did earlier says nothing about its turn. */
const isBefore = ({ status }: QueueRow): boolean => status === 'queued' || status === 'deferred'

/** Why it does not run stands below: it may be longer than a column. */
function whyLine(
  row: QueueRow | undefined,
  { columns, nowMs }: QueueScreen,
  style: Style,
): readonly string[] {
  const why = row === undefined ? '' : whyWords(row, nowMs)
  if (why === '') return []
  const text = cut(`     ${why}`, columns)
  return [row?.status === 'waiting' ? style.yellow(text) : style.dim(text)]
}

/** `waits for the usage limit until 14:00`. */
export function whyWords({ status, why, until }: QueueRow, nowMs: number): string {
  if (status === 'running' || why === '') return oneLine(why)
  return `waits ${oneLine(why)}${until === null ? '' : untilWords(until, nowMs)}`
}

/** Further ahead than this the time of day says more than a distance. */
const NEAR_MS = 600_000

function untilWords(until: string, nowMs: number): string {
  const leftMs = Date.parse(until) - nowMs
  if (leftMs <= 0) return ''
  return leftMs < NEAR_MS ? `, in ${countdown(leftMs)}` : ` until ${shortTime(until, nowMs)}`
}

function moreLine({ counts }: QueueView, shown: number, style: Style): readonly string[] {
  const more = (['running', 'queued', 'waiting', 'deferred'] as const)
    .map((status) => ({ status, left: counts[status] - shown }))
    .filter(({ left }) => left > 0)
    .map(({ status, left }) => `${thousands(left)} more ${status}`)
  return more.length === 0 ? [] : [style.dim(`     and ${more.join(', ')}: mayday tasks --status …`)]
}

/** Who works here, and how much at a time. */
export function holderWords({ holder, isShared, holderWords: who, limits, counts }: QueueView): string {
  if (isShared === true) return 'The nodes of a fleet work on it: mayday fleet nodes'
  const left = counts.running + counts.queued + counts.waiting + counts.deferred
  if (holder === null) return `No scheduler works here.${left === 0 ? '' : ' Start one: mayday work'}`
  const flows = Object.entries(limits.perFlow).map(([flow, most]) => `${most} of ${oneLine(flow)}`)
  const name = oneLine(who ?? `process ${holder.pid}`)
  const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)}${name.includes(',') ? ',' : ''}`
  return `${subject} works here, ${[`${limits.concurrency} at a time`, ...flows].join(', ')}.`
}

/** `2 running, 3 queued, 1 waiting`. */
export function countWords({ counts }: { readonly counts: QueueCounts }): string {
  const parts = (['running', 'queued', 'waiting', 'deferred'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${thousands(counts[status])} ${status}`)
  return parts.length === 0 ? 'nothing to do' : parts.join(', ')
}
