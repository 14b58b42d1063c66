import { describeDuration } from '../../../record/duration.ts'
import type { Counted } from '../../../sessions/session-schema.ts'
import type { SessionStats } from '../../../views/sessions.ts'
import { countOf, thousands } from '../../../signals/count-of.ts'
import { barSection, percent, type BarLine } from '../screen/bar-section.ts'
import { cutStart, oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { longTime, shortDay, shortTime } from '../screen/times.ts'
import { folderWords } from '../ask-why/session-words.ts'
import type { Page } from '../screen/page.ts'

/** More are in `--json`. */
const NAMES_SHOWN = 10
const WEEKS_SHOWN = 12
const RESETS_SHOWN = 8
const BAR_WIDTH = 30
const LABEL_WIDTH = 40

/** Failed turns by reason, agent, model, project, week and hour, as bars. */
export function renderSessionStats(stats: SessionStats, view: Page): string {
  const style = styleFor(view.colour)
  if (stats.sessions === 0)
    return `No sessions${stats.sinceAt === null ? ' of an agent are on this machine yet' : ` since ${longTime(stats.sinceAt)}`}.\n`
  const barWidth = Math.max(8, Math.min(BAR_WIDTH, view.columns - 56))
  const section = (title: string, list: readonly BarLine[]): string =>
    barSection(title, list, { barWidth, style, labelWidth: LABEL_WIDTH })
  const all = stats.failed + stats.cutOff
  const sections = [
    summary(stats, view, style),
    section(
      'Failures by reason',
      stats.byReason.map(({ name, failed }) => ({ label: name, count: failed, note: percent(failed, all) })),
    ),
    section('By agent', named(stats.byAgent)),
    section('By model', named(stats.byModel)),
    section('By project', named(stats.byProject.map((one) => ({ ...one, name: folderLabel(one.name) })))),
    section(
      'By week',
      stats.byWeek
        .slice(-WEEKS_SHOWN)
        .map((one) => ({ ...line(one), label: shortDay(one.name, view.nowMs) })),
    ),
    section(
      'By hour of day',
      stats.byHour
        .filter(({ failed }) => failed > 0)
        .map((one) => ({ ...line(one), label: `${one.name}:00` })),
    ),
    resets(stats, view, style),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

const line = ({ name, failed, turns }: Counted): BarLine => ({
  label: name,
  count: failed,
  note: `of ${countOf(turns, 'turn')}${failed === 0 ? '' : `, ${percent(failed, turns)}`}`,
})

const folderLabel = (folder: string): string => cutStart(oneLine(folderWords(folder)), LABEL_WIDTH)

function named(list: readonly Counted[]): readonly BarLine[] {
  const rest = list.slice(NAMES_SHOWN).reduce((sum, { failed }) => sum + failed, 0)
  const shown = list.slice(0, NAMES_SHOWN).map(line)
  return rest === 0 ? shown : [...shown, { label: 'the rest', count: rest, note: '', isRest: true }]
}

function summary(stats: SessionStats, { columns }: Page, style: Style): string {
  const { sessions, turns, failed, cutOff, interrupted, undetermined, live, sinceAt } = stats
  const parts = [
    style.red(`✗ ${thousands(failed)} failed`),
    ...(cutOff === 0 ? [] : [style.red(`✗ ${thousands(cutOff)} cut off`)]),
    ...(interrupted === 0 ? [] : [`○ ${thousands(interrupted)} interrupted by a person`]),
    ...(undetermined === 0 ? [] : [`? ${thousands(undetermined)} undetermined`]),
    ...(live === 0 ? [] : [style.cyan(`● ${countOf(live, 'session')} live`)]),
  ]
  const since = sinceAt === null ? '' : ` since ${longTime(sinceAt)}`
  return [
    style.bold(`${countOf(sessions, 'session')}, ${countOf(turns, 'turn')}${since}`),
    parts.join('  '),
    style.dim(wrap(spentWords(stats), columns)),
  ].join('\n')
}

/** Time, tokens and money that ended in failures. */
function spentWords({ failedMs, failedTokens, failedCostUsd, costUsd }: SessionStats): string {
  const spent = [
    describeDuration(failedMs),
    ...(failedTokens === 0 ? [] : [countOf(failedTokens, 'token')]),
    ...(failedCostUsd < 0.005 ? [] : [`$${failedCostUsd.toFixed(2)}`]),
  ]
  const all = costUsd < 0.005 ? '' : ` · $${costUsd.toFixed(2)} in all, as far as agents report it`
  return `${spent.join(' and ')} ended in failures${all}`
}

type Reset = SessionStats['resets'][number]

function resets({ resets: list }: SessionStats, { nowMs, columns }: Page, style: Style): string {
  if (list.length === 0) return ''
  const cells: readonly Column<Reset>[] = [
    { cell: ({ at }) => shortTime(at, nowMs), align: 'left', giveUp: 0 },
    { cell: ({ agent }) => agent, align: 'left', giveUp: 1 },
    { cell: ({ reason }) => reason, align: 'left', giveUp: 2 },
  ]
  const last = ({ resetAt }: Reset): string => `reset ${longTime(resetAt)}`
  const lines = tableLines(list.slice(0, RESETS_SHOWN), cells, { last, width: columns - 2 })
  return [style.bold(`Limits hit: ${list.length}`), ...lines.map((line) => `  ${line}`)].join('\n')
}
