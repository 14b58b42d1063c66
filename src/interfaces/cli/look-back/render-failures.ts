import { describeDuration } from '../../../record/duration.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Failures, ListedFailure } from '../../../views/failures-schema.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

export type FailuresView = Page & {
  readonly all: boolean
}

/** One block for each cause: what fails, how often, and since when. */
export function renderFailures(failures: Failures, view: FailuresView): string {
  const style = styleFor(view.colour)
  const shown = failures.groups.filter(({ state }) => view.all || state === 'open')
  const blocks = shown.map((group) => blockOf(group, view, style))
  return `${[headOf(failures, style), ...blocks, footOf(failures, shown, style)].filter((one) => one !== '').join('\n\n')}\n`
}

const rangeWords = { '30d': 'in 30 days', '24h': 'in 24 hours' } as const

function headOf({ groups, failed, runs, range, cost }: Failures, style: Style): string {
  const open = groups.filter(({ state }) => state === 'open').length
  if (failed === 0) return `Nothing failed ${rangeWords[range]} (${countOf(runs, 'run')}).`
  const lost = [
    `${describeDuration(cost.hours * 3_600_000)} lost`,
    ...(cost.costUsd === 0 ? [] : [`$${cost.costUsd.toFixed(2)} spent on them`]),
  ]
  const words = `${countOf(groups.length, 'failure')}, ${open} open`
  return `${style.bold(words)} ${style.dim(`· ${countOf(failed, 'failed run')} ${rangeWords[range]} · ${lost.join(' · ')}`)}`
}

function blockOf(group: ListedFailure, { nowMs, columns }: FailuresView, style: Style): string {
  const { key, title, reason, runs, tasks, solved, firstAt, lastAt, state, place } = group
  const told = [
    countOf(runs, 'time'),
    `${countOf(tasks, 'task')}${solved === 0 ? '' : `, ${solved} settled`}`,
    runs === 1 ? shortTime(lastAt, nowMs) : `${shortTime(firstAt, nowMs)} to ${shortTime(lastAt, nowMs)}`,
    place === null || title.includes(place) ? null : oneLine(place),
    state === 'open' ? null : state,
  ].filter((fact) => fact !== null)
  return [
    `${style.bold(key)}  ${cut(oneLine(title), Math.max(20, columns - key.length - 2))}`,
    `          ${style.red(oneLine(reason))}  ${style.dim(told.join(' · '))}`,
  ].join('\n')
}

function footOf({ groups, omitted }: Failures, shown: readonly ListedFailure[], style: Style): string {
  const hidden = groups.length - shown.length
  const [first] = shown
  const notes = [
    hidden === 0 ? '' : `${hidden} solved or acknowledged: --all`,
    omitted === 0 ? '' : `${omitted} rarer ones are left out`,
    first === undefined ? '' : `more: mayday failures ${first.key}`,
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : style.dim(wrap(notes.join(' · '), 100))
}
