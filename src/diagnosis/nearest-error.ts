/** The error at the end outweighs one that the program printed long before and survived. */
import type { Signal } from '../signals/signal.ts'
import type { Candidate, DiagnoseInput } from './diagnosis.ts'
import { suggestedBy } from './last-resort.ts'
import { ENDS_IN_ERROR, QUIET } from './text-forms.ts'

/** Text this far from the end may be about an earlier request or file. */
const DISTANT_LINES = 40
const LAST_LINES = 6

const isLast = ({ what, message, detail }: Signal): boolean =>
  what === 'statement' &&
  (detail.after ?? 0) < LAST_LINES &&
  ENDS_IN_ERROR.test(message) &&
  !QUIET.test(message)

/** Drops the causes in distant text if the last errors are explained without them. */
export function withoutDistant(text: readonly Candidate[], input: DiagnoseInput): readonly Candidate[] {
  const { signals, lines = 0, isStageInferred } = input
  const isDistant = ({ signal }: Candidate): boolean =>
    signal.what !== 'uncaught' && lines - (signal.at?.line ?? 0) > DISTANT_LINES
  if (isStageInferred !== true || text.length === 0 || !text.every(isDistant)) return text
  const last = signals.findLast(isLast)
  const near = signals.filter(({ at }) => lines - (at?.line ?? 0) <= DISTANT_LINES)
  return last !== undefined && suggestedBy({ ...input, signals: near }, last) !== null ? [] : text
}
