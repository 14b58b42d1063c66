import { thousands } from '../../../signals/count-of.ts'
import { bar, cut, oneLine, padEnd, padStart, widthOf } from './columns.ts'
import type { Style } from './style.ts'

/** A line without a bar sums up the rows that are not listed. */
export type BarLine = {
  readonly label: string
  readonly count: number
  /** The count as text, if a number is not enough. */
  readonly shown?: string
  readonly note: string
  readonly isRest?: true
}

export type BarLook = {
  readonly barWidth: number
  readonly style: Style
  /** The default is red. */
  readonly paint?: (text: string) => string
  /** Longer labels are cut. */
  readonly labelWidth?: number
}

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${part > 0 && part / whole < 0.005 ? '<1' : Math.round((100 * part) / whole)} %`

/** A heading and one bar for each line. The greatest count has the longest bar. An empty list gives nothing. */
export function barSection(title: string, list: readonly BarLine[], look: BarLook): string {
  if (list.length === 0) return ''
  const { barWidth, style, paint = style.red, labelWidth: widest = Infinity } = look
  const most = Math.max(Number.MIN_VALUE, ...list.map(({ count, isRest }) => (isRest === true ? 0 : count)))
  const shown = list.map((line) => ({
    ...line,
    label: cut(oneLine(line.label), widest),
    text: line.shown ?? thousands(line.count),
  }))
  const labelWidth = Math.max(...shown.map(({ label }) => widthOf(label)))
  const countWidth = Math.max(...shown.map(({ text }) => text.length))
  const lines = shown.map(({ label, count, text, note, isRest }) => {
    const drawn = paint(padEnd(bar(isRest === true ? 0 : count / most, barWidth), barWidth))
    return `  ${padEnd(label, labelWidth)}  ${drawn} ${padStart(text, countWidth)}  ${style.dim(note)}`.trimEnd()
  })
  return [style.bold(title), ...lines].join('\n')
}
