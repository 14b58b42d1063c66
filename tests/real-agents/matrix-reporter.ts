import type { Reporter, TestModule } from 'vitest/node'
import type { CellResult } from './cell.ts'

declare module 'vitest' {
  interface TaskMeta {
    cell?: CellResult
  }
}

const HEAD = ['agent', 'fault', 'reason', 'ending', 'verdict after', 'requests', 'left', 'a shell loop says']

const isRight = ({ reason, ending, expected, leftovers }: CellResult): boolean =>
  reason === expected.reason && ending === expected.ending && leftovers.length === 0

const row = (cell: CellResult): readonly string[] => [
  cell.agent,
  cell.fault,
  (cell.reason ?? 'none: success') +
    (isRight(cell) ? '' : ` ✗ (${cell.expected.reason}, ${cell.expected.ending})`),
  cell.ending === 'exit' ? `exit ${cell.exitCode}` : `stopped: ${cell.ending}`,
  `${(cell.ms / 1000).toFixed(1)} s`,
  String(cell.requests),
  String(cell.leftovers.length),
  cell.shell,
]

function summary(cells: readonly CellResult[]): string {
  const count = (isCounted: (cell: CellResult) => boolean): number => cells.filter(isCounted).length
  const failed = cells.filter(({ expected }) => expected.reason !== null)
  const taken = failed.filter(({ shell }) => shell === 'success').length
  const endless = failed.filter(({ shell }) => shell === 'nothing yet').length
  const left = cells.reduce((sum, { leftovers }) => sum + leftovers.length, 0)
  return `${cells.length} cells, ${count(isRight)} right, ${left} processes left. A shell loop that looks at the exit code takes ${taken} of ${failed.length} failures for a success, and still waits for ${endless} when Mayday has stopped them; one that pipes into tee without pipefail takes all that end for a success.`
}

/** Prints the matrix as a table. */
export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cells = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().cell ?? []),
    )
    if (cells.length === 0) return
    const rows = [HEAD, HEAD.map(() => '---'), ...cells.map(row)]
    const lines = rows.map((words) => `| ${words.join(' | ')} |`)
    process.stdout.write(`\n${lines.join('\n')}\n\n${summary(cells)}\n`)
  }
}
