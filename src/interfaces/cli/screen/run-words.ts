import { shows } from '../../../reasons/table.ts'
import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { statusThatCounts, type RunRecord } from '../../../record/run.ts'
import { reasonWord } from '../../../views/run-row.ts'
import { oneLine } from './columns.ts'
import { paintStatus, statusWords } from './status-look.ts'
import type { Style } from './style.ts'

/** `✗ failed (MAX_TURNS)`, or `✗ failed` without a known reason. ✎ marks a correction by the user. */
export function outcome(run: RunRecord, dialect: DialectName | null = null): string {
  const status = statusThatCounts(run)
  const word = [reasonWord(run, dialect), circleWord(run)]
    .filter((one) => one !== null)
    .map(oneLine)
    .join(', ')
  return `${statusWords(status)}${word === '' ? '' : ` (${word})`}${run.correction === null ? '' : ' ✎'}`
}

/** Shown next to a known reason. It is left out after a correction, because the user has looked at the run. */
const circleWord = ({ circular, reason, correction }: RunRecord): string | null =>
  circular && !shows(reason, 'circle') && correction === null ? 'in circles' : null

/** The colour of an outcome. */
export const paintOutcome = (run: RunRecord, style: Style, text: string): string =>
  paintStatus(statusThatCounts(run), style, text)
