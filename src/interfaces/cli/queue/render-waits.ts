import { describeDuration } from '../../../record/duration.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { TaskRow } from '../../../views/task-row.ts'
import type { GateRow, Waits } from '../../../views/waits.ts'
import { oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { longTime, shortTime } from '../screen/times.ts'
import { waitWords } from './task-words.ts'
import type { Page } from '../screen/page.ts'

/** Each closed gate: since when, until when and by which source, why, and which tasks wait. */
export function renderWaits({ gates, tasks }: Waits, view: Page): string {
  if (gates.length === 0 && tasks.length === 0) return 'Nothing is waiting.\n'
  const style = styleFor(view.colour)
  return [
    ...gates.map((gate) => renderGate(gate, view, style)),
    ...(tasks.length === 0 ? [] : [tasks.map((task) => timedLine(task, view, style)).join('')]),
  ].join('\n')
}

function renderGate(gate: GateRow, { nowMs, columns }: Page, style: Style): string {
  const lines = [
    `${style.bold(oneLine(gate.key))}  ${style.yellow(oneLine(gate.reason))}, closed ${shortTime(gate.closedAt, nowMs)}`,
    wrap(untilWords(gate, nowMs), columns, '  '),
    wrap(`why: ${oneLine(gate.evidence)}`, columns, '  '),
    `  ${whoWaits(gate)}`,
    `  ${style.cyan('→')} mayday wait --open ${oneLine(gate.key)}`,
  ]
  return `${lines.join('\n')}\n`
}

/** The time in the reader's zone, the remaining time, and the source. */
function untilWords({ until, source, zone }: GateRow, nowMs: number): string {
  const from = `from ${oneLine(source)}${zone === null ? '' : `, in ${oneLine(zone)}`}`
  if (until === null) return `until a user opens it: its end is not known (${from})`
  const leftMs = Date.parse(until) - nowMs
  const distance = leftMs > 0 ? `in ${describeDuration(leftMs)}` : 'which has passed: the next run tests it'
  return `until ${longTime(until)} ${localZone()}, ${distance} (${from})`
}

const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

function whoWaits({ tasks, canary, probes }: GateRow): string {
  const waits =
    tasks.length === 0
      ? 'no task waits here'
      : `${countOf(tasks.length, 'task waits', 'tasks wait')} here: ${tasks.join(', ')}`
  return [
    waits,
    ...(probes === 0 ? [] : [`tried ${countOf(probes, 'time')} without success`]),
    ...(canary === null ? [] : ['one run is trying now']),
  ].join('; ')
}

function timedLine({ task, title, waiting }: TaskRow, { nowMs }: Page, style: Style): string {
  const why = waiting === null ? 'waits' : waitWords(waiting, nowMs)
  return `${style.bold(`task ${task}`)} ${why}: ${oneLine(title)}\n`
}

export function renderOpened({ key, tasks }: GateRow): string {
  const [first] = tasks
  const after =
    first === undefined
      ? 'No task waited there.'
      : `${countOf(tasks.length, 'task')} may continue: ${tasks.map((task) => `mayday run --task ${task}`).join(', ')}`
  return `Gate ${oneLine(key)} is open. ${after}\n`
}
