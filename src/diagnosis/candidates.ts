import { reasonOfWord } from '../reasons/dialects/gza.ts'
import type { CustomReason } from '../reasons/custom-reason.ts'
import { reasons } from '../reasons/table.ts'
import type { Signal, Source, What } from '../signals/signal.ts'
import type { Candidate, DiagnoseInput } from './diagnosis.ts'
import { matches } from './rule.ts'
import { rules } from './rules.ts'
import { MAY_TELL } from './text-forms.ts'

/** Within a stage authority decides: what Mayday did, typed fields, endings, markers, tools, text. */
export const AUTHORITY: Readonly<Record<Source, number>> = {
  mayday: 1,
  typed: 2,
  declared: 2,
  ending: 3,
  marker: 4,
  tool: 5,
  text: 6,
}

/** Outcomes of a tool that settle what the same tool said before. */
const SETTLES: Partial<Record<What, readonly What[]>> = {
  'tests-passed': ['tests-failed', 'no-tests', 'build-failed', 'runner-error'],
  'build-passed': ['build-failed'],
  'install-passed': ['install-failed', 'interrupt'],
}

const isTestStage = ({ stage }: Signal): boolean => stage === 'final_test' || stage === 'baseline_run'

/**
 * A test stage runs each tool to its verdict. Elsewhere somebody may have fixed it and run the tool again,
 * or have come to a good end in spite of it.
 */
function isSettled(signal: Signal, later: readonly Signal[]): boolean {
  // One part has no tests, another one has.
  if (signal.what === 'no-tests' && later.some(({ what }) => what === 'tests-passed')) return true
  if (signal.source !== 'tool' || isTestStage(signal)) return false
  return later.some(
    (one) =>
      one.what === 'success' ||
      (one.detail.by === signal.detail.by && SETTLES[one.what]?.includes(signal.what) === true),
  )
}

const OF_GIT: ReadonlySet<What> = new Set<What>(['clone-failed', 'checkout-failed'])

/** A git command that failed, or what an unknown agent said, did not end a program that died of its own error later. */
const wasSurvived = ({ what, source, at }: Signal, { signals, agent }: DiagnoseInput): boolean =>
  (OF_GIT.has(what) || (source === 'declared' && what === 'interrupt' && typeof agent !== 'string')) &&
  signals.some((later) => later.what === 'uncaught' && (later.at?.line ?? 0) > (at?.line ?? 0))

/** The last marker counts; a word nobody knows, or one that an agent may not claim, is UNKNOWN. */
function ofMarker(signal: Signal, customReasons: readonly CustomReason[]): Candidate {
  const authority = AUTHORITY.marker
  const custom = customReasons.findLast(({ name }) => name === signal.detail.word)
  if (custom !== undefined)
    return { signal, reason: custom.like, custom, rule: 'marker.claim', authority, root: false }
  const reason = reasonOfWord(signal.detail.word ?? '')
  const may = reason !== null && reasons[reason].claimable && isClaim(signal.detail.word ?? '')
  return {
    signal,
    reason: may ? reason : 'UNKNOWN',
    rule: may ? 'marker.claim' : 'marker.not-claimable',
    authority,
    root: false,
  }
}

/** MAX_STEPS is a word for what only a runner can count. */
const isClaim = (word: string): boolean => word !== 'MAX_STEPS'

function ofRule(signal: Signal): Candidate | null {
  const rule = rules.find((one) => matches(one, signal))
  if (rule === undefined) return null
  return {
    signal,
    reason: rule.reason,
    rule: rule.id,
    authority: AUTHORITY[signal.source],
    root: rule.root === true,
  }
}

/**
 * Somebody's SIGKILL prints the same as the kernel's for want of memory. The counters of the kernel tell them apart;
 * only where nobody watched them do the rules guess.
 */
function ofKill(signal: Signal, { memoryProof, ending }: DiagnoseInput): Candidate | null {
  const authority = AUTHORITY[signal.source]
  if (memoryProof !== undefined)
    return { signal, reason: 'OUT_OF_MEMORY', rule: 'ending.child-out-of-memory', authority, root: true }
  if (ending === undefined) return ofRule(signal)
  return { signal, reason: 'WORKER_CRASHED', rule: 'tool.killed', authority, root: false }
}

/** All possible verdicts that the signals give, in the order of the output. Plain text is asked apart. */
export function candidatesOf(input: DiagnoseInput): readonly Candidate[] {
  const open = input.signals.filter((signal) => !signal.resolved && signal.source !== 'text')
  const lastMarker = open.findLast((signal) => signal.what === 'marker')
  return open.flatMap((signal, index) => {
    if (signal.what === 'success' || signal.what === 'stated-reason') return []
    if (signal.what === 'marker')
      return signal === lastMarker ? [ofMarker(signal, input.customReasons ?? [])] : []
    if (isSettled(signal, open.slice(index + 1)) || wasSurvived(signal, input)) return []
    return (signal.what === 'killed' ? ofKill(signal, input) : ofRule(signal)) ?? []
  })
}

/** An error that nobody caught is near to the end as long as nobody says anything after it. */
function isNear({ what, message, at, detail }: Signal, lastLine: number, lines: number): boolean {
  if (what === 'uncaught') return (detail.after ?? 0) <= lines
  const after = lastLine - (at?.line ?? 0) - (detail.shownAfter ?? 0)
  return after <= lines && MAY_TELL.test(message)
}

/** What plain text says in the last lines. Asked only where it can decide: it is the weakest and the dearest. */
export function textCandidatesOf(input: DiagnoseInput, lines: number): readonly Candidate[] {
  const lastLine = input.lines ?? input.signals.at(-1)?.at?.line ?? 0
  const lastSuccess =
    input.signals.findLast((signal) => !signal.resolved && signal.what === 'success')?.at?.line ?? 0
  return input.signals.flatMap((signal) => {
    const line = signal.at?.line ?? 0
    if (signal.source !== 'text' || !isNear(signal, lastLine, lines)) return []
    return line < lastSuccess && !isTestStage(signal) ? [] : (ofText(signal, input) ?? [])
  })
}

/** Who only sounds like an agent may be a command after all: what commands say is heard too. */
function ofText(signal: Signal, { agent, isStageInferred }: DiagnoseInput): Candidate | null {
  const own = ofRule(signal)
  const isSure = typeof agent === 'string' || isStageInferred !== true || signal.stage !== 'agent_run'
  const other = own !== null || isSure ? null : ofRule({ ...signal, stage: 'final_test' })
  return other === null ? own : { ...other, signal }
}
