import { closeSync, fstatSync, readSync } from 'node:fs'
import type { RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import type { GivenAgents } from '../signals/agent-reader.ts'
import { countNewlines } from '../signals/bytes/count-newlines.ts'
import { newReadBuffer } from '../signals/bytes/read-buffer.ts'
import type { GoodRuns } from '../signals/good-log.ts'
import { SignalReader } from '../signals/reader.ts'
import { secretsFromEnv } from '../secrets/secrets.ts'
import { Turns } from '../signals/turns.ts'
import { resultOf } from './conclude.ts'
import { readGoodStages } from './good-runs.ts'
import { openLog } from './open-log.ts'
import type { RunFolder } from './run-folder.ts'
import { readingOf, type RunSpec, type StageSpec } from './run-spec.ts'
import { readStory, type StageStory } from './run-story.ts'
import type { LogPlace, StageOutcome } from './stage-outcome.ts'
import { readTranscript } from './transcript.ts'

/** The facts that a new diagnosis of a run needs. Both a result and a record contain them. */
export type Judgeable = Pick<RunRecord, 'status' | 'stages' | 'changedFiles' | 'branch' | 'endedAt'>

/** What is needed to read a log again. */
export type GivenToRead = GivenAgents & {
  /** Good runs to compare with, in place of those that it was compared with when it ended. */
  readonly good?: GoodRuns | null
}

export type Rediagnosis =
  /** The result that the run would have today. */
  | { readonly kind: 'judged'; readonly result: RunResult }
  /** Its log or its plan is missing or incomplete. */
  | { readonly kind: 'gone' }
  /** There is nothing to diagnose: the run is live, was canceled, or no stage of it ran. */
  | { readonly kind: 'unjudged' }

/** Diagnoses a run again from its log, exactly as when it ended. It changes nothing. */
export async function rediagnoseRun(
  folder: RunFolder,
  run: Judgeable,
  given: GivenToRead,
): Promise<Rediagnosis> {
  const { status, endedAt, changedFiles, branch } = run
  if ((status !== 'failed' && status !== 'succeeded') || run.stages.length === 0 || endedAt === null)
    return { kind: 'unjudged' }
  const spec = folder.spec()
  const outcomes = await readOutcomes(folder, run, given)
  if (spec === null || outcomes === null) return { kind: 'gone' }
  const known = folder.knownTests()
  const result = resultOf({
    spec,
    outcomes,
    canceled: false,
    changedFiles,
    branch,
    endedAt: new Date(endedAt),
    ...(known === null ? {} : { known }),
  })
  return { kind: 'judged', result }
}

/**
 * The stages of an ended run as they were read when it ended; null if its files are missing or incomplete. Reads in
 * slices, because the caller may supervise other runs.
 */
export async function readOutcomes(
  folder: RunFolder,
  run: Pick<Judgeable, 'stages'>,
  given: GivenToRead,
): Promise<readonly StageOutcome[] | null> {
  const spec = folder.spec()
  const file = openLog(folder.log)
  if (file === null) return null
  try {
    const isWhole = fstatSync(file).size >= Math.max(0, ...run.stages.map(({ to }) => to))
    return spec === null || !isWhole ? null : await readStages(file, { folder, spec, run, ...given })
  } finally {
    closeSync(file)
  }
}

type Files = GivenToRead & {
  readonly folder: RunFolder
  readonly spec: RunSpec
  readonly run: Pick<Judgeable, 'stages'>
}

/** Null if run.json does not contain the stage: then the stage belongs to another run. */
async function readStages(
  file: number,
  { folder, spec, run, good: named, agents }: Files,
): Promise<readonly StageOutcome[] | null> {
  const stories = readStory(folder.events())
  const secrets = secretsFromEnv(folder.environment() ?? {})
  const outcomes: StageOutcome[] = []
  for (const report of run.stages) {
    const stage = spec.stages.find((one) => one.stage === report.stage)
    if (stage === undefined) return null
    const from = { offset: report.from, line: outcomes.at(-1)?.to.line ?? 0 }
    const story = stories.find((one) => one.stage === report.stage)
    const good = named ?? (await readGoodStages(folder.recordFolder, story?.compared ?? []))
    const { reading, newlines } = await readAgain(file, { agents, from, report, stage, spec, secrets, good })
    const to = { offset: report.to, line: from.line + newlines }
    const read = { ...report, ...countersOf(story), spec: stage, from, to, reading }
    outcomes.push({ ...read, transcript: readTranscript({ folder, spec }, read, agents) })
  }
  return outcomes
}

/** The values that only the run's events contain. */
const countersOf = (
  story: StageStory | undefined,
): Pick<StageOutcome, 'io' | 'memoryProof' | 'diskProof' | 'startError' | 'retryAt'> => ({
  retryAt: story?.retryAt ?? null,
  io: story?.ended?.io ?? null,
  memoryProof: story?.ended?.memoryProof ?? null,
  diskProof: story?.diskProof ?? null,
  startError: story?.ended?.startError ?? null,
})

/** No caller keeps this buffer from one read to the next. */
let shared: Buffer | null = null

type StageRange = GivenAgents & {
  readonly from: LogPlace
  readonly report: Judgeable['stages'][number]
  readonly stage: StageSpec
  readonly spec: RunSpec
  readonly secrets: readonly string[]
  readonly good: GoodRuns | null
}

async function readAgain(
  file: number,
  { agents, from, report, stage: { stage }, spec, secrets, good }: StageRange,
): Promise<{ readonly reading: StageOutcome['reading']; readonly newlines: number }> {
  const reader = new SignalReader({
    agents,
    stage,
    file: `${spec.logPath}/worker.log`,
    secrets,
    good,
    // "Resets in two hours" is relative to the time of the run, not to now.
    now: new Date(report.startedAt),
    ...readingOf(spec, stage),
  })
  const buffer = (shared ??= newReadBuffer())
  const turns = new Turns()
  let newlines = 0
  for (let offset = from.offset; offset < report.to;) {
    const bytes = readSync(file, buffer, 0, Math.min(buffer.length, report.to - offset), offset)
    if (bytes === 0) break
    const chunk = buffer.subarray(0, bytes)
    reader.push(chunk)
    newlines += countNewlines(chunk)
    offset += bytes
    await turns.give()
  }
  return { reading: await reader.endInTurns(report.exitCode), newlines }
}

/** The last output is in this part, and reading it takes no noticeable time. */
const END_BYTES = 2 * 1024 * 1024

/**
 * Reads how an agent's output ends, synchronously and only from
 * its last part. Null if the files are missing or incomplete.
 */
export function readAgentEnd(
  folder: RunFolder,
  run: Pick<Judgeable, 'stages'>,
  { agents }: GivenAgents,
): { readonly reading: StageOutcome['reading']; readonly bytes: Buffer } | null {
  const spec = folder.spec()
  const report = run.stages.find(({ stage }) => stage === 'agent_run')
  const file = spec === null || report === undefined ? null : openLog(folder.log)
  if (spec === null || report === undefined || file === null) return null
  try {
    const length = Math.min(END_BYTES, report.to - report.from)
    const bytes = Buffer.alloc(length)
    if (readSync(file, bytes, 0, length, report.to - length) < length) return null
    const secrets = secretsFromEnv(folder.environment() ?? {})
    const now = new Date(report.startedAt)
    const reader = new SignalReader({
      agents,
      stage: 'agent_run',
      secrets,
      now,
      ...readingOf(spec, 'agent_run'),
    })
    reader.push(bytes)
    return { reading: reader.end(report.exitCode), bytes }
  } finally {
    closeSync(file)
  }
}
