import type { LineProblem, SeriesProgress, SeriesSum, TaskSum } from '../../bench/report/report-schema.ts'
import { otherEndings, type AttemptRecord } from '../../bench/attempt-record.ts'
import { describeDuration } from '../../record/duration.ts'
import { percent } from '../cli/screen/bar-section.ts'
import { leftInWords } from '../cli/run/bench/bench-words.ts'
import { countOf } from '../../signals/count-of.ts'
import {
  costInWords,
  notesInWords,
  passAtKInWords,
  rateInWords,
  reasonsInWords,
} from '../cli/run/bench/render-bench-report.ts'
import { escapeMarkup as text } from './escape-markup.ts'
import { pageStyle } from './page-style.ts'

export type Page = {
  readonly sum: SeriesSum
  readonly records: readonly AttemptRecord[]
  readonly problems: readonly LineProblem[]
  readonly progress: SeriesProgress
}

/** A series as one standalone page: no script, no external resources, light and dark, printable. */
export function renderHtml(page: Page): string {
  const { sum } = page
  const title = `Bench report: ${sum.series.join(', ') || 'a series without a name'}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${[head(page), reasons(sum), hardest(sum), stages(sum), notes(page), tasks(sum), attempts(page.records)].filter((one) => one !== '').join('\n')}
</main>
</body>
</html>
`
}

const paragraph = (words: string, kind = ''): string =>
  `<p${kind === '' ? '' : ` class="${kind}"`}>${text(words)}</p>`

function head({ sum, progress }: Page): string {
  const left = leftInWords(progress, null)
  const about = [
    ...sum.agents,
    countOf(sum.tasks.length, 'task'),
    countOf(sum.attempts, 'attempt'),
    ...(sum.startedAt === null ? [] : [`started ${sum.startedAt}`]),
  ]
  const outside =
    sum.outside.length === 0
      ? ''
      : paragraph(
          `${sum.rate.of - sum.agentRate.of} of these failed outside the agent (${reasonsInWords(sum.outside)}). They count as failures above. Without them: ${rateInWords(sum.agentRate)}.`,
        )
  return [
    paragraph(about.join(' · '), 'quiet'),
    paragraph(rateInWords(sum.rate), 'rate'),
    left === '' ? '' : paragraph(left),
    outside,
    sum.passAtK.length === 0 ? '' : paragraph(passAtKInWords(sum)),
    paragraph(costInWords(sum), 'quiet'),
  ].join('\n')
}

type Cell = string | { readonly number: string } | { readonly bar: number; readonly kind: 'bad' | 'plain' }

/** The bar shows the share of the whole; a screen reader reads the number next to it. */
function cell(one: Cell): string {
  if (typeof one === 'string') return `<td>${text(one)}</td>`
  if ('number' in one) return `<td class="number">${text(one.number)}</td>`
  const width = Math.round(1000 * Math.max(0, Math.min(1, one.bar))) / 10
  const drawn = width === 0 ? '' : `<div class="bar ${one.kind}" style="width:${width}%"></div>`
  return `<td class="chart" aria-hidden="true">${drawn}</td>`
}

function table(title: string, names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return ''
  const heads = names.map((name) => `<th scope="col">${text(name)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
  return `<section>\n<h2>${text(title)}</h2>\n<div class="scroll"><table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>\n</section>`
}

function reasons({ reasons: all, rate }: SeriesSum): string {
  const most = Math.max(1, ...all.map(({ attempts }) => attempts))
  return table(
    'Why attempts failed',
    ['Reason', '', 'Attempts', 'Of failures'],
    all.map(({ reason, attempts }) => [
      reason,
      { bar: attempts / most, kind: 'bad' },
      { number: String(attempts) },
      { number: percent(attempts, rate.of - rate.passed) },
    ]),
  )
}

const taskCells = ({
  task,
  attempts,
  passed,
  failureRate,
  meanMs,
  reasons: all,
}: TaskSum): readonly Cell[] => [
  task,
  { bar: failureRate, kind: 'bad' },
  { number: `${attempts - passed} of ${attempts}` },
  { number: describeDuration(meanMs) },
  reasonsInWords(all),
]

const TASK_NAMES = ['Task', '', 'Failed', 'Mean time', 'Reasons']

const hardest = (sum: SeriesSum): string => table('Hardest tasks', TASK_NAMES, sum.hardest.map(taskCells))

const tasks = (sum: SeriesSum): string => table('All tasks', TASK_NAMES, sum.tasks.map(taskCells))

function stages({ stages: all }: SeriesSum): string {
  const most = Math.max(1, ...all.map(({ meanMs }) => meanMs))
  return table(
    'Mean time in each stage',
    ['Stage', '', 'Mean time', 'Attempts'],
    all.map(({ stage, attempts, meanMs }) => [
      stage,
      { bar: meanMs / most, kind: 'plain' },
      { number: describeDuration(meanMs) },
      { number: String(attempts) },
    ]),
  )
}

function notes({ sum, problems }: Page): string {
  const all = [...notesInWords(sum), ...problems.map(({ line, problem }) => `Line ${line} ${problem}.`)]
  if (all.length === 0) return ''
  return `<section>\n<h2>Notes</h2>\n<ul>\n${all.map((one) => `<li>${text(one)}</li>`).join('\n')}\n</ul>\n</section>`
}

const inStage = ({ stage, summary }: AttemptRecord): string =>
  stage === null ? summary : `${stage}: ${summary}`

const attempts = (records: readonly AttemptRecord[]): string =>
  table(
    'All attempts',
    ['Task', 'Attempt', 'Verdict', 'Time', 'What happened'],
    records.map((record) => [
      record.task_id,
      { number: String(record.attempt) },
      record.failure_reason ?? 'passed',
      { number: describeDuration(record.duration_ms) },
      [inStage(record), ...otherEndings(record)].join('; '),
    ]),
  )
