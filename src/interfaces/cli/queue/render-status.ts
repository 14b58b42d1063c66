import { workedMs } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { EscalationRecord } from '../../../record/task-story.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { QueuePart } from '../../../views/queue.ts'
import type { Status } from '../../../views/status.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { countWords, holderWords, rowLines } from './render-queue.ts'
import { outcome, paintOutcome } from '../screen/run-words.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { tableLines } from '../screen/table.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

/** The output fits on one screen, so each kind has a limited number of rows. */
const SHOWN = 8

/** Renders running and waiting tasks, escalations, and the outcome of the last runs. */
export function renderStatus({ queue, plain, escalations, ended }: Status, screen: Page): string {
  const style = styleFor(screen.colour)
  const parts = [
    [style.bold(headline(queue, plain, escalations)), holderWords(queue)],
    titled('Plain runs', runLines(plain.slice(0, SHOWN), screen, style), style),
    rowLines(queue, screen, SHOWN),
    titled('Needs a person', escalationLines(escalations, screen, style), style),
    titled('Ended last', runLines(ended, screen, style), style),
  ].filter((lines) => lines.length > 0)
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function headline(
  queue: QueuePart,
  plain: readonly RunRecord[],
  escalations: readonly EscalationRecord[],
): string {
  const people =
    escalations.length === 0
      ? null
      : `${countOf(escalations.length, 'escalation needs', 'escalations need')} a person`
  const runs = plain.length === 0 ? null : countOf(plain.length, 'plain run continues', 'plain runs continue')
  const todo = runs !== null && isEmpty(queue) ? null : countWords(queue)
  return sentence([todo, runs, people].filter((part) => part !== null).join('; '))
}

const isEmpty = ({ counts }: QueuePart): boolean =>
  counts.running + counts.queued + counts.waiting + counts.deferred === 0

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`

const titled = (title: string, lines: readonly string[], style: Style): readonly string[] =>
  lines.length === 0 ? [] : [style.bold(title), ...lines]

const escalationLines = (
  escalations: readonly EscalationRecord[],
  { columns }: Page,
  style: Style,
): readonly string[] => [
  ...escalations.slice(0, SHOWN).map(({ number, task, cause, state }) => {
    const about = task === null ? '' : ` task ${task}:`
    const text = cut(`${number} ▲${about} ${oneLine(cause)}`, columns - 2)
    return `  ${state === 'open' ? style.red(text) : style.yellow(text)}`
  }),
  ...(escalations.length === 0 ? [] : [style.dim('  mayday escalations')]),
]

function runLines(runs: readonly RunRecord[], { nowMs, columns }: Page, style: Style): readonly string[] {
  return tableLines(
    runs,
    [
      { cell: ({ run }) => `  ${run}`, align: 'right', paint: (_run, text) => style.bold(text), giveUp: 0 },
      {
        cell: (run) => outcome(run),
        align: 'left',
        paint: (run, text) => paintOutcome(run, style, text),
        giveUp: 0,
      },
      {
        cell: ({ endedAt, startedAt }) => shortTime(endedAt ?? startedAt, nowMs),
        align: 'left',
        paint: (_run, text) => style.dim(text),
        giveUp: 1,
      },
      {
        cell: (run) => tookWords(workedMs(run)),
        align: 'right',
        giveUp: 2,
      },
    ],
    { last: ({ title }) => oneLine(title), width: columns },
  )
}

const tookWords = (ms: number | null): string => (ms === null ? '' : describeDuration(ms))
