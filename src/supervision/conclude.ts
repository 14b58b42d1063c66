import type { KnownTests, TestComparison } from '../diagnosis/compare-tests.ts'
import { diagnoseRun, type RunVerdict } from '../diagnosis/diagnose-run.ts'
import { diagnose } from '../diagnosis/diagnose.ts'
import type { DiagnoseInput, Diagnosis } from '../diagnosis/diagnosis.ts'
import { describeEnding } from '../diagnosis/endings.ts'
import { explanationOf, type Explanation } from '../diagnosis/explain.ts'
import type { Ending } from '../reasons/ending.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Spent } from '../recovery/budgets.ts'
import type { RunDiagnosis, RunResult, StageReport, StageTests, VerifyReport } from '../record/run-result.ts'
import { isBenchAttempt } from '../record/run.ts'
import type { Reading, Signal } from '../signals/signal.ts'
import { approachOf } from '../memory/approach.ts'
import { adviseRun } from './advise-run.ts'
import { placedIn, type StageOutcome } from './stage-outcome.ts'
import { comparedIn, testsOf, withComparison } from './stage-tests.ts'
import { claimableIn, type RunSpec, type StageSpec } from './run-spec.ts'
import { canceledVerdict, identityOf } from './unstarted-results.ts'

/** The facts about a run after its last process has ended. */
export type RunFindings = {
  readonly spec: RunSpec
  readonly outcomes: readonly StageOutcome[]
  readonly canceled: boolean
  readonly changedFiles: readonly string[] | null
  readonly branch: string | null
  readonly endedAt: Date
  /** The code that verify tested; null if it is not known. */
  readonly codeAfter?: string | null
  /** The runs with which the failing tests of verify are compared. */
  readonly known?: KnownTests
}

/** Everything read from a stage: its output and the agent's own transcript. */
const readingOf = ({ reading, from, transcript = [] }: StageOutcome): Reading => {
  const placed = placedIn(reading, from)
  if (transcript.length === 0) return placed
  return { ...placed, signals: [...placed.signals.filter((signal) => !isHalfTold(signal)), ...transcript] }
}

/** A failure that the output reports without its kind. The transcript reports the same one with it. */
const isHalfTold = ({ source, what, resolved, detail }: Signal): boolean =>
  source === 'typed' && what === 'provider-error' && !resolved && detail.status === undefined

/** Converts a stage to the input of the diagnosis. */
const diagnosable = (
  outcome: StageOutcome,
  spec: Pick<RunSpec, 'customReasons' | 'ownReasons'>,
): DiagnoseInput & { readonly stage: Stage } => ({
  ...readingOf(outcome),
  stage: outcome.spec.stage,
  command: outcome.spec.command,
  customReasons: claimableIn(spec),
  ending: outcome.ending,
  exitCode: outcome.exitCode,
  endSignal: outcome.endSignal,
  ...(outcome.memoryProof === null ? {} : { memoryProof: outcome.memoryProof }),
  ...(outcome.diskProof === null ? {} : { diskProof: outcome.diskProof }),
  ...(typeof outcome.startError === 'string' ? { startError: outcome.startError } : {}),
})

export const diagnoseStage = (outcome: StageOutcome): Diagnosis => diagnose(diagnosable(outcome, {}))

function hasSameTests({ stages }: RunSpec): boolean {
  const commandOf = (name: StageSpec['stage']): string | undefined =>
    stages.find(({ stage }) => stage === name)?.command
  const verify = commandOf('final_test')
  return verify !== undefined && verify === commandOf('baseline_run')
}

const stageIn = (name: Stage | null, outcomes: readonly StageOutcome[]): StageOutcome | undefined =>
  outcomes.find(({ spec: { stage } }) => stage === name)

