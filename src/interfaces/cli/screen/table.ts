import { cut, padEnd, padStart, widthOf } from './columns.ts'

/** One column of a list. */
export type Column<T> = {
  readonly cell: (row: T) => string
  readonly align: 'left' | 'right'
  readonly paint?: (row: T, text: string) => string
  /** The columns with the greatest value are dropped first if the line does not fit; 0 is never dropped. */
  readonly giveUp: number
}

/** A shorter last column is not useful. */
const LAST_WIDTH = 16
const GAP = '  '

/** One aligned line for each row, at most as wide as the terminal. The last column takes the remaining width. */
export function tableLines<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { last, width: total }: { readonly last: (row: T) => string; readonly width: number },
): readonly string[] {
  const shown = fitting(columns, rows, total)
  const room = total - shown.reduce((sum, { width }) => sum + width + GAP.length, 0)
  return rows.map((row) => {
    const cells = shown.map(({ column, width }) => {
      const padded = (column.align === 'left' ? padEnd : padStart)(column.cell(row), width)
      return column.paint === undefined ? padded : column.paint(row, padded)
    })
    return [...cells, cut(last(row), room)].join(GAP).trimEnd()
  })
}

type Fitted<T> = { readonly column: Column<T>; readonly width: number }

/** The non-empty columns, as many as leave room for the last one. */
function fitting<T>(columns: readonly Column<T>[], rows: readonly T[], total: number): readonly Fitted<T>[] {
  let kept = columns
    .map((column) => ({ column, width: Math.max(...rows.map((row) => widthOf(column.cell(row)))) }))
    .filter(({ width }) => width > 0)
  const used = (): number => kept.reduce((sum, { width }) => sum + width + GAP.length, LAST_WIDTH)
  const ranks = columns.map(({ giveUp }) => giveUp)
  for (let rank = Math.max(...ranks); rank > 0 && used() > total; rank--)
    kept = kept.filter(({ column }) => column.giveUp !== rank)
  return kept
}
