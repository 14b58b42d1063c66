/** The verdict on one turn. It comes from the same reader and the same diagnosis as `mayday explain`. */
import { diagnose } from '../diagnosis/diagnose.ts'
import { verdictOf, type Diagnosis } from '../diagnosis/diagnosis.ts'
import { explanationOf, type Evidence, type Explanation } from '../diagnosis/explain.ts'
import { reasons } from '../reasons/table.ts'
import type { Reading, Signal } from '../signals/signal.ts'
import type { TurnStatus } from './session-schema.ts'

export type JudgedTurn = {
  readonly status: TurnStatus
  readonly explanation: Explanation
  /** The turn may continue: it has no end, it retries a request, or it waits for a permission. */
  readonly isOpen: boolean
}

/**
 * Where a turn begins in its file. `lines` is null if a part before the turn was not read. In a database both are
 * null.
 */
export type TurnPlace = { readonly lines: number | null; readonly bytes: number | null }

export function judgeTurn(reading: Reading, place: TurnPlace): JudgedTurn {
  const verdict = diagnose(reading)
  const explanation = explanationOf(reading, verdict)
  return {
    status: statusOf(verdict),
    explanation: { ...explanation, evidence: explanation.evidence.map((one) => moved(one, place)) },
    isOpen: isOpen(verdict, reading),
  }
}

const CUT_OFF = 'unknown.cut-off'

function statusOf(verdict: Diagnosis): TurnStatus {
  const word = verdictOf(verdict)
  if (word !== 'failed') return word
  if (verdict.reason !== null && reasons[verdict.reason].class === 'person') return 'interrupted'
  return verdict.rule === CUT_OFF ? 'cut-off' : 'failed'
}

function isOpen(verdict: Diagnosis, { facts }: Reading): boolean {
  if (verdict.rule === CUT_OFF) return true
  if (verdictOf(verdict) === 'undetermined') return !facts.closed
  return verdict.evidence.some(isUnfinished)
}

const isUnfinished = ({ what, detail }: Signal): boolean =>
  what === 'permission-open' || detail.retry !== undefined

/** The reader of a turn counts lines and bytes from the beginning of the turn. */
const moved = (evidence: Evidence, { lines, bytes }: TurnPlace): Evidence => ({
  ...evidence,
  line: evidence.line === null || lines === null ? null : evidence.line + lines,
  byteOffset: evidence.byteOffset === null || bytes === null ? null : evidence.byteOffset + bytes,
})