/** The result of a run that was started. */
export function resultOf(findings: RunFindings): RunResult {
  const { spec, outcomes, changedFiles, endedAt } = findings
  const agent = stageIn('agent_run', outcomes)?.reading
  const approach = agent === undefined ? '' : approachOf(agent.facts)
  const verdict = diagnoseRun({
    stages: outcomes.map((outcome) => diagnosable(outcome, spec)),
    hasSameTests: hasSameTests(spec),
    isBench: isBenchAttempt(spec),
    expectChanges: spec.expectChanges,
    changedFiles,
    approach,
    ...(spec.past === undefined ? {} : { history: spec.past.attempts, given: spec.past.given }),
  })
  const decisive = stageIn(verdict.run.stage, outcomes) ?? outcomes.at(-1)
  const tests = testsOf(verdict, findings)
  return {
    ...identityOf(spec),
    agent: (spec.described === undefined ? agent?.agent : null) ?? spec.agent,
    exitCode: decisive?.exitCode ?? null,
    endSignal: decisive?.endSignal ?? null,
    stage: verdict.run.stage,
    circular: verdict.run.circular,
    ...(findings.canceled ? canceledVerdict : judgedIn({ verdict, decisive, tests, approach }, findings)),
    startedAt: spec.createdAt,
    endedAt: endedAt.toISOString(),
    durationMs: usedBy(outcomes).wallMs,
    ...ioOf(outcomes),
    ...factsOf(agent?.facts, spec),
    changedFiles,
    branch: findings.branch,
    verify: verifyOf(verdict, outcomes),
    ...(tests.length === 0 ? {} : { tests }),
    stages: outcomes.map((outcome, at) => reportOf(outcome, verdict, at)),
  }
}

/** What the diagnosis found, and the stage that decided. */
type Judged = {
  readonly verdict: RunVerdict
  readonly decisive: StageOutcome | undefined
  readonly tests: readonly StageTests[]
  readonly approach: string
}

/** The verdict of a run that was not canceled. */
function judgedIn(
  { verdict, decisive, tests, approach }: Judged,
  { spec, outcomes, known }: RunFindings,
): Pick<RunResult, keyof typeof canceledVerdict> {
  const { run } = verdict
  const told = explanationFor(verdict, outcomes)
  const compared = comparedIn(verdict, tests, known)
  const diagnosis = withComparison(diagnosisOf(told, run, approach), compared)
  const comparison = compared === null ? {} : { compared }
  return {
    status: run.reason === null ? 'succeeded' : 'failed',
    ending: run.ending,
    reason: wordIn(run),
    summary: summaryOf(told, run.ending, compared),
    // A command that the system refused to execute never started, as if Mayday had refused the launch.
    rejection: decisive?.startError ?? null,
    diagnosis: { ...diagnosis, ...resetOf(verdict, decisive, told) },
    plan: adviseRun(told.plan, run, { ...spec, used: usedBy(outcomes), ...comparison }),
  }
}

type Facts = Reading['facts']

function factsOf(
  facts: Facts | undefined,
  { sessionId }: RunSpec,
): Pick<RunResult, 'turns' | 'costUsd' | 'tokens' | 'sessionId' | 'model'> {
  const { turns = null, costUsd = null, tokens = null, model = null } = facts ?? {}
  const given = facts?.answered === true ? sessionId : undefined
  return { turns, costUsd, tokens, sessionId: facts?.sessionId ?? given ?? null, model }
}

const usedBy = (outcomes: readonly StageOutcome[]): Omit<Spent, 'attempts'> => {
  const facts = stageIn('agent_run', outcomes)?.reading.facts
  return {
    wallMs: outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0),
    tokens: facts?.tokens ?? 0,
    costUsd: facts?.costUsd ?? 0,
  }
}

/** A custom reason comes first. */
const wordIn = (verdict: Diagnosis | undefined): string | null =>
  verdict?.custom?.name ?? verdict?.reason ?? null

function explanationFor({ run }: RunVerdict, outcomes: readonly StageOutcome[]): Explanation {
  const decisive = stageIn(run.stage, outcomes) ?? outcomes[0]
  if (decisive === undefined) throw new Error('a run without a stage has no verdict')
  return explanationOf(readingOf(decisive), run)
}

