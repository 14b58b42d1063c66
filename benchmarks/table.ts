export type Row = {
  readonly what: string
  readonly ours: string
  readonly beside: string
  readonly ratio: string
  readonly goal: string
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

export function print(rows: readonly Row[]): void {
  const columns = ['what', 'ours', 'beside', 'ratio', 'goal'] as const
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  console.log(line(columns))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(columns.map((name) => row[name])))
}
