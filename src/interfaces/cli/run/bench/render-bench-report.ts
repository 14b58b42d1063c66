import type {
  LineProblem,
  Rate,
  ReasonCount,
  SeriesProgress,
  SeriesSum,
  TaskSum,
} from '../../../../bench/report/report-schema.ts'
import { describeDuration } from '../../../../record/duration.ts'
import { countOf, thousands } from '../../../../signals/count-of.ts'
import { barSection, percent, type BarLine } from '../../screen/bar-section.ts'
import { leftInWords, passedInWords } from './bench-words.ts'
import { oneLine } from '../../screen/columns.ts'
import { styleFor, wrap, type Style } from '../../screen/style.ts'
import type { Paper } from '../../screen/page.ts'

/** The columns next to the name of a hard task: bar, counts, time, the longest reason. */
const BESIDE_NAME = 52

export type BenchReport = {
  readonly sum: SeriesSum
  readonly progress: SeriesProgress
  /** The series that can be resumed; null if it does not belong to this project. */
  readonly resumes: string | null
  readonly problems: readonly LineProblem[]
}

/** Renders the results of a series as text. */
export function renderBenchReport(report: BenchReport, view: Paper): string {
  const { sum, problems } = report
  const style = styleFor(view.colour)
  const barWidth = Math.max(6, Math.min(24, view.columns - 62))
  const bars = (title: string, list: readonly BarLine[], paint = style.red): string =>
    barSection(title, list, { barWidth, style, paint })
  const failed = sum.rate.of - sum.rate.passed
  const sections = [
    summary(report, view, style),
    bars(
      'Why attempts failed',
      sum.reasons.map(({ reason, attempts }) => ({
        label: reason,
        count: attempts,
        note: percent(attempts, failed),
      })),
    ),
    barSection('Hardest tasks', sum.hardest.map(hardestLine), {
      barWidth: 6,
      labelWidth: Math.max(16, Math.min(40, view.columns - BESIDE_NAME)),
      style,
    }),
    bars('Mean time in each stage', sum.stages.map(stageLine), style.cyan),
    notes(sum, problems, view, style),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

/** `8 of 12 attempts passed: 67 % (95 % interval 39 to 86 %)`. */
export const rateInWords = ({ passed, of, low, high }: Rate): string =>
  of === 0
    ? 'none'
    : `${passedInWords(passed, of)}: ${percent(passed, of)} (95 % interval ${Math.round(100 * low)} to ${Math.round(100 * high)} %)`

export const reasonsInWords = (reasons: readonly ReasonCount[]): string =>
  reasons.map(({ reason, attempts }) => `${reason}${attempts === 1 ? '' : ` ×${attempts}`}`).join(', ')

function summary({ sum, progress, resumes }: BenchReport, { columns }: Paper, style: Style): string {
  const head = [
    sum.series.length === 0 ? 'A series without a name' : sum.series.map(oneLine).join(', '),
    ...(sum.agents.length === 0 ? [] : [sum.agents.map(oneLine).join(', ')]),
    countOf(sum.tasks.length, 'task'),
    countOf(sum.attempts, 'attempt'),
  ]
  const paint =
    sum.rate.passed === sum.rate.of ? style.green : sum.rate.passed === 0 ? style.red : style.yellow
  return [
    style.bold(wrap(head.join(' · '), columns)),
    paint(rateInWords(sum.rate)),
    ...lines(leftInWords(progress, resumes), columns),
    ...outsideLines(sum, columns),
    ...(sum.passAtK.length === 0 ? [] : [wrap(passAtKInWords(sum), columns)]),
    style.dim(wrap(costInWords(sum), columns)),
  ].join('\n')
}

const lines = (text: string, columns: number): readonly string[] => (text === '' ? [] : [wrap(text, columns)])

/** Failures that are not the agent's fault are included in the first rate and listed separately here. */
function outsideLines({ outside, agentRate, rate }: SeriesSum, columns: number): readonly string[] {
  if (outside.length === 0) return []
  const n = rate.of - agentRate.of
  return [
    wrap(`${n} of these attempts failed outside the agent: ${reasonsInWords(outside)}.`, columns),
    wrap(`Without them ${agentRate.of === 0 ? 'no attempt is left' : rateInWords(agentRate)}.`, columns),
  ]
}

export const passAtKInWords = ({ passAtK, tasks }: SeriesSum): string =>
  passAtK
    .map(
      ({ k, share, tasks: n }) =>
        `pass@${k} ${Math.round(100 * share)} %${n === tasks.length ? '' : ` (${countOf(n, 'task')})`}`,
    )
    .join('  ')

/** Durations, tokens and cost, and the number of attempts for which each is known. */
export function costInWords({ duration, tokens, costUsd, attempts, rate }: SeriesSum): string {
  const known = (n: number): string => (n === attempts ? '' : ` (reported by ${n} of ${attempts})`)
  return [
    `median ${describeDuration(duration.medianMs ?? 0)}`,
    `p95 ${describeDuration(duration.p95Ms ?? 0)}`,
    `${describeDuration(duration.totalMs)} in all`,
    ...(tokens.attempts === 0 ? [] : [`${thousands(tokens.total)} tokens${known(tokens.attempts)}`]),
    ...(costUsd.attempts === 0 ? [] : [`$${costUsd.total.toFixed(2)}${known(costUsd.attempts)}`]),
    ...(costUsd.attempts === 0 || rate.passed === 0
      ? []
      : [`$${(costUsd.total / rate.passed).toFixed(2)}/pass`]),
  ].join(' · ')
}

const hardestLine = ({ task, attempts, passed, meanMs, reasons }: TaskSum): BarLine => ({
  label: task,
  count: (attempts - passed) / attempts,
  shown: `${attempts - passed}/${attempts}`,
  note: `${describeDuration(meanMs)}  ${reasons[0]?.reason ?? ''}${reasons.length > 1 ? ', …' : ''}`,
})

const stageLine = ({ stage, attempts, meanMs }: SeriesSum['stages'][number]): BarLine => ({
  label: stage,
  count: meanMs,
  shown: describeDuration(meanMs),
  note: `in ${countOf(attempts, 'attempt')}`,
})

function notes(sum: SeriesSum, problems: readonly LineProblem[], { columns }: Paper, style: Style): string {
  const said = notesInWords(sum).map((one) => wrap(one, columns))
  const odd = problems.map(({ line, problem }) =>
    style.yellow(wrap(`Line ${line} ${oneLine(problem)}.`, columns)),
  )
  return [...said, ...odd].join('\n')
}

/** Notes that a reader needs to interpret the figures. */
export function notesInWords({ invalidTasks, flaky, unknown }: SeriesSum): readonly string[] {
  return [
    ...(invalidTasks.length === 0
      ? []
      : [
          `${countOf(invalidTasks.length, 'task')} ended before the agent started: ${invalidTasks.map(({ task, reason }) => `${oneLine(task)} (${reason})`).join(', ')}.`,
        ]),
    ...(flaky.length === 0 ? [] : [`Flaky before the agent started: ${flaky.map(oneLine).join(', ')}.`]),
    ...(unknown.passed === 0 ? [] : [`${percent(unknown.passed, unknown.of)} of the failures are UNKNOWN.`]),
  ]
}