const diagnosisOf = (told: Explanation, verdict: Diagnosis, approach: string): RunDiagnosis => ({
  reason: wordIn(verdict),
  ...(verdict.custom === undefined ? {} : { custom: verdict.custom }),
  stage: told.stage,
  confidence: told.confidence,
  rule: told.rule,
  evidence: told.evidence,
  alternatives: told.alternatives,
  circular: told.circular,
  classifier: told.classifier,
  ...(told.resetAt === undefined ? {} : { resetAt: told.resetAt }),
  ...(told.statedReason === undefined ? {} : { statedReason: told.statedReason }),
  ...(told.failing === undefined ? {} : { failing: told.failing }),
  ...(told.openTool === undefined ? {} : { openTool: told.openTool }),
  ...(told.reason === null || approach === '' ? {} : { approach }),
  ...(verdict.repeats === undefined ? {} : { repeats: verdict.repeats }),
})

/** A stopped agent printed when it would have retried. No other retry makes sense before that. */
function resetOf(
  { run }: RunVerdict,
  decisive: StageOutcome | undefined,
  { resetAt }: Explanation,
): Pick<RunDiagnosis, 'resetAt'> {
  const isRetried = run.ending.kind === 'stopped' && run.evidence[0]?.detail.retry !== undefined
  const retryAt = isRetried ? (decisive?.retryAt ?? null) : null
  return resetAt !== undefined || retryAt === null ? {} : { resetAt: retryAt }
}

/** How the run ended, and the line that says why. If no line does, the cause that the agent states. */
function summaryOf(
  { reason, evidence, statedReason = '' }: Explanation,
  ending: Ending,
  compared: TestComparison | null,
): string {
  if (reason === null) return 'succeeded'
  const line = evidence[0]?.excerpt.trim() ?? ''
  if (ending.kind === 'never-started') return `launch rejected: ${line}`
  const ended = describeEnding(ending)
  const said = [line, statedReason].find((text) => text !== '' && text !== ended)
  return [ended, said, compared?.words].filter((part) => part !== undefined).join('; ')
}

/** If the system has no counters for one stage, they are missing for the run: a partial sum would be wrong. */
function ioOf(outcomes: readonly StageOutcome[]): Pick<RunResult, 'bytesRead' | 'bytesWritten'> {
  let bytesRead = 0
  let bytesWritten = 0
  for (const { io } of outcomes) {
    if (io === null) return { bytesRead: null, bytesWritten: null }
    bytesRead += io.read
    bytesWritten += io.written
  }
  return outcomes.length === 0 ? { bytesRead: null, bytesWritten: null } : { bytesRead, bytesWritten }
}

function verifyOf(verdict: RunVerdict, outcomes: readonly StageOutcome[]): VerifyReport | null {
  const at = outcomes.findIndex(({ spec: { stage } }) => stage === 'final_test')
  const outcome = outcomes[at]
  if (outcome === undefined) return null
  const reason = verdict.stages[at]?.reason ?? null
  const { exitCode, durationMs } = outcome
  return { command: outcome.spec.command, passed: reason === null, exitCode, reason, durationMs }
}

const reportOf = (outcome: StageOutcome, verdict: RunVerdict, at: number): StageReport => ({
  stage: outcome.spec.stage,
  command: outcome.spec.command,
  startedAt: outcome.startedAt,
  endedAt: outcome.endedAt,
  durationMs: outcome.durationMs,
  from: outcome.from.offset,
  to: outcome.to.offset,
  ending: outcome.ending,
  exitCode: outcome.exitCode,
  endSignal: outcome.endSignal,
  reason: wordIn(verdict.stages[at]),
  ...(outcome.mayHaveEscaped === undefined ? {} : { mayHaveEscaped: outcome.mayHaveEscaped }),
  ...((outcome.changedFiles ?? []).length === 0 ? {} : { changedFiles: outcome.changedFiles ?? [] }),
})
