/** One attempt of the sample with the files of a real run: its record, its log, its events, its result. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSignals } from '../../../agents/read-signals.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { lessonOf } from '../../../memory/lesson.ts'
import type { Project } from '../../../record/project.ts'
import type { RunNumbers } from '../../../record/run.ts'
import type { RunResult, StageReport } from '../../../record/run-result.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { uuidv7 } from '../../../record/uuid.ts'
import { logPathFor, RunFolder } from '../../../supervision/run-folder.ts'
import { workOf } from './sample-files.ts'
import { sampleOf, type SampleLog } from './sample-logs.ts'
import { turnsIn } from './sample-transcript.ts'
import {
  commandOf,
  costOf,
  explained,
  linesIn,
  partsOf,
  tokensOf,
  type Attempt,
  type Part,
} from './sample-parts.ts'

export type SampleContext = { readonly store: Store; readonly project: Project }

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
  writeFileSync(folder.file('prompt.md'), attempt.prompt)
  const parts = partsOf(task, attempt)
  for (const { text } of parts) appendFileSync(folder.log, text)
  const told = await explained(parts)
  const result = resultOf(task, { attempt, told, numbers, runId, logPath, parts })
  tellStory(folder, result, parts)
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
  readonly parts: readonly Part[]
}

function resultOf(task: TaskRecord, { attempt, told, numbers, runId, logPath, parts }: Known): RunResult {
  const { startedAt, durationMs, log } = attempt
  const { reason, ending, circular, plan } = told
  const hasFailed = reason !== null
  const last = parts.at(-1)
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
    ending,
    exitCode: last?.exitCode ?? 0,
    endSignal: null,
    reason,
    stage: told.stage,
    summary: told.evidence[0]?.excerpt.slice(0, 200) ?? (hasFailed ? 'exit code 1' : 'succeeded'),
    rejection: null,
    circular,
    diagnosis: hasFailed ? diagnosisOf(told) : null,
    plan,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + durationMs).toISOString(),
    durationMs,
    ...measuresOf(task, told, attempt),
    changedFiles: Object.keys(workOf(log, attempt.number) ?? {}),
    branch: null,
    verify: verifyOf(parts, told),
    stages: parts.map((part) => stageOf(part, told)),
    logPath,
  }
}

const endOf = ({ startMs, durationMs }: Part): string => new Date(startMs + durationMs).toISOString()

const stageOf = (part: Part, told: Explanation): StageReport => ({
  stage: part.stage,
  command: part.command,
  startedAt: new Date(part.startMs).toISOString(),
  endedAt: endOf(part),
  durationMs: part.durationMs,
  from: part.from,
  to: part.from + Buffer.byteLength(part.text),
  ending: { kind: 'exit', code: part.exitCode },
  exitCode: part.exitCode,
  endSignal: null,
  reason: part.stage === told.stage ? told.reason : null,
})

function verifyOf(parts: readonly Part[], told: Explanation): RunResult['verify'] {
  const check = parts.find(({ stage }) => stage === 'final_test')
  if (check === undefined) return null
  const { command, exitCode, durationMs } = check
  return { command, passed: exitCode === 0, exitCode, reason: told.reason, durationMs }
}

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

const turnsOf = (log: SampleLog): number | null => {
  const { does } = sampleOf(log)
  return typeof does === 'string' ? null : turnsIn(does)
}

const models: Readonly<Record<string, string>> = {
  claude: 'claude-sonnet-4-5',
  codex: 'gpt-5.2-codex',
  gemini: 'gemini-2.5-pro',
}

const measuresOf = (
  { agent }: TaskRecord,
  told: Explanation,
  { log, durationMs }: Attempt,
): Pick<
  RunResult,
  'bytesRead' | 'bytesWritten' | 'turns' | 'costUsd' | 'tokens' | 'sessionId' | 'model'
> => ({
  bytesRead: 4_096_000 + durationMs,
  bytesWritten: 128_000 + Math.round(durationMs / 7),
  turns: turnsOf(log) ?? told.turns ?? null,
  costUsd: told.costUsd ?? costOf(durationMs),
  tokens: tokensOf(durationMs),
  sessionId: told.sessionId ?? null,
  model: told.model ?? models[agent ?? ''] ?? null,
})

function tellStory(folder: RunFolder, result: RunResult, parts: readonly Part[]): void {
  const { run, runId, status, reason, summary, startedAt, endedAt } = result
  folder.record({ at: startedAt, event: 'run:created', run, runId })
  for (const part of parts) {
    const { stage, from, fromLine, text, exitCode, durationMs } = part
    folder.record({
      at: new Date(part.startMs).toISOString(),
      event: 'stage:starting',
      stage,
      from,
      fromLine,
    })
    folder.record({
      at: endOf(part),
      event: 'stage:ended',
      stage,
      to: from + Buffer.byteLength(text),
      toLine: fromLine + linesIn(text),
      ending: { kind: 'exit', code: exitCode },
      exitCode,
      endSignal: null,
      durationMs,
      io: null,
      memoryProof: null,
    })
  }
  folder.record({ at: endedAt, event: 'run:ended', status, reason, summary })
}
