import type { Comparison, ReasonPair, Side, TaskPair } from '../../../../bench/report/report-schema.ts'
import { describeComparison, pInWords, type Names } from '../../../../bench/report/describe-comparison.ts'
import { describeDuration } from '../../../../record/duration.ts'
import { countOf } from '../../../../signals/count-of.ts'
import { oneLine } from '../../screen/columns.ts'
import { styleFor, wrap, type Style } from '../../screen/style.ts'
import { tableLines, type Column } from '../../screen/table.ts'
import type { Paper } from '../../screen/page.ts'

/** Ties are not listed; of the rest only the largest differences. */
const TASKS_SHOWN = 20

/** The verdict in words, then the tasks and the reasons that differ. */
export function renderBenchCompare(comparison: Comparison, names: Names, view: Paper): string {
  const style = styleFor(view.colour)
  const [size = '', verdict = '', ...rest] = describeComparison(comparison, names)
  const { a, b } = comparison.medianMs
  const times = `Median time: ${names.a} ${describeDuration(a ?? 0)}, ${names.b} ${describeDuration(b ?? 0)}.`
  const sections = [
    [
      style.bold(wrap(size, view.columns)),
      paintVerdict(comparison, style)(wrap(verdict, view.columns)),
      ...[...rest, times].map((one) => wrap(one, view.columns)),
    ].join('\n'),
    taskSection(comparison.tasks, names, view, style),
    reasonSection(comparison.reasons, names, view, style),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

const paintVerdict = ({ all: { verdict } }: Comparison, style: Style): ((text: string) => string) =>
  verdict === 'b' ? style.green : verdict === 'a' ? style.red : style.yellow

const share = ({ passed, attempts }: Side): string => `${passed}/${attempts}`

function taskSection(pairs: readonly TaskPair[], names: Names, view: Paper, style: Style): string {
  const differing = pairs.filter(({ difference }) => difference !== 0)
  if (differing.length === 0) return ''
  const shown = differing.slice(0, TASKS_SHOWN)
  const columns: readonly Column<TaskPair>[] = [
    {
      cell: ({ difference }) => (difference > 0 ? '▲' : '▼'),
      align: 'left',
      paint: ({ difference }, text) => (difference > 0 ? style.green(text) : style.red(text)),
      giveUp: 0,
    },
    { cell: ({ a }) => share(a), align: 'right', giveUp: 0 },
    { cell: () => '→', align: 'left', giveUp: 0 },
    { cell: ({ b }) => share(b), align: 'right', giveUp: 0 },
  ]
  const left = differing.length - shown.length
  return [
    style.bold(wrap(`Tasks that differ (passed in ${names.a} → in ${names.b})`, view.columns)),
    ...tableLines(shown, columns, { last: ({ task }) => oneLine(task), width: view.columns - 2 }).map(
      (one) => `  ${one}`,
    ),
    ...(left === 0 ? [] : [style.dim(`  and ${left} more; all are in --json`)]),
  ].join('\n')
}

function reasonSection(pairs: readonly ReasonPair[], names: Names, view: Paper, style: Style): string {
  if (pairs.length === 0) return ''
  const columns: readonly Column<ReasonPair>[] = [
    { cell: ({ reason }) => reason, align: 'left', giveUp: 0 },
    { cell: ({ a }) => String(a), align: 'right', giveUp: 0 },
    { cell: () => '→', align: 'left', giveUp: 0 },
    { cell: ({ b }) => String(b), align: 'right', giveUp: 0 },
  ]
  const last = ({ a, b, p, isNoise }: ReasonPair): string =>
    a === b ? '' : `${isNoise ? 'may be chance' : 'not chance'} (${pInWords(p)})`
  return [
    style.bold(
      wrap(
        `Attempts by reason (${names.a} → ${names.b}; p corrected for ${countOf(pairs.length, 'reason')})`,
        view.columns,
      ),
    ),
    ...tableLines(pairs, columns, { last, width: view.columns - 2 }).map((one) => `  ${one}`),
  ].join('\n')
}
