/** What the ending of the process and a full disk say about the reason. */
import type { Ending } from '../reasons/ending.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import { reasons } from '../reasons/table.ts'
import type { Signal } from '../signals/signal.ts'
import { AUTHORITY, NEAR_END_LINES, textCandidatesOf } from './candidates.ts'
import type { Candidate, DiagnoseInput } from './diagnosis.ts'
import { CRASH_CODES, shellCode, signalOfDisk, signalOfEnding, verdictOfEnding } from './endings.ts'

/** Causes that a run may have printed before it ended with such a code. The code only confirms them. */
const CONFIRMS: ReadonlyMap<number, readonly Reason[]> = new Map<number, readonly Reason[]>([
  [124, ['DISK_FULL']],
  [125, ['SANDBOX_ERROR']],
  [137, ['OUT_OF_MEMORY', 'DISK_FULL']],
  ...[...CRASH_CODES].map((code): [number, readonly Reason[]] => [code, ['DISK_FULL']]),
])

/** A full disk within this many lines of the end is the cause. If it came earlier, the run continued. */
const LAST_LINES = 3

const isConfirmed = ({ reason, signal }: Candidate, code: number, { lines = 0 }: DiagnoseInput): boolean =>
  CONFIRMS.get(code)?.includes(reason) === true &&
  (reason !== 'DISK_FULL' || lines - (signal.at?.line ?? 0) <= LAST_LINES)

export function withEnding(
  candidates: readonly Candidate[],
  input: DiagnoseInput,
  stage: Stage,
  ending: Ending,
): readonly Candidate[] {
  const verdict = verdictOfEnding(input, stage)
  if (verdict === null || isUsageError(input, stage)) return candidates
  const cause = candidates.findLast((one) => isConfirmed(one, shellCode(input) ?? 0, input))
  if (ending.kind !== 'stopped' && cause !== undefined) return [{ ...cause, authority: AUTHORITY.ending }]
  const signal = { ...signalOfEnding(ending, stage), ...startErrorIn(input) }
  if (ending.kind !== 'stopped')
    return [...candidates, { ...verdict, authority: AUTHORITY.ending, signal, root: false }]
  // The unresolved error of a stopped agent is the cause. The stop is only the ending.
  const unresolved = candidates.filter(isProviderTrouble).map((one) => ({ ...one, authority: 0 }))
  return [...candidates, ...unresolved, { ...verdict, authority: AUTHORITY.mayday, signal, root: false }]
}

/** GNU programs also use exit code 125 for a wrong flag. */
const isUsageError = (input: DiagnoseInput, stage: Stage): boolean =>
  stage === 'agent_run' &&
  shellCode(input) === 125 &&
  textCandidatesOf(input, NEAR_END_LINES).some(({ reason }) => reason === 'LAUNCH_REJECTED')

const startErrorIn = ({ startError }: DiagnoseInput): Partial<Signal> =>
  startError === undefined ? {} : { source: 'mayday', message: startError }

/**
 * A full disk is more specific than an ending that follows from it. A program that named the cause itself is more
 * reliable.
 */
export function withDisk(
  candidates: readonly Candidate[],
  { diskProof }: DiagnoseInput,
  stage: Stage,
): readonly Candidate[] {
  if (diskProof === undefined) return candidates
  const signal = signalOfDisk(diskProof, stage)
  const { ending: authority } = AUTHORITY
  return [...candidates, { reason: 'DISK_FULL', rule: 'mayday.disk-full', authority, signal, root: true }]
}

const isProviderTrouble = ({ reason, signal }: Candidate): boolean =>
  (signal.source === 'typed' || signal.source === 'declared') && reasons[reason].class === 'provider'
