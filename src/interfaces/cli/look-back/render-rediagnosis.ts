import type { Confused } from '../../../supervision/confusion.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, padEnd, padStart, widthOf } from '../screen/columns.ts'
import type { Rediagnosed } from './rediagnose.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import type { Paper } from '../screen/page.ts'

/** The differences between the old and the new verdicts. */
export function renderRediagnosis(told: Rediagnosed, view: Paper): string {
  const style = styleFor(view.colour)
  const changed = told.pairs.filter((pair) => pair.old !== pair.new)
  const lines = [
    ...(changed.length === 0 ? [] : [...table(changed, view, style), '']),
    `${countOf(told.judged, 'run')} judged again by ${told.classifier}: ${told.agree} as before, ${told.differ} changed.`,
    ...(told.gone === 0
      ? []
      : [`${countOf(told.gone, 'log is', 'logs are')} gone and could not be read again.`]),
    ...(told.unjudged === 0
      ? []
      : [`${countOf(told.unjudged, 'run')} left out: live, canceled, never started or imported.`]),
    ...correctedWords(told),
    ...appliedWords(told),
  ]
  return `${lines.map((line) => (line.startsWith('  ') ? line : wrap(line, view.columns))).join('\n')}\n`
}

const wordOf = (reason: string | null): string => reason ?? 'no failure'

function table(pairs: readonly Confused[], { columns }: Paper, style: Style): readonly string[] {
  const rows = [
    ['was', 'is now', 'runs', ''],
    ...pairs.map((pair) => [
      wordOf(pair.old),
      wordOf(pair.new),
      String(pair.runs.length),
      pair.runs.slice(0, 200).join(' '),
    ]),
  ]
  const [w0 = 0, w1 = 0, w2 = 0] = [0, 1, 2].map((at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  )
  const room = Math.max(12, columns - w0 - w1 - w2 - 8)
  return rows.map(([was = '', now = '', count = '', numbers = ''], at) => {
    const line = `  ${padEnd(was, w0)}  ${padEnd(now, w1)}  ${padStart(count, w2)}`
    return at === 0 ? style.dim(line) : `${line}  ${style.dim(cut(numbers, room))}`
  })
}

function correctedWords({ corrected }: Rediagnosed): readonly string[] {
  const { runs, newRight, oldRight } = corrected
  return runs === 0
    ? []
    : [
        `Of ${countOf(runs, 'run')} that people corrected, the new verdict is right in ${newRight} (the old one in ${oldRight}).`,
      ]
}

function appliedWords({ applied, judged }: Rediagnosed): readonly string[] {
  if (applied !== null)
    return [
      `${applied === 0 ? 'No new verdict' : countOf(applied, 'new verdict')} recorded; corrections by people stay.`,
    ]
  return judged === 0 ? [] : ['Nothing was changed. To record the new verdicts: --apply']
}
