/** The results of runs without a stage: refused, canceled before the first process, or lost before it. */
import { classifier } from '../diagnosis/diagnosis.ts'
import { LOST, REJECTED, type EndingVerdict } from '../diagnosis/endings.ts'
import type { RunResult } from '../record/run-result.ts'
import { adviseFor } from './advise-run.ts'
import type { RunSpec } from './run-spec.ts'

/** A canceled run has no verdict. */
export const canceledVerdict = {
  status: 'canceled',
  reason: null,
  diagnosis: null,
  plan: null,
  ending: { kind: 'stopped', by: 'cancel' },
  summary: 'canceled',
  rejection: null,
} as const satisfies Partial<RunResult>

/** The result of a run that Mayday refused to start. */
export const rejectedResult = (spec: RunSpec, rejection: string, endedAt: Date): RunResult => ({
  ...unstarted(spec, endedAt),
  ...verdictOfMayday(REJECTED, rejection, spec),
  ending: { kind: 'never-started' },
  stage: 'launch',
  summary: `launch rejected: ${rejection}`,
  rejection,
})

/** The result of a run that was canceled before its first process. */
export const canceledResult = (spec: RunSpec, endedAt: Date): RunResult => ({
  ...unstarted(spec, endedAt),
  ...canceledVerdict,
  stage: 'launch',
})

/** The result of a run whose supervisor died after it recorded the intent and before it wrote a file. */
export const lostResult = (
  record: Omit<Unstarted, 'createdAt'> & { startedAt: string },
  endedAt: Date,
): RunResult => ({
  ...unstarted({ ...record, createdAt: record.startedAt }, endedAt),
  ...verdictOfMayday(LOST, 'Mayday ended before the worker was started', {}),
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
  { reason, rule }: EndingVerdict,
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

/** The fields of a result that the run has from its start. */
export const identityOf = ({
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
