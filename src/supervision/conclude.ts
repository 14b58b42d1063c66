import type { KnownTests, TestComparison } from '../diagnosis/compare-tests.ts'
import { diagnoseRun, type RunVerdict } from '../diagnosis/diagnose-run.ts'
import { diagnose } from '../diagnosis/diagnose.ts'
import { classifier, type DiagnoseInput, type Diagnosis } from '../diagnosis/diagnosis.ts'
import { describeEnding } from '../diagnosis/endings.ts'
import { explanationOf, type Explanation } from '../diagnosis/explain.ts'
import type { Ending } from '../reasons/ending.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Spent } from '../recovery/budgets.ts'
import type { RunDiagnosis, RunResult, StageReport, VerifyReport } from '../record/run-result.ts'
import { isBenchAttempt } from '../record/run.ts'
import type { Reading, Signal } from '../signals/signal.ts'
import { approachOf } from '../memory/approach.ts'
import { adviseFor, adviseRun } from './advise-run.ts'
import { placedIn, type StageOutcome } from './stage-outcome.ts'
import { comparedIn, testsOf, withComparison } from './stage-tests.ts'
import { claimableIn, type RunSpec, type StageSpec } from './run-spec.ts'

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

/** The same failure without its kind. */
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

/** The result of a run that was started. */
export function resultOf(findings: RunFindings): RunResult {
  const { spec, outcomes, changedFiles, endedAt } = findings
  const agent = outcomes.find(({ spec: { stage } }) => stage === 'agent_run')
  const facts = agent?.reading.facts
  const approach = facts === undefined ? '' : approachOf(facts)
  const verdict = diagnoseRun({
    stages: outcomes.map((outcome) => diagnosable(outcome, spec)),
    hasSameTests: hasSameTests(spec),
    isBench: isBenchAttempt(spec),
    expectChanges: spec.expectChanges,
    changedFiles,
    approach,
    ...(spec.past === undefined ? {} : { history: spec.past.attempts, given: spec.past.given }),
  })
  const told = explanationFor(verdict, outcomes)
  const decisive = outcomes.find(({ spec: { stage } }) => stage === verdict.run.stage) ?? outcomes.at(-1)
  const { canceled } = findings
  const tests = testsOf(verdict, findings)
  const compared = comparedIn(verdict, tests, findings.known)
  const diagnosis = withComparison(diagnosisOf(told, verdict.run, approach), compared)
  return {
    ...identityOf(spec),
    agent: (spec.described === undefined ? agent?.reading.agent : null) ?? spec.agent,
    status: canceled ? 'canceled' : verdict.run.reason === null ? 'succeeded' : 'failed',
    ending: canceled ? { kind: 'stopped', by: 'cancel' } : verdict.run.ending,
    exitCode: decisive?.exitCode ?? null,
    endSignal: decisive?.endSignal ?? null,
    stage: verdict.run.stage,
    reason: canceled ? null : wordIn(verdict.run),
    summary: canceled ? 'canceled' : summaryOf(told, verdict.run.ending, compared),
    rejection: canceled ? null : rejectionOf(decisive),
    circular: verdict.run.circular,
    diagnosis: canceled ? null : { ...diagnosis, ...resetOf(verdict, decisive, told) },
    plan: canceled
      ? null
      : adviseRun(told.plan, verdict.run, { ...spec, used: usedBy(outcomes), ...comparison(compared) }),
    startedAt: spec.createdAt,
    endedAt: endedAt.toISOString(),
    durationMs: usedBy(outcomes).wallMs,
    ...ioOf(outcomes),
    turns: facts?.turns ?? null,
    costUsd: facts?.costUsd ?? null,
    tokens: facts?.tokens ?? null,
    sessionId: facts?.sessionId ?? (facts?.answered === true ? (spec.sessionId ?? null) : null),
    model: facts?.model ?? null,
    changedFiles,
    branch: findings.branch,
    verify: verifyOf(verdict, outcomes),
    ...(tests.length === 0 ? {} : { tests }),
    stages: outcomes.map((outcome, at) => reportOf(outcome, verdict, at)),
  }
}

const usedBy = (outcomes: readonly StageOutcome[]): Omit<Spent, 'attempts'> => {
  const facts = outcomes.find(({ spec: { stage } }) => stage === 'agent_run')?.reading.facts
  return {
    wallMs: outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0),
    tokens: facts?.tokens ?? 0,
    costUsd: facts?.costUsd ?? 0,
  }
}

