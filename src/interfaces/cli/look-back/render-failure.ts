import { describeDuration } from '../../../record/duration.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Failure } from '../../../views/failure-schema.ts'
import { barSection } from '../screen/bar-section.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { FailuresView } from './render-failures.ts'

const MOST_LINES = 10

/** One failure: what it is, what was tried, its evidence and its tasks. */
export function renderFailure(failure: Failure, view: FailuresView): string {
  const style = styleFor(view.colour)
  const sections = [
    headOf(failure, view, style),
    failure.helped === null ? '' : helpedOf(failure, failure.helped, view, style),
    triedOf(failure, view, style),
    evidenceOf(failure, view, style),
    tasksOf(failure, view, style),
    ...partsOf(failure, style),
    relatedOf(failure, view, style),
    nextOf(failure, style),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

function headOf(failure: Failure, { nowMs, columns }: FailuresView, style: Style): string {
  const { key, title, reason, meaning, place, state, runs, tasks, solved, firstAt, lastAt } = failure
  const facts = [
    countOf(runs, 'time'),
    `${countOf(tasks, 'task')}, ${solved} settled`,
    `first ${shortTime(firstAt, nowMs)}`,
    `last ${shortTime(lastAt, nowMs)}`,
    `${describeDuration(failure.durationMs)} lost`,
    ...(failure.costUsd === 0 ? [] : [`$${failure.costUsd.toFixed(2)}`]),
  ]
  const where = place === null || title.includes(place) ? '' : ` In ${oneLine(place)}.`
  return [
    style.bold(wrap(`${key}  ${oneLine(title)}`, columns)),
    wrap(`${meaning}${where} (${oneLine(reason)}, ${stateWords(failure, state, nowMs)})`, columns),
    style.dim(wrap(facts.join(' · '), columns)),
  ].join('\n')
}

function stateWords({ acknowledgedAt, note }: Failure, state: Failure['state'], nowMs: number): string {
  if (state !== 'acknowledged' || acknowledgedAt === null) return state
  return `acknowledged ${shortTime(acknowledgedAt, nowMs)}${note === null ? '' : `: ${oneLine(note)}`}`
}

function helpedOf(
  { byTask }: Failure,
  { words, missing }: NonNullable<Failure['helped']>,
  { columns }: FailuresView,
  style: Style,
): string {
  const open = byTask.filter(({ canRetry }) => canRetry).length
  const rest =
    missing.length === 0
      ? open === 0
        ? ''
        : ' Every open task has had it.'
      : ` ${countOf(missing.length, 'task has', 'tasks have')} not had it yet: ${missing.slice(0, MOST_LINES).join(', ')}.`
  return `${style.green('✓')} ${wrap(`${oneLine(words)}${rest}`, columns)}`
}

function triedOf({ tried }: Failure, { columns }: FailuresView, style: Style): string {
  if (tried.length === 0) return ''
  const lines = tried.flatMap(({ words, outcome, tries, helped, costUsd }) => [
    `  ${helped > 0 ? style.green('✓') : '–'} ${words}: ${helped} of ${tries} helped${costUsd === 0 ? '' : `, $${costUsd.toFixed(2)}`}`,
    style.dim(wrap(oneLine(outcome), columns, '    ')),
  ])
  return [style.bold('What was tried'), ...lines].join('\n')
}

function evidenceOf({ shown, runs }: Failure, { nowMs, columns }: FailuresView, style: Style): string {
  const lines = shown.flatMap(({ run, title, agent, at, evidence }) => [
    `  ${style.bold(`run ${run}`)}  ${style.dim(cut(oneLine([shortTime(at, nowMs), agent ?? 'a command', title].join(' · ')), columns - 12))}`,
    ...(evidence === null
      ? []
      : [
          cut(
            `    ${evidence.line === null ? '' : `${evidence.line}: `}${oneLine(evidence.excerpt)}`,
            columns,
          ),
        ]),
  ])
  return [style.bold(`Evidence of ${shown.length} of ${countOf(runs, 'run')}`), ...lines].join('\n')
}

function tasksOf({ byTask }: Failure, { columns }: FailuresView, style: Style): string {
  const lines = byTask
    .slice(0, MOST_LINES)
    .map(({ task, title, status, runs }) =>
      cut(`  #${task}  ${status}, ${countOf(runs, 'time')}  ${oneLine(title)}`, columns),
    )
  const rest = byTask.length - lines.length
  return [style.bold('Tasks'), ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

const partsOf = ({ byAgent, byModel, byPhase }: Failure, style: Style): readonly string[] =>
  (
    [
      ['Agents', byAgent],
      ['Models', byModel],
      ['Phases', byPhase],
    ] as const
  ).map(([title, parts]) =>
    barSection(
      title,
      parts
        .filter(({ name }) => name !== null)
        .slice(0, MOST_LINES)
        .map(({ name, runs }) => ({ label: name ?? '', count: runs, note: '' })),
      { barWidth: 20, style },
    ),
  )

function relatedOf({ related }: Failure, { columns }: FailuresView, style: Style): string {
  if (related.length === 0) return ''
  const lines = related.map(({ key, title, runs }) =>
    cut(`  ${key}  ${oneLine(title)} (${countOf(runs, 'run')})`, columns),
  )
  return [style.bold('Looks related'), ...lines].join('\n')
}

function nextOf({ shown, byTask, state, key }: Failure, style: Style): string {
  const [first] = shown
  const retry = byTask.find(({ canRetry }) => canRetry)
  const notes = [
    first === undefined ? '' : `why: mayday show ${first.run}`,
    retry === undefined ? '' : `again: mayday retry ${retry.newestRun}`,
    state === 'open' ? `seen: mayday failures ${key} --ack` : '',
  ].filter((note) => note !== '')
  return style.dim(notes.join(' · '))
}
