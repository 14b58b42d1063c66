/**
 * Signals and history in, a verdict out. Pure.
 *
 * D1 Total: every input has a verdict. D2 A success is claimed only where all that is known agrees.
 * D3 Plain text never turns a success into a failure. D4 Within a stage authority decides, then what came
 * later; a root cause (memory, disk, engine) wins over what followed from it.
 */
import { fromStage } from '../reasons/dialects/bench.ts'
import type { Ending } from '../reasons/ending.ts'
import { precedence, type Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Signal } from '../signals/signal.ts'
import { diagnoseBaseline } from './baseline.ts'
import { AUTHORITY, candidatesOf } from './candidates.ts'
import { isGoingInCircles } from './circular.ts'
import {
  classifier,
  type Alternative,
  type Candidate,
  type Confidence,
  type DiagnoseInput,
  type Diagnosis,
} from './diagnosis.ts'
import { readEnding, shellCode, signalOfEnding, verdictOfEnding } from './endings.ts'
import { fingerprint } from './fingerprint.ts'
import { ENDS_IN_ERROR } from './text-rules.ts'

/** Why did this run fail, or did it? */
export function diagnose(input: DiagnoseInput): Diagnosis {
  const stage = input.stage ?? input.signals[0]?.stage ?? 'agent_run'
  const ending = readEnding(input)
  const candidates = rank(withEnding(candidatesOf(input), input, stage, ending))
  if (stage === 'baseline_run') {
    const baseline = diagnoseBaseline(input, candidates)
    if (baseline !== null) return finish(input, { ...baseline, stage, ending, candidates })
  }
  if (!hasFailed(input, stage, candidates))
    return finish(input, { ...successOf(input), stage, ending, candidates })
  const winner = candidates[0]
  if (winner !== undefined) {
    return finish(input, {
      reason: winner.reason,
      rule: winner.rule,
      evidence: [winner.signal],
      confidence: confidenceIn(winner, input),
      stage,
      ending,
      candidates,
    })
  }
  return finish(input, { ...byDefault(input, stage), stage, ending, candidates })
}

type Decision = {
  readonly reason: Reason | null
  readonly rule: string
  readonly evidence: readonly Signal[]
  readonly confidence: Confidence
  readonly stage: Stage
  readonly ending: Ending
  readonly candidates: readonly Candidate[]
}

function finish(input: DiagnoseInput, decision: Decision): Diagnosis {
  const { candidates, reason, ...rest } = decision
  const circular = reason !== null && goesInCircles(input, decision)
  const nothingBetter = reason === 'UNKNOWN' && circular
  return {
    ...rest,
    reason: nothingBetter ? 'CIRCULAR_FIX' : reason,
    rule: nothingBetter ? 'history.circular' : rest.rule,
    alternatives: alternativesTo(decision),
    circular,
    classifier,
  }
}

function goesInCircles(input: DiagnoseInput, { evidence }: Decision): boolean {
  const history = input.history ?? []
  if (history.length < 2) return false
  const [first] = evidence
  return isGoingInCircles(
    {
      ...(input.approach === undefined ? {} : { approach: input.approach }),
      ...(first === undefined ? {} : { fingerprint: fingerprint(first.message) }),
      ...(first?.detail.names === undefined ? {} : { failingTests: first.detail.names }),
    },
    history,
  )
}

function withEnding(
  candidates: readonly Candidate[],
  input: DiagnoseInput,
  stage: Stage,
  ending: Ending,
): readonly Candidate[] {
  const verdict = verdictOfEnding(input, stage)
  if (verdict === null) return candidates
  // A kill whose cause is printed: the ending only confirms it.
  const cause = candidates.findLast((one) => one.reason === 'OUT_OF_MEMORY')
  if (cause !== undefined && shellCode(input) === 137) return [{ ...cause, authority: AUTHORITY.ending }]
  return [
    ...candidates,
    { ...verdict, authority: AUTHORITY.ending, signal: signalOfEnding(ending, stage), root: false },
  ]
}

/** Best first. */
const rank = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted(
    (a, b) =>
      a.authority - b.authority ||
      Number(b.root) - Number(a.root) ||
      (b.signal.at?.line ?? 0) - (a.signal.at?.line ?? 0) ||
      precedence(a.reason) - precedence(b.reason),
  )

const isTrouble = (signal: Signal): boolean =>
  !signal.resolved &&
  (signal.source === 'typed' || signal.source === 'declared' || signal.source === 'mayday') &&
  signal.what !== 'success'

/** A finished install is the success of a setup, not of the tests that come after it. */
const isSuccess = (signal: Signal): boolean =>
  !signal.resolved &&
  (signal.what === 'success' ||
    signal.what === 'tests-passed' ||
    signal.what === 'build-passed' ||
    (signal.what === 'install-passed' && signal.stage === 'setup'))

/** Against exit code 0 a status line of an unknown program is only plain text; an adapter's form is more. */
const proves = (signal: Signal, input: DiagnoseInput): boolean =>
  signal.source !== 'declared' || typeof input.agent === 'string'

/** The success gate. */
function hasFailed(input: DiagnoseInput, stage: Stage, candidates: readonly Candidate[]): boolean {
  const code = shellCode(input)
  const claimed = input.signals.some((signal) => !signal.resolved && signal.source === 'marker')
  if (code !== null && code !== 0) return true
  if (
    claimed ||
    input.signals.some((signal) => isTrouble(signal) && (code === null || proves(signal, input)))
  )
    return true
  if (code === 0) return false
  return failedWithoutCode(input, stage, candidates)
}

