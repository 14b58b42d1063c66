import { dialects, type DialectName } from '../../../reasons/dialects/dialects.ts'
import { reasonOfWord } from '../../../reasons/dialects/gza.ts'
import { isReason } from '../../../reasons/reason.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../../record/run.ts'
import { oneLine } from './columns.ts'
import type { Style } from './style.ts'

/** A free-text reason in a dialect's word. A word that nobody can translate stays, and so does an import's own word. */
function inDialect(
  word: string,
  dialect: DialectName,
  run: Pick<RunRecord, 'ending' | 'origin' | 'diagnosis'>,
): string {
  const imported = run.diagnosis?.rule === `import.${dialect}` ? run.diagnosis : null
  if (imported?.reason === word) return imported.evidence[0]?.excerpt ?? word
  const own = run.diagnosis?.own
  const reason = own?.name === word ? own.like : reasonOfWord(word)
  if (reason === null || (dialect === run.origin && !isReason(word))) return word
  return dialects[dialect](reason, run.ending ?? undefined)
}

/** The word for the reason that counts; null where there is none to tell. */
export function reasonWord(run: RunRecord, dialect: DialectName | null): string | null {
  const reason = reasonThatCounts(run)
  if (reason === null || statusThatCounts(run) !== 'failed') return null
  const word = dialect === null ? reason : inDialect(reason, dialect, run)
  return word === 'UNKNOWN' ? null : oneLine(word)
}

/** `✗ failed (MAX_TURNS)`; bare `✗ failed` where nobody knows why. ✎ stands for a person's word. */
export function outcome(run: RunRecord, dialect: DialectName | null = null): string {
  const status = statusThatCounts(run)
  const word = [reasonWord(run, dialect), circleWord(run)].filter((one) => one !== null).join(', ')
  const mark = { launching: '●', running: '●', succeeded: '✓', failed: '✗', canceled: '○' }[status]
  return `${mark} ${status}${word === '' ? '' : ` (${word})`}${run.correction === null ? '' : ' ✎'}`
}

/** Beside a known reason; a person who gives another one has looked at the run. */
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
