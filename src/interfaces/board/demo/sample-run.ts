/** One attempt of the sample with the files of a real run: its record, its log, its events, its result. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../../../agents/explain.ts'
import { readSignals } from '../../../agents/read-signals.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { lessonOf } from '../../../memory/lesson.ts'
import type { Project } from '../../../record/project.ts'
import type { RunNumbers } from '../../../record/run.ts'
import type { RunResult } from '../../../record/run-result.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { uuidv7 } from '../../../record/uuid.ts'
import { logPathFor, RunFolder } from '../../../supervision/run-folder.ts'
import { sampleLogs, type SampleLog } from './sample-logs.ts'

export type SampleContext = { readonly store: Store; readonly project: Project }

type Attempt = {
  readonly log: SampleLog
  readonly startedAt: Date
  readonly durationMs: number
}

/** The verdict comes from the real diagnosis of the sample log. */
export async function recordAttempt(
  task: TaskRecord,
  attempt: Attempt,
  context: SampleContext,
): Promise<RunResult> {
  const { store, project } = context
  const runId = uuidv7(attempt.startedAt.getTime())
  const logPath = logPathFor(runId, attempt.startedAt)
  const numbers = store.begin({
    runId,
    task: task.task,
    title: task.title,
    prompt: null,
    flow: task.flow,
    phase: task.phase,
    agent: task.agent,
    command: commandOf(task),
    cwd: project.root,
    branch: null,
    baseCommit: null,
    logPath,
    startedAt: attempt.startedAt.toISOString(),
    supervisor: '{}',
  })
  store.running(runId)
  const folder = new RunFolder(join(project.record, logPath))
  folder.create()
  appendFileSync(folder.log, sampleLogs[attempt.log])
  const told = await explain(folder.log, { exitCode: attempt.log === 'ok' ? 0 : 1 })
  const result = resultOf(task, { attempt, told, numbers, runId, logPath })
  tellStory(folder, result, attempt)
  folder.conclude(result)
  store.finish(result)
  const { facts, signals } = await readSignals(folder.log)
  const lesson = lessonOf({ result, facts, signals, hasLog: true, task: task.task })
  if (lesson !== null) store.addLesson(lesson)
  return result
}

type Known = {
  readonly attempt: Attempt
  readonly told: Explanation
  readonly numbers: RunNumbers
  readonly runId: string
  readonly logPath: string
}

function resultOf(task: TaskRecord, { attempt, told, numbers, runId, logPath }: Known): RunResult {
  const { startedAt, durationMs, log } = attempt
  const { reason, ending, circular, plan } = told
  const hasFailed = reason !== null
  const diagnosis = hasFailed ? diagnosisOf(told) : null
  const times = {
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + durationMs).toISOString(),
    durationMs,
  }
  const end = { ending, exitCode: hasFailed ? 1 : 0, endSignal: null, reason }
  return {
    format: 'mayday.result/2',
    runId,
    run: numbers.run,
    taskId: numbers.taskId,
    attempt: numbers.attempt,
    flow: task.flow,
    phase: task.phase,
    card: task.card,
    agent: task.agent,
    status: hasFailed ? 'failed' : 'succeeded',
    ...end,
    stage: 'agent_run',
    summary: told.evidence[0]?.excerpt.slice(0, 200) ?? (hasFailed ? 'exit code 1' : 'succeeded'),
    rejection: null,
    circular,
    diagnosis,
    plan,
    ...times,
    ...measuresOf(told, durationMs),
    changedFiles: log === 'limit' || log === 'auth' ? [] : ['src/app.py', 'tests/test_app.py'],
    branch: null,
    verify: null,
    stages: [{ stage: 'agent_run', command: commandOf(task), ...times, from: 0, to: bytesOf(log), ...end }],
    logPath,
  }
}

const commandOf = ({ agent, title }: TaskRecord): string => `${agent} -p '${title}'`

const bytesOf = (log: SampleLog): number => Buffer.byteLength(sampleLogs[log])

const diagnosisOf = (told: Explanation): NonNullable<RunResult['diagnosis']> => {
  const { reason, stage, confidence, rule, alternatives, circular, classifier, failing, statedReason } = told
  return {
    reason,
    stage,
    confidence,
    rule,
    evidence: told.evidence.map((one) => ({ ...one, file: 'worker.log' })),
    alternatives,
    circular,
    classifier,
    ...(failing === undefined ? {} : { failing }),
    ...(statedReason === undefined ? {} : { statedReason }),
  }
}

/** What the sample log does not say is made up from its duration. */
const measuresOf = (
  told: Explanation,
  durationMs: number,
): Pick<
  RunResult,
  'bytesRead' | 'bytesWritten' | 'turns' | 'costUsd' | 'tokens' | 'sessionId' | 'model'
> => ({
  bytesRead: 4_096_000 + durationMs,
  bytesWritten: 128_000 + Math.round(durationMs / 7),
  turns: told.turns ?? Math.ceil(durationMs / 40_000),
  costUsd: told.costUsd ?? Math.round(durationMs / 400) / 1000,
  tokens: Math.round(durationMs / 6),
  sessionId: told.sessionId ?? null,
  model: told.model ?? null,
})

function tellStory(folder: RunFolder, result: RunResult, { startedAt, durationMs }: Attempt): void {
  const { run, runId, exitCode, ending, status, reason, summary } = result
  const begin = startedAt.toISOString()
  const end = new Date(startedAt.getTime() + durationMs).toISOString()
  const { to = 0 } = result.stages[0] ?? {}
  folder.record({ at: begin, event: 'run:created', run, runId })
  folder.record({ at: begin, event: 'stage:starting', stage: 'agent_run', from: 0, fromLine: 1 })
  folder.record({
    at: end,
    event: 'stage:ended',
    stage: 'agent_run',
    to,
    toLine: 1,
    ending,
    exitCode,
    endSignal: null,
    durationMs,
    io: null,
    memoryProof: null,
  })
  folder.record({ at: end, event: 'run:ended', status, reason, summary })
}