/** Nobody knows the exit code: a failing summary, an output cut off, or an error as the last word. */
function failedWithoutCode(input: DiagnoseInput, _stage: Stage, candidates: readonly Candidate[]): boolean {
  if (candidates.some((one) => one.signal.source === 'tool')) return true
  if (input.signals.some(isSuccess)) return false
  if (input.structured === true && input.facts?.closed === false) return true
  const statements = input.signals.filter((signal) => signal.what === 'statement')
  const lastLine = input.lines ?? statements.at(-1)?.at?.line ?? 0
  const isLast = (signal: Signal, lines: number): boolean => lastLine - (signal.at?.line ?? 0) < lines
  if (candidates.some((one) => one.signal.source === 'text' && isLast(one.signal, 25))) return true
  return statements.some((signal) => isLast(signal, 6) && ENDS_IN_ERROR.test(signal.message))
}

function successOf(input: DiagnoseInput): Pick<Decision, 'reason' | 'rule' | 'evidence' | 'confidence'> {
  const evidence = input.signals.filter(isSuccess).slice(-1)
  const code = shellCode(input)
  if (code === 0)
    return {
      reason: null,
      rule: 'success.exit-0',
      evidence,
      confidence: evidence.length > 0 ? 'high' : 'medium',
    }
  return {
    reason: null,
    rule: evidence.length > 0 ? 'success.stated' : 'success.no-failure',
    evidence,
    confidence: 'low',
  }
}

/** Nothing specific is known: the stage's own default, or UNKNOWN with whatever proves the failure. */
function byDefault(
  input: DiagnoseInput,
  stage: Stage,
): Pick<Decision, 'reason' | 'rule' | 'evidence' | 'confidence'> {
  const code = shellCode(input)
  const proof = lastProof(input)
  const evidence = proof === undefined ? [] : [proof]
  const byStage = stageDefault(stage, code, input)
  if (byStage !== null) return { ...byStage, evidence, confidence: 'low' }
  const cut = input.structured === true && input.facts?.closed === false
  return { reason: 'UNKNOWN', rule: cut ? 'unknown.cut-off' : 'unknown', evidence, confidence: 'low' }
}

function stageDefault(
  stage: Stage,
  code: number | null,
  input: DiagnoseInput,
): { reason: Reason; rule: string } | null {
  if (stage === 'git_clone') return { reason: 'GIT_CLONE_FAILED', rule: 'stage.git_clone' }
  if (stage === 'git_checkout') return { reason: 'GIT_CHECKOUT_FAILED', rule: 'stage.git_checkout' }
  if (stage === 'setup') return { reason: 'SETUP_FAILED', rule: 'stage.setup' }
  if (stage === 'launch') return { reason: 'LAUNCH_REJECTED', rule: 'stage.launch' }
  if (stage === 'final_test' && code === 1) return { reason: 'TESTS_FAILED', rule: 'stage.final_test' }
  const nothingRead = (input.bytes ?? 0) === 0 && input.signals.length === 0
  if (!nothingRead || code === null || code === 1) return null
  const word = fromStage(stage, code)
  return word === null || word === 'UNKNOWN' ? null : { reason: word, rule: 'ending.bench-code' }
}

/** The last line that speaks of the failure, for a person to start reading at. */
const lastProof = (input: DiagnoseInput): Signal | undefined =>
  input.signals.findLast((signal) => isTrouble(signal) && !signal.specific) ??
  input.signals.findLast((signal) => signal.what === 'statement' && ENDS_IN_ERROR.test(signal.message))

function confidenceIn(winner: Candidate, input: DiagnoseInput): Confidence {
  if (winner.rule === 'ending.killed' || winner.rule === 'ending.agent-killed') return 'medium'
  if (winner.authority <= AUTHORITY.ending) return 'high'
  const known = shellCode(input) !== null
  if (winner.authority === AUTHORITY.tool) return known ? 'high' : 'medium'
  if (winner.authority === AUTHORITY.marker) return 'medium'
  return known ? 'medium' : 'low'
}

const SOURCE_WORDS: Readonly<Record<Signal['source'], string>> = {
  mayday: 'what Mayday did',
  typed: 'a typed field',
  declared: "the agent's own report",
  ending: 'how it ended',
  marker: "the agent's marker",
  tool: "a tool's summary",
  text: 'plain text',
}

function alternativesTo({ candidates, reason, rule, evidence }: Decision): readonly Alternative[] {
  const [decided] = evidence
  const seen = new Set<Reason>(reason === null ? [] : [reason])
  return candidates.flatMap((one) => {
    if (seen.has(one.reason)) return []
    seen.add(one.reason)
    return [{ reason: one.reason, rule: one.rule, why: whyNot(one, reason, rule, decided) }]
  })
}

function whyNot(one: Candidate, reason: Reason | null, rule: string, decided: Signal | undefined): string {
  const place = one.signal.at === null ? '' : ` (line ${one.signal.at.line})`
  const said = `${SOURCE_WORDS[one.signal.source]}${place}`
  if (reason === null) return `${said} mentions it, but the run went well (${rule})`
  if (decided === undefined) return `${said} is weaker than what decided`
  if (AUTHORITY[decided.source] < one.authority) return `${said} ranks below ${SOURCE_WORDS[decided.source]}`
  return (decided.at?.line ?? 0) > (one.signal.at?.line ?? 0)
    ? `${said} came before what decided`
    : `${said} followed from what decided`
}
