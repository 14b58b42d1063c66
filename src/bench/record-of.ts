import { SHOWN_NAMES } from '../diagnosis/test-run.ts'
import { join } from 'node:path'
import { describeEnding, preparingFailure } from '../diagnosis/endings.ts'
import { benchWordOf, toBench } from '../reasons/dialects/bench.ts'
import { inTable } from '../reasons/custom-reason.ts'
import { orUnknown, type Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import { reasons } from '../reasons/table.ts'
import { customIn, type RunResult, type StageReport } from '../record/run-result.ts'
import type { AttemptRecord, BenchReason } from './attempt-record.ts'
import { readFailing, type FailingTests } from './read-failing.ts'
import type { BenchTask } from './suite/task.ts'

export type Attempted = {
  readonly series: string
  readonly task: BenchTask
  readonly attempt: number
  /** The name of the agent in reports. */
  readonly agent: string
  readonly result: RunResult
  /** The folder of the project's record. */
  readonly recordFolder: string
}

/** Converts the run of an attempt into a bench record. */
export async function recordOf(attempted: Attempted): Promise<AttemptRecord> {
  const { series, task, attempt, agent, result, recordFolder } = attempted
  const verdict = verdictOf(result)
  const tests = await testsOf(result, join(recordFolder, result.logPath, 'worker.log'))
  return {
    format: 'mayday.attempt/1',
    attempt_id: result.runId,
    series,
    task_id: task.id,
    attempt,
    agent,
    started_at: result.startedAt,
    ended_at: result.endedAt,
    duration_ms: result.durationMs,
    ...verdict,
    summary: verdict.passed ? 'passed' : result.summary,
    stop_reason: stopReasonOf(result),
    exit_codes: Object.fromEntries(result.stages.map(({ stage, exitCode }) => [stage, exitCode])),
    ...tests,
    tokens: result.tokens,
    cost_usd: result.costUsd,
    turns: result.turns,
    changed_files: result.changedFiles?.length ?? null,
    labels: task.labels,
    run_id: result.runId,
    log_path: result.logPath,
    stages: result.stages.map(({ stage, durationMs, exitCode, reason, ending }) => ({
      stage,
      ms: durationMs,
      exit: exitCode,
      reason,
      ending: describeEnding(ending),
    })),
  }
}

const NOT_THE_TASKS: ReadonlySet<BenchReason> = new Set([
  'SANDBOX_ERROR',
  'SETUP_TIMEOUT',
  'TIMEOUT',
  'INTERRUPTED',
])

/** A failure before the baseline gets the reason of its stage, unless the task did not cause it. */
const blamed = (stage: Stage, reason: Reason): Reason =>
  NOT_THE_TASKS.has(toBench(reason)) ? reason : (preparingFailure(stage) ?? reason)

type AttemptVerdict = Pick<AttemptRecord, 'passed' | 'failure_reason' | 'reason' | 'stage'>

/** The verdict of the run in bench words. Without a final test, the attempt has not passed. */
function verdictOf({ status, stages, reason: word, stage, diagnosis }: RunResult): AttemptVerdict {
  const last = stages.at(-1)?.stage
  if (status === 'canceled')
    return { passed: false, failure_reason: 'INTERRUPTED', reason: null, stage: last ?? stage }
  if (status === 'succeeded' && last === 'final_test')
    return { passed: true, failure_reason: null, reason: null, stage: null }
  const found = stages.flatMap((one) =>
    one.reason === null ? [] : blamed(one.stage, inTable(one.reason, customIn(diagnosis))),
  )
  // A rejected launch has no stage.
  const failure_reason = benchWordOf(found) ?? toBench(inTable(word, customIn(diagnosis)))
  return { passed: false, failure_reason, reason: orUnknown(word), stage }
}

function stopReasonOf({ stages, status, diagnosis }: RunResult): string | null {
  const agent = stages.find(({ stage }) => stage === 'agent_run')
  if (agent === undefined) return null
  if (status === 'canceled' && agent.ending.kind === 'stopped') return 'INTERRUPTED'
  if (agent.reason === null) return 'SUCCESS'
  const reason = inTable(agent.reason, customIn(diagnosis))
  const word = reasons[reason].benchStop ?? toBench(reason)
  return word === 'UNKNOWN' ? agent.reason : word
}

/** The tests that failed before the agent, and those that fail only after it. */
async function testsOf(
  { stages }: RunResult,
  log: string,
): Promise<Pick<AttemptRecord, 'baseline' | 'newly_failing'>> {
  const before = await readIf(
    log,
    stages.find(({ stage, reason }) => stage === 'baseline_run' && reason === null),
  )
  const after = await readIf(
    log,
    stages.find(({ stage }) => stage === 'final_test'),
  )
  const [first, second] = before
  if (first === undefined) return { baseline: null, newly_failing: [] }
  const isFlaky = second !== undefined && second.fingerprint !== first.fingerprint
  const known = new Set(before.flatMap(({ names }) => names))
  const newly = after.flatMap(({ names }) => names).filter((name) => !known.has(name))
  return {
    baseline: { failing: first.names.slice(0, SHOWN_NAMES), isFlaky },
    newly_failing: before.every(({ isWhole }) => isWhole) ? newly.slice(0, SHOWN_NAMES) : [],
  }
}

const readIf = async (log: string, report: StageReport | undefined): Promise<readonly FailingTests[]> =>
  report === undefined ? [] : readFailing(log, report)
