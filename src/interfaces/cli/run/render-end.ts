import { isUnknown } from '../../../reasons/reason.ts'
import { describeEnding } from '../../../diagnosis/endings.ts'
import { workedMs, type RunResult } from '../../../record/run-result.ts'
import { describeDuration } from '../../../record/duration.ts'
import { countOf } from '../../../signals/count-of.ts'
import { oneLine } from '../screen/columns.ts'
import { openable, type FilesPlace } from '../screen/record-paths.ts'
import { evidenceLines, nextWords } from '../ask-why/render-explanation.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import type { Paper } from '../screen/page.ts'

export type EndView = Paper & {
  /** The plan of the run's task is printed next. The policy's advice for the run alone could contradict it. */
  readonly isPlanned?: boolean
  /** Where its files are; the default is the record of the project. */
  readonly place?: FilesPlace | undefined
}

/** How a run ended, in a few lines, with the next commands. */
export function renderEnd(result: RunResult, { colour, columns, isPlanned = false, place }: EndView): string {
  const style = styleFor(colour)
  const evidence = result.status === 'failed' ? (result.diagnosis?.evidence ?? []).slice(0, 2) : []
  const plan =
    result.status === 'failed' && result.plan !== null && !isPlanned
      ? [wrap(`Next: ${nextWords(result.plan)}`, columns)]
      : []
  return [
    `${outcomeOf(result, style)}  ${style.dim(factsOf(result))}`,
    ...openable(evidence, place).map((one) => evidenceLines(one, style, columns)),
    ...stated(result, columns),
    ...escapeLines(result, columns),
    ...plan,
    style.dim(`mayday show ${result.run}    mayday logs ${result.run}`),
    '',
  ].join('\n')
}

/** If no reason is proven, the agent's own claim is shown. */
const stated = ({ status, diagnosis }: RunResult, columns: number): readonly string[] =>
  status !== 'failed' || diagnosis?.statedReason === undefined
    ? []
    : [wrap(`The agent says: ${oneLine(diagnosis.statedReason)}`, columns)]

/** Processes of a finished run that may still be alive, for any status. */
export const escapeLines = ({ stages }: Pick<RunResult, 'stages'>, columns: number): readonly string[] =>
  stages.flatMap(({ stage, mayHaveEscaped }) =>
    mayHaveEscaped === undefined ? [] : [wrap(`! ${stage}: ${oneLine(mayHaveEscaped)}`, columns)],
  )

function outcomeOf({ status, reason, run }: RunResult, style: Style): string {
  switch (status) {
    case 'succeeded':
      return style.bold(style.green(`✓ run ${run} succeeded`))
    case 'canceled':
      return style.bold(`○ run ${run} canceled`)
    case 'failed':
      return style.bold(style.red(`✗ run ${run} failed${isUnknown(reason) ? '' : ` (${reason})`}`))
  }
}

const factsOf = (result: RunResult): string =>
  [
    workedMs(result) === null ? null : describeDuration(result.durationMs),
    result.turns === null ? null : countOf(result.turns, 'turn'),
    result.costUsd === null ? null : `$${result.costUsd.toFixed(2)}`,
    result.changedFiles === null ? null : `${countOf(result.changedFiles.length, 'file')} changed`,
    result.verify === null ? null : `verify ${result.verify.passed ? 'passed' : 'failed'}`,
    result.status === 'failed' ? describeEnding(result.ending) : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
