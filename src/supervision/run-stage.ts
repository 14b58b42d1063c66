/**
 * One stage of a run, from the start of its process to its ending.
 *
 * R1 The intent is recorded before the process is started.
 * R2 The log is read to its end before the stage ends.
 * R3 If Mayday stopped a stage, the ending says so, with any
 * exit status. A stage that had already exited was not stopped.
 * R4 If the wrapper is gone and left no status, all processes of the run are stopped and the stage is lost.
 */
import { statSync } from 'node:fs'
import type { Ending, StopCause } from '../reasons/ending.ts'
import { redact } from '../secrets/secrets.ts'
import { crashPoint } from './crash-point.ts'
import type { StageSpec } from './run-spec.ts'
import type { LogPlace, StageOutcome } from './stage-outcome.ts'
import { startStage, type StageProcess } from './stage-process.ts'
import { diskProofOf, memoryProofOf } from './stage-proofs.ts'
import { openReading, storyOf, transcriptBeside, type OpenReading } from './stage-reading.ts'
import { StageWatch, type Resumed } from './stage-watch.ts'
import { wrappersOf } from './stage-wrappers.ts'
import { stopTree } from './stop.ts'
import { Stopwatch } from './stopwatch.ts'
import type { SupervisedRun } from './supervised-run.ts'
import type { ExitStatus } from './wrapper.ts'

/** Starts a stage and watches it to its end. */
export function runStage(run: SupervisedRun, spec: StageSpec, from: LogPlace): Promise<StageOutcome> {
  run.record({ event: 'stage:starting', stage: spec.stage, from: from.offset, fromLine: from.line })
  crashPoint('stage announced')
  const began: Began = { at: new Date().toISOString(), stopwatch: new Stopwatch() }
  return watchStage(run, spec, { from, stage: startStage(run, spec), began })
}

/** Taken before the process starts. Loading of modules counts as running time of the stage. */
type Began = { readonly at: string; readonly stopwatch: Stopwatch }

/** Longer than loading the readers takes. Only a machine that slept needs more. */
const LOADING_MS = 60_000

type Watching = { readonly from: LogPlace; readonly stage: StageProcess } & (
  | { readonly began: Began }
  | { readonly resumed: Resumed }
)

/** Watches a stage to its end. It may have been started by another process. */
export async function watchStage(
  run: SupervisedRun,
  spec: StageSpec,
  watching: Watching,
): Promise<StageOutcome> {
  const { from, stage } = watching
  const cameMs = Date.now()
  const opened = await openReading(run, spec, from)
  const begin = beginOf(watching)
  const { reader, tail } = opened
  const { stopped, elapsedMs } = await watchToEnd(run, spec, watching, { ...opened, ...begin })
  run.changes.look()
  const exit = stage.exit()
  if (exit === null) await stopRemains(run, stage)
  await tail.readAll(Infinity, () => run.keep('sometimes'))
  const end = endOf(run, stopped, exit)
  if (end.exitCode !== 0 && stopped !== 'cancel')
    await (await import('./good-runs.ts')).compareStage(run, spec, reader)
  const reading = await reader.endInTurns(end.exitCode)
  const story = storyOf(run, spec)
  const read: StageOutcome = {
    spec,
    startedAt: begin.startedAt,
    endedAt: new Date().toISOString(),
    durationMs:
      'began' in watching
        ? elapsedMs
        : livedMs(elapsedMs, watching.resumed, { cameMs, endedMs: lastSign(run, spec) }),
    from,
    to: { offset: tail.offset, line: from.line + reading.lines - (tail.isInsideLine ? 1 : 0) },
    ...end,
    diskProof: diskProofOf(run, story, exit),
    reading,
    retryAt: story?.retryAt ?? null,
  }
  const outcome = await askTranscript(run, read, story?.stoppingAt ?? null)
  announceEnd(run, outcome)
  crashPoint('stage ended')
  return outcome
}

type Begin = { readonly startedAt: string; readonly stopwatch: Stopwatch }

/** The start of the stage and its running time so far. */
const beginOf = (watching: Watching): Begin =>
  'began' in watching
    ? { startedAt: watching.began.at, stopwatch: watching.began.stopwatch }
    : { startedAt: watching.resumed.startedAt, stopwatch: new Stopwatch(watching.resumed.elapsedMs) }

type Watched = { readonly stopped: StopCause | null; readonly elapsedMs: number }