/** A command that the system refused to execute never started, as if Mayday had refused the launch. */
const rejectionOf = (decisive: StageOutcome | undefined): string | null => decisive?.startError ?? null

/** A custom reason comes first. */
const wordIn = (verdict: Diagnosis | undefined): string | null =>
  verdict?.custom?.name ?? verdict?.reason ?? null

/** The result of a run that Mayday refused to start. */
export const rejectedResult = (spec: RunSpec, rejection: string, endedAt: Date): RunResult => ({
  ...unstarted(spec, endedAt),
  ...verdictOfMayday('LAUNCH_REJECTED', 'mayday.rejected', rejection, spec),
  ending: { kind: 'never-started' },
  stage: 'launch',
  summary: `launch rejected: ${rejection}`,
  rejection,
})

/** The result of a run that was canceled before its first process. */
export const canceledResult = (spec: RunSpec, endedAt: Date): RunResult => ({
  ...unstarted(spec, endedAt),
  status: 'canceled',
  reason: null,
  diagnosis: null,
  plan: null,
  ending: { kind: 'stopped', by: 'cancel' },
  stage: 'launch',
  summary: 'canceled',
})

/** The result of a run whose supervisor died after it recorded the intent and before it wrote a file. */
export const lostResult = (
  record: Omit<Unstarted, 'createdAt'> & { startedAt: string },
  endedAt: Date,
): RunResult => ({
  ...unstarted({ ...record, createdAt: record.startedAt }, endedAt),
  ...verdictOfMayday('WORKER_CRASHED', 'ending.lost', 'Mayday ended before the worker was started', {}),
  ending: { kind: 'lost' },
  stage: 'launch',
  summary: 'Mayday ended before the worker was started',
})

/** The facts about a run that has no stage to report. */
type Unstarted = Pick<
  RunSpec,
  | 'runId'
  | 'run'
  | 'taskId'
  | 'attempt'
  | 'flow'
  | 'phase'
  | 'card'
  | 'agent'
  | 'logPath'
  | 'createdAt'
  | 'branch'
>

function verdictOfMayday(
  reason: Reason,
  rule: string,
  excerpt: string,
  spec: Pick<RunSpec, 'policies'>,
): Pick<RunResult, 'reason' | 'diagnosis' | 'plan'> {
  return {
    reason,
    diagnosis: {
      reason,
      stage: 'launch',
      confidence: 'high',
      rule,
      evidence: [{ source: 'mayday', file: null, line: null, byteOffset: null, excerpt }],
      alternatives: [],
      circular: false,
      classifier,
    },
    plan: adviseFor(reason, spec),
  }
}

function unstarted(
  spec: Unstarted,
  endedAt: Date,
): Omit<RunResult, 'reason' | 'diagnosis' | 'plan' | 'ending' | 'stage' | 'summary'> {
  return {
    ...identityOf(spec),
    status: 'failed',
    exitCode: null,
    endSignal: null,
    rejection: null,
    circular: false,
    startedAt: spec.createdAt,
    endedAt: endedAt.toISOString(),
    durationMs: 0,
    bytesRead: null,
    bytesWritten: null,
    turns: null,
    costUsd: null,
    tokens: null,
    sessionId: null,
    model: null,
    changedFiles: null,
    branch: spec.branch,
    verify: null,
    stages: [],
  }
}

const identityOf = ({
  runId,
  run,
  taskId,
  attempt,
  flow,
  phase,
  card = null,
  agent,
  logPath,
}: Unstarted): Pick<
  RunResult,
  'format' | 'runId' | 'run' | 'taskId' | 'attempt' | 'flow' | 'phase' | 'card' | 'agent' | 'logPath'
> => ({ format: 'mayday.result/2', runId, run, taskId, attempt, flow, phase, card, agent, logPath })

function explanationFor({ run }: RunVerdict, outcomes: readonly StageOutcome[]): Explanation {
  const decisive = outcomes.find(({ spec: { stage } }) => stage === run.stage) ?? outcomes[0]
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

const comparison = (compared: TestComparison | null): { readonly compared?: TestComparison } =>
  compared === null ? {} : { compared }

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
