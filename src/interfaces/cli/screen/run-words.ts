import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { statusThatCounts, type RunRecord } from '../../../record/run.ts'
import { reasonWord } from '../../../views/run-row.ts'
import { oneLine } from './columns.ts'
import type { Style } from './style.ts'

/** `✗ failed (MAX_TURNS)`, or `✗ failed` without a known reason. ✎ marks a correction by the user. */
export function outcome(run: RunRecord, dialect: DialectName | null = null): string {
  const status = statusThatCounts(run)
  const word = [reasonWord(run, dialect), circleWord(run)]
    .filter((one) => one !== null)
    .map(oneLine)
    .join(', ')
  const mark = { launching: '●', running: '●', succeeded: '✓', failed: '✗', canceled: '○' }[status]
  return `${mark} ${status}${word === '' ? '' : ` (${word})`}${run.correction === null ? '' : ' ✎'}`
}

/** Shown next to a known reason. It is left out after a correction, because the user has looked at the run. */
const circleWord = ({ circular, reason, correction }: RunRecord): string | null =>
  circular && reason !== 'CIRCULAR_FIX' && correction === null ? 'in circles' : null

/** The colour of an outcome. */
export function paintOutcome(run: RunRecord, style: Style, text: string): string {
  switch (statusThatCounts(run)) {
    case 'succeeded':
      return style.green(text)
    case 'failed':
      return style.red(text)
    case 'launching':
    case 'running':
      return style.cyan(text)
    case 'canceled':
      return style.dim(text)
  }
}
