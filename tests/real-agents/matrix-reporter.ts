import type { Reporter, TestModule } from 'vitest/node'
import type { CellResult } from './cell.ts'
import { endingTable } from './endings.ts'
import { SHELL_LOOP_MS, type ShellLoop } from './shell-loop.ts'

declare module 'vitest' {
  interface TaskMeta {
    cell?: CellResult
    shellLoop?: ShellLoop
  }
}

const HEAD = ['agent', 'fault', 'reason', 'ending', 'verdict after', 'requests', 'left', 'a shell loop says']

const SECONDS = SHELL_LOOP_MS / 1000

const isRight = ({ reason, ending, expected, leftovers }: CellResult): boolean =>
  reason === expected.reason && ending === expected.ending && leftovers.length === 0

/** As Mayday tells it where it did not end by itself. */
const endingOf = ({ ending, exitCode }: CellResult): string =>
  ending === 'exit' ? `exit ${exitCode}` : ending === 'signal' ? 'a signal' : `stopped: ${ending}`

/** A shell's number for an end by a signal is not 0; null: it had not ended. */
const codeOf = ({ ending, exitCode }: CellResult): number | null =>
  ending === 'signal' ? 1 : ending === 'exit' || ending === 'done' ? exitCode : null

type Row = CellResult & {
  /** What somebody takes it for who looks at the agent's exit code. */
  readonly shell: 'success' | 'failure' | 'no end'
}

/** Without a loop of its own the exit code of the same run must do: it is the same unless Mayday ended it. */
function shellOf(cell: CellResult, loops: readonly ShellLoop[]): Row['shell'] {
  const loop = loops.find(({ agent, fault }) => agent === cell.agent && fault === cell.fault)
  const code = loop === undefined ? codeOf(cell) : (loop.codes?.own ?? null)
  return code === null ? 'no end' : code === 0 ? 'success' : 'failure'
}

const row = (cell: Row, isMeasured: boolean): readonly string[] => [
  cell.agent,
  cell.fault,
  (cell.reason ?? 'none: success') +
    (isRight(cell) ? '' : ` ✗ (${cell.expected.reason}, ${cell.expected.ending})`),
  endingOf(cell),
  `${(cell.ms / 1000).toFixed(1)} s`,
  String(cell.requests),
  String(cell.leftovers.length),
  cell.shell === 'no end' ? (isMeasured ? `no end in ${SECONDS} s` : 'nothing yet') : cell.shell,
]

function summary(cells: readonly Row[], isMeasured: boolean): string {
  const left = cells.reduce((sum, { leftovers }) => sum + leftovers.length, 0)
  const failed = cells.filter(({ expected }) => expected.reason !== null)
  const count = (shell: Row['shell']): number => failed.filter((one) => one.shell === shell).length
  const ended = failed.length - count('no end')
  const loop = isMeasured
    ? `The same matrix through \`agent | tee log; echo $?\`: of ${failed.length} failures it calls ${ended} a success (0 is what tee says), by the agent's own exit code ${count('success')}; ${count('no end')} had not ended after ${SECONDS} s.`
    : `By the exit code alone ${count('success')} of ${failed.length} failures are a success, and ${count('no end')} had not ended when Mayday stopped them. (With --full a shell loop is really run.)`
  return `${cells.length} cells, ${cells.filter(isRight).length} right, ${left} processes left. ${loop}`
}

/** Prints the matrix and the endings of sessions as tables. */
export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const metas = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.meta()))
    const endings = metas.flatMap(({ ending }) => ending ?? [])
    if (endings.length > 0) process.stdout.write(`\n${endingTable(endings)}\n`)
    const loops = metas.flatMap(({ shellLoop }) => shellLoop ?? [])
    const cells = metas.flatMap(({ cell }) =>
      cell === undefined ? [] : { ...cell, shell: shellOf(cell, loops) },
    )
    if (cells.length === 0) return
    const isMeasured = loops.length > 0
    const rows = [HEAD, HEAD.map(() => '---'), ...cells.map((cell) => row(cell, isMeasured))]
    const lines = rows.map((words) => `| ${words.join(' | ')} |`)
    process.stdout.write(`\n${lines.join('\n')}\n\n${summary(cells, isMeasured)}\n`)
  }
}
