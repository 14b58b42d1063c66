import { describeDuration } from '../../../record/duration.ts'
import { countOf, thousands } from '../../../signals/count-of.ts'
import type { Stats } from '../../../views/stats.ts'
import { barSection, percent, type BarLine } from '../screen/bar-section.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { longTime, shortDay, shortTime } from '../screen/times.ts'
import { shareWords } from './share-words.ts'
import type { Page } from '../screen/page.ts'

/** Older weeks are only in `--json`. */
const WEEKS_SHOWN = 12
const REASONS_SHOWN = 15
const BAR_WIDTH = 30

/** Failures by reason, class, agent and week, as bars. */
export function renderStats(stats: Stats, view: Page): string {
  const style = styleFor(view.colour)
  if (stats.runs === 0)
    return `No runs${stats.sinceAt === null ? ' are recorded here yet' : ` since ${longTime(stats.sinceAt)}`}.\nStart one: mayday run -- COMMAND\n`
  const barWidth = Math.max(8, Math.min(BAR_WIDTH, view.columns - 48))
  const failures = (title: string, list: readonly BarLine[]): string =>
    barSection(title, list, { barWidth, style })
  const sections = [
    summary(stats, view, style),
    failures('Failures by reason', reasonLines(stats)),
    failures(
      'By class',
      stats.byClass.map((one) => ({ label: one.class, ...failedOf(one.failed, stats.failed) })),
    ),
    failures(
      'By agent',
      stats.byAgent.map((one) => ({ label: one.agent ?? '(unknown)', ...ofRuns(one) })),
    ),
    failures(
      'By week',
      stats.byWeek
        .slice(-WEEKS_SHOWN)
        .map((one) => ({ label: shortDay(one.week, view.nowMs), ...ofRuns(one) })),
    ),
    flakySection(stats, view, style),
    stats.lessons === null ? '' : helpedWords(stats.lessons),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

function helpedWords(lessons: NonNullable<Stats['lessons']>): string {
  const words = shareWords(lessons)
  return words === '' ? '' : `${words}.`
}

const FLAKY_SHOWN = 15

/** Tests that failed and passed on the same code at any time. */
function flakySection({ flaky }: Stats, { nowMs, columns }: Page, style: Style): string {
  if (flaky.length === 0) return ''
  const lines = flaky.slice(0, FLAKY_SHOWN).map(({ name, failed, runs, lastAt }) => {
    const fact = `failed in ${failed} of ${countOf(runs, 'run')} of unchanged code, last ${shortTime(lastAt, nowMs)}`
    const shown = oneLine(name)
    const gap = shown.length + fact.length + 4 > columns ? '\n    ' : '  '
    return `  ${cut(shown, columns - 2)}${gap}${style.dim(fact)}`
  })
  const rest = flaky.length - lines.length
  return [style.bold('Flaky tests'), ...lines, ...(rest === 0 ? [] : [`  and ${rest} more`])].join('\n')
}

function summary(stats: Stats, { columns }: Page, style: Style): string {
  const { runs, succeeded, failed, canceled, live, corrected, unknown, costUsd, durationMs, sinceAt } = stats
  const ended = succeeded + failed
  const parts = [
    `${style.green(`✓ ${thousands(succeeded)} succeeded`)}${ended === 0 ? '' : ` (${percent(succeeded, ended)})`}`,
    style.red(`✗ ${thousands(failed)} failed`),
    ...(canceled === 0 ? [] : [`○ ${thousands(canceled)} canceled`]),
    ...(live === 0 ? [] : [style.cyan(`● ${thousands(live)} running`)]),
  ]
  const more = [
    `${describeDuration(durationMs)} in all`,
    ...(costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(failed === 0 ? [] : [`${percent(unknown, failed)} of the failures are UNKNOWN`]),
    ...(corrected === 0 ? [] : [`${countOf(corrected, 'verdict')} corrected by people`]),
  ]
  return [
    style.bold(`${countOf(runs, 'run')}${sinceAt === null ? '' : ` since ${longTime(sinceAt)}`}`),
    parts.join('  '),
    style.dim(wrap(more.join(' · '), columns)),
  ].join('\n')
}

const failedOf = (failed: number, all: number): Omit<BarLine, 'label'> => ({
  count: failed,
  note: percent(failed, all),
})

const ofRuns = ({ failed, runs }: Pick<Stats, 'failed' | 'runs'>): Omit<BarLine, 'label'> => ({
  count: failed,
  note: `of ${countOf(runs, 'run')}${failed === 0 ? '' : `, ${percent(failed, runs)}`}`,
})

function reasonLines({ byReason, failed }: Stats): readonly BarLine[] {
  const shown = byReason
    .slice(0, REASONS_SHOWN)
    .map((one) => ({ label: one.reason, ...failedOf(one.failed, failed) }))
  const rest = byReason.slice(REASONS_SHOWN).reduce((sum, one) => sum + one.failed, 0)
  return rest === 0 ? shown : [...shown, { label: 'the rest', ...failedOf(rest, failed), isRest: true }]
}