async function watchToEnd(
  run: SupervisedRun,
  spec: StageSpec,
  watching: Watching,
  { reader, tail, profiles, startedAt, stopwatch }: OpenReading & Begin,
): Promise<Watched> {
  stopwatch.tick(LOADING_MS)
  const beside = transcriptBeside(run, spec, { reader, startedAt })
  const watch = new StageWatch({
    run,
    spec,
    stage: watching.stage,
    reader,
    tail,
    stopwatch,
    resumed: 'resumed' in watching ? watching.resumed : null,
    stays: (agent) => profiles.some((one) => one.name === agent && one.staysAfterResult),
    besides: beside.look,
  })
  const stopped = await watch.untilEnd().finally(beside.close)
  return { stopped, elapsedMs: watch.elapsedMs }
}

/** How a stage ended, from its exit status and from the stop. */
function endOf(
  run: SupervisedRun,
  stopped: StopCause | null,
  exit: ExitStatus | null,
): Pick<StageOutcome, 'ending' | 'exitCode' | 'endSignal' | 'io' | 'memoryProof'> & {
  readonly startError: string | null
} {
  const startError = stopped === null ? startErrorOf(run, exit) : null
  return {
    ending: startError === null ? endingOf(stopped, exit) : { kind: 'never-started' },
    exitCode: startError === null ? (exit?.code ?? null) : null,
    endSignal: exit?.signal ?? null,
    io: exit?.io ?? null,
    memoryProof: memoryProofOf(run, exit),
    startError,
  }
}

/** Loaded only for a known agent: others have no transcript. */
async function askTranscript(
  run: SupervisedRun,
  outcome: StageOutcome,
  stoppedAt: string | null,
): Promise<StageOutcome> {
  if (outcome.reading.agent === null) return outcome
  const [{ withTranscript }, agents] = await Promise.all([import('./transcript.ts'), run.knownAgents.load()])
  return withTranscript(run, outcome, { stoppedAt, agents })
}

/** When the wrapper wrote the exit status. If it could not, the last write to the log. */
function lastSign({ folder }: SupervisedRun, { stage }: StageSpec): number {
  const exit = statSync(folder.file(`${folder.prefixOf(stage)}exit`), { throwIfNoEntry: false })
  const last = exit ?? statSync(folder.log, { throwIfNoEntry: false })
  return last?.mtimeMs ?? 0
}

/**
 * Time without a supervisor counts too: from the last tick until
 * the adopter started, or until the stage ended before that.
 */
function livedMs(
  elapsedMs: number,
  resumed: Resumed,
  { cameMs, endedMs }: { readonly cameMs: number; readonly endedMs: number },
): number {
  const unwatchedMs = Math.max(0, Math.min(cameMs, endedMs) - Date.parse(resumed.countedUntil))
  return Math.round(unwatchedMs + (endedMs < cameMs ? resumed.elapsedMs : elapsedMs))
}

/** R4. */
async function stopRemains(run: SupervisedRun, stage: StageProcess): Promise<void> {
  const { processes } = run
  const { runPath: tag, graceMs } = run.spec
  await stopTree({ processes, wrapper: stage.wrapper, earlier: wrappersOf(run), tag, graceMs })
}

function endingOf(stopped: StopCause | null, exit: ExitStatus | null): Ending {
  if (stopped !== null) return { kind: 'stopped', by: stopped }
  if (exit === null) return { kind: 'lost' }
  if (exit.signal !== null) return { kind: 'signal', signal: exit.signal }
  return exit.code === null ? { kind: 'unknown' } : { kind: 'exit', code: exit.code }
}

/** The wrapper ran and the command did not. The code in its exit file is only the one that a shell would return. */
const startErrorOf = ({ secrets }: SupervisedRun, exit: ExitStatus | null): string | null =>
  typeof exit?.error === 'string' ? redact(exit.error, secrets) : null

function announceEnd(run: SupervisedRun, outcome: StageOutcome): void {
  const { stage } = outcome.spec
  if (outcome.diskProof !== null) run.record({ event: 'disk:full', stage, says: outcome.diskProof })
  run.record({
    event: 'stage:ended',
    stage,
    to: outcome.to.offset,
    toLine: outcome.to.line,
    ending: outcome.ending,
    exitCode: outcome.exitCode,
    endSignal: outcome.endSignal,
    durationMs: outcome.durationMs,
    io: outcome.io,
    memoryProof: outcome.memoryProof,
    ...(typeof outcome.startError === 'string' ? { startError: outcome.startError } : {}),
  })
}
