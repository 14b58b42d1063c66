import { reasonOfWord } from '../reasons/dialects/gza.ts'
import type { CustomReason } from '../reasons/custom-reason.ts'
import { reasons } from '../reasons/table.ts'
import type { Signal, Source, What } from '../signals/signal.ts'
import type { Candidate, DiagnoseInput } from './diagnosis.ts'
import { isGeneric } from './cause-of.ts'
import { matches } from './rule.ts'
import { MAY_TELL } from './text-forms.ts'
import { wordedRules } from './worded-rules.ts'

/** The rank of a source within a stage: Mayday, typed fields, endings, markers, tools, text. */
export const AUTHORITY: Readonly<Record<Source, number>> = {
  mayday: 1,
  typed: 2,
  declared: 2,
  ending: 3,
  marker: 4,
  tool: 5,
  text: 6,
}

/** Results of a tool that settle earlier results of the same tool. */
const SETTLES: Partial<Record<What, readonly What[]>> = {
  'tests-passed': ['tests-failed', 'no-tests', 'build-failed', 'runner-error'],
  'build-passed': ['build-failed'],
  'install-passed': ['install-failed', 'interrupt'],
}

const isTestStage = ({ stage }: Signal): boolean => stage === 'final_test' || stage === 'baseline_run'

/**
 * In a test stage, each tool runs once to its verdict. In other stages, the problem may have been fixed and the tool
 * run again, or the run may have succeeded despite it.
 */
function isSettled(signal: Signal, later: readonly Signal[]): boolean {
  // One part has no tests, but another part has.
  if (signal.what === 'no-tests' && later.some(({ what }) => what === 'tests-passed')) return true
  if (signal.source !== 'tool' || isTestStage(signal)) return false
  return later.some(
    (one) =>
      one.what === 'success' ||
      (one.detail.by === signal.detail.by && SETTLES[one.what]?.includes(signal.what) === true),
  )
}

/** Commands after whose failure many scripts continue. */
const MAY_FAIL: ReadonlySet<What> = new Set<What>(['clone-failed', 'checkout-failed', 'lint-failed'])

/**
 * The program continued after a failed git command or a linter, or after an interrupt that an unknown agent reported.
 * It died later from an uncaught error.
 */
const wasSurvived = ({ what, source, at }: Signal, { signals, agent }: DiagnoseInput): boolean =>
  (MAY_FAIL.has(what) || (source === 'declared' && what === 'interrupt' && typeof agent !== 'string')) &&
  signals.some(
    (later) =>
      later.what === 'uncaught' && !isGeneric(later.message) && (later.at?.line ?? 0) > (at?.line ?? 0),
  )

/** The last marker counts. An unknown word, or one that an agent may not claim, means UNKNOWN. */
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

/** Only a runner can count steps, so an agent cannot claim MAX_STEPS. */
const isClaim = (word: string): boolean => word !== 'MAX_STEPS'

function ofRule(signal: Signal): Candidate | null {
  const rule = wordedRules.find((one) => matches(one, signal))
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
 * A SIGKILL from a user prints the same as one from the kernel for lack of memory. The kernel's counters distinguish
 * them. The rules guess only if the counters were not watched.
 */
function ofKill(signal: Signal, { memoryProof, ending }: DiagnoseInput): Candidate | null {
  const authority = AUTHORITY[signal.source]
  if (memoryProof !== undefined)
    return { signal, reason: 'OUT_OF_MEMORY', rule: 'ending.child-out-of-memory', authority, root: true }
  if (ending === undefined) return ofRule(signal)
  return { signal, reason: 'WORKER_CRASHED', rule: 'tool.killed', authority, root: false }
}

/** All possible verdicts from the signals, in the order of the output. Plain text is read separately. */
export function candidatesOf(input: DiagnoseInput): readonly Candidate[] {
  const open = input.signals.filter((signal) => !signal.resolved && signal.source !== 'text')
  const lastMarker = open.findLast((signal) => signal.what === 'marker')
  return open.flatMap((signal, index) => {
    if (signal.what === 'success' || signal.what === 'stated-reason') return []
    if (signal.what === 'marker')
      return signal === lastMarker ? [ofMarker(signal, input.customReasons ?? [])] : []
    if (isSettled(signal, open.slice(index + 1)) || wasSurvived(signal, input)) return []
    return (signal.what === 'killed' ? ofKill(signal, input) : ofTool(signal, input)) ?? []
  })
}

/** What readers of tools call a command line that the tool rejects. */
const MAY_BE_REJECTED: ReadonlySet<What> = new Set<What>(['runner-error', 'install-failed'])

/** A test runner or deploy tool that rejects its own command line ran nothing, whatever its reader calls that. */
function ofTool(signal: Signal, input: DiagnoseInput): Candidate | null {
  const found = ofRule(signal)
  if (found === null || !isWhole(input) || !MAY_BE_REJECTED.has(signal.what)) return found
  const asText: Signal = { ...signal, source: 'text', what: 'statement' }
  const reason = wordedRules.find((one) => one.ofWhole !== undefined && matches(one, asText))?.ofWhole
  return reason === undefined ? found : { ...found, reason }
}

/** Text further from the end says nothing about the ending. */
export const NEAR_END_LINES = 120

/** A usage text or a dump, which is indented, may follow the last words. */
const FOLLOWING_LINES = 120
const LAST_LINES = 3

/** The distance of an uncaught error counts only the lines with content after it. */
function isNear({ what, message, at, detail }: Signal, lastLine: number, lines: number): boolean {
  if (what === 'uncaught') return (detail.after ?? 0) <= lines
  const after = lastLine - (at?.line ?? 0) - (detail.shownAfter ?? 0)
  const isLast = after <= FOLLOWING_LINES && (detail.after ?? FOLLOWING_LINES) <= LAST_LINES
  return (after <= lines || isLast) && MAY_TELL.test(message)
}

/**
 * What plain text says in the last lines. It is the weakest and most expensive source, so it is read only if it can
 * decide.
 */
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

/** The output is all that a command printed. It is not known to be a stage or a step. */
const isWhole = ({ isStageInferred, failedStep }: DiagnoseInput): boolean =>
  isStageInferred === true && failedStep === undefined

/** Nothing ran before the command that rejects how it was started. */
function ofWhole(found: Candidate | null, input: DiagnoseInput): Candidate | null {
  if (found === null || !isWhole(input)) return found
  const reason = wordedRules.find(({ id }) => id === found.rule)?.ofWhole
  return reason === undefined ? found : { ...found, reason }
}

/** An output that only looks like that of an agent may come from a command, so the rules for commands apply too. */
function ofText(signal: Signal, input: DiagnoseInput): Candidate | null {
  const { agent, isStageInferred } = input
  const own = ofWhole(ofRule(signal), input)
  const isSure = typeof agent === 'string' || isStageInferred !== true || signal.stage !== 'agent_run'
  const other = own !== null || isSure ? null : ofWhole(ofRule({ ...signal, stage: 'final_test' }), input)
  return other === null ? own : { ...other, signal }
}
