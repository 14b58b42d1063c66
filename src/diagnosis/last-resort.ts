/** The reason that the last errors of an unexplained failure suggest: a vote of rules over the last lines. */
import type { Reason } from '../reasons/reason.ts'
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput, StepKind } from './diagnosis.ts'
import { reads, type LastResortRule } from './last-resort-rule.ts'
import { causeOf } from './cause-of.ts'
import { isOld } from './new-lines.ts'
import { ENDS_IN_ERROR, ONLY_NAMES, QUIET, TELLS } from './text-forms.ts'
import { wordedLastResort } from './worded-rules.ts'

/** Lines further from the end say nothing about the ending. */
const NEAR_LINES = 400
/** The weight of a line by the number of lines after it. A long list may follow the important line. */
const NEARNESS: readonly (readonly [lines: number, share: number])[] = [
  [6, 1],
  [15, 0.9],
  [40, 0.8],
  [120, 0.7],
  [NEAR_LINES, 0.6],
]
/** Lines that report no error count less, and only the last ones count. */
const LAST_WORDS = 6
const PLAIN_SHARE = 0.75
/** The weight that each further line with the same meaning adds, and the maximum number of these lines. */
const REPEATED = 0.2
const MOST_REPEATED = 4
/** Further rules with the same reason often read the same words again. */
const FURTHER_SHARE = 0.4
/** With a lower sum the failure stays unexplained. */
const ENOUGH = 1.79
/** What the name of a failed CI step adds. */
const STEP_VOTE = 2

/** A line of source code that is shown beside an error. */
const LISTING = /^\W{0,4}\d{1,6} {0,4}[|+-]|^\s*(?:const|let|var) \w+ ?= /

/** A test that passed may be about an error. */
const PASSED = /^\W{0,6}(?:(?:PASS(?:ED)?|OK|ok)\b|[✓✔✅√] )/

export type Suggested = { readonly reason: Reason; readonly rule: LastResortRule; readonly signal: Signal }

type Vote = Suggested & { readonly weight: number }

export function suggestedBy(input: DiagnoseInput, proof: Signal | undefined): Suggested | null {
  const isAgents = (input.stage ?? input.signals[0]?.stage) === 'agent_run'
  const proofs = proofsOf(input, proof)
  const lines = input.signals
    .filter((one) => proofs.includes(one) || isNearEnd(one))
    .map((one) => heard(one, proofs))
  const votes = wordedLastResort.flatMap((rule) => voteOf(rule, lines, isAgents) ?? [])
  return strongest(votes, input.failedStep?.kind ?? null)
}

function strongest(votes: readonly Vote[], step: StepKind | null): Vote | null {
  const sums = new Map<Reason, number>()
  for (const { reason } of votes) sums.set(reason, sumFor(reason, votes, step))
  const found = votes
    .filter(({ reason, rule }) => (sums.get(reason) ?? 0) >= ENOUGH && rule.above !== true)
    .toSorted((a, b) => (sums.get(b.reason) ?? 0) - (sums.get(a.reason) ?? 0) || b.weight - a.weight)
  const best = found[0]
  if (best === undefined) return null
  // In these cases the name of the step says more than its lines.
  return step !== null && (sums.get(best.reason) ?? 0) < STEP_VOTE ? null : best
}

function sumFor(reason: Reason, votes: readonly Vote[], step: StepKind | null): number {
  const own = votes.filter((one) => one.reason === reason && one.rule.above !== true)
  const above = votes.find((one) => one.reason === reason && one.rule.above === true)?.weight ?? 0
  const most = Math.max(0, ...own.map(({ weight }) => weight))
  const all = own.reduce((sum, { weight }) => sum + weight, 0)
  const isOfStep =
    (step === 'check' && reason === 'TESTS_FAILED') || (step === 'build' && reason === 'BROKEN_BUILD')
  return most + (all - most) * FURTHER_SHARE + above + (isOfStep ? STEP_VOTE : 0)
}

/** A line, and whether it reports an error. */
type Heard = { readonly signal: Signal; readonly isProof: boolean; readonly isError: boolean }

const heard = (signal: Signal, proofs: readonly Signal[]): Heard => ({
  signal,
  isProof: proofs.includes(signal),
  isError: proofs.includes(signal) || isError(signal),
})

/** A heading says nothing. The line below it does. */
const BELOW_LINES = 2

function proofsOf({ signals }: DiagnoseInput, proof: Signal | undefined): readonly Signal[] {
  if (proof === undefined) return []
  if (causeOf(proof.message)?.cause !== 'below') return [proof]
  const line = proof.at?.line ?? 0
  const below = signals.find(({ what, at }) => {
    const after = (at?.line ?? 0) - line
    return what === 'statement' && after > 0 && after <= BELOW_LINES
  })
  return below === undefined ? [proof] : [proof, below]
}

/** Each rule votes once, with the line that counts most. */
function voteOf(rule: LastResortRule, lines: readonly Heard[], isAgents: boolean): Vote | null {
  let best: Heard | null = null
  let count = 0
  let most = 0
  for (const line of lines) {
    const share = shareFor(rule, line)
    if (share === 0 || !isSaidIn(rule, line.signal)) continue
    count += 1
    if (share < most) continue
    most = share
    best = line
  }
  if (best === null) return null
  const repeated = rule.above === true ? 0 : Math.min(count - 1, MOST_REPEATED)
  const reason = isAgents ? (rule.ofAgents ?? rule.reason) : rule.reason
  return { rule, signal: best.signal, reason, weight: rule.weight * most * (1 + REPEATED * repeated) }
}

function shareFor({ anywhere, above }: LastResortRule, { signal, isProof, isError: tells }: Heard): number {
  if (isProof) return 1
  const after = signal.detail.after ?? 0
  const share = NEARNESS.find(([lines]) => after < lines)?.[1] ?? 0
  if (tells || anywhere === true) return share
  return above !== true && after < LAST_WORDS ? share * PLAIN_SHARE : 0
}

const isSaidIn = (rule: LastResortRule, { message, detail }: Signal): boolean =>
  reads(rule, rule.above === true ? (detail.under ?? '') : message)

const isNearEnd = (signal: Signal): boolean => {
  const { what, message, detail } = signal
  return (
    (what === 'statement' || what === 'uncaught') &&
    (detail.after ?? 0) < NEAR_LINES &&
    !ONLY_NAMES.test(message) &&
    !QUIET.test(message) &&
    !LISTING.test(message) &&
    !PASSED.test(message) &&
    !isOld(signal)
  )
}

const isError = ({ what, message }: Signal): boolean =>
  what === 'uncaught' || ENDS_IN_ERROR.test(message) || TELLS.test(message)
