/**
 * Takes over a run whose supervisor is gone and supervises it to its end. It uses only the files of the run.
 *
 * P1 The files on disk decide: an exit status, a stage announced as ended, a result. P2 A stage that was announced but
 * has no wrapper any more is lost. Its processes are stopped. P3 Limits continue from the time that was already used.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentOf } from '../record/project.ts'
import type { UnfinishedRun } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { lostResult } from './unstarted-results.ts'
import { maskRun } from './mask-run.ts'
import { openRun } from './open-run.ts'
import { isElsewhere } from './owners.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import type { ReconcileContext } from './reconcile.ts'
import { RunFolder } from './run-folder.ts'
import type { RunSpec, StageSpec } from './run-spec.ts'
import { watchStage } from './run-stage.ts'
import { readStage } from './stage-reading.ts'
import { readStory, storyFrom, type StageStory } from './run-story.ts'
import { forgetStart } from './start-point.ts'
import type { StageOutcome } from './stage-outcome.ts'
import { attachStage } from './stage-process.ts'
import { superviseRun } from './supervise.ts'
import type { SupervisedRun, Watcher } from './supervised-run.ts'
import { underFence } from './under-fence.ts'
import { parsePid } from './wrapper.ts'

/** A spawned wrapper needs at most this long to write its identity. */
const WRAPPER_STARTS_MS = 5000

/** For a run that no caller watches. */
const unwatched = (): Watcher => ({
  cancel: new AbortController().signal,
  force: new AbortController().signal,
  report: () => undefined,
  show: () => undefined,
})

/** The caller has already claimed the run. */
export async function adoptRun(
  unfinished: UnfinishedRun,
  context: ReconcileContext,
  watcher: Watcher = unwatched(),
): Promise<RunResult> {
  const folder = new RunFolder(join(context.project.record, unfinished.logPath))
  const known = folder.result()
  if (known !== null) return finishFrom(known, folder, context)
  const spec = folder.spec()
  if (spec === null) return finishWithoutFolder(unfinished, folder, context)
  return resume(spec, folder, context, watcher)
}

/** The verdict exists. Only the masking and the database update may be missing. */
async function finishFrom(
  result: RunResult,
  folder: RunFolder,
  { store }: ReconcileContext,
): Promise<RunResult> {
  await maskRun(folder)
  folder.reserve.release()
  const spec = folder.spec()
  if (spec !== null) await forgetStart(spec)
  store.finish(result)
  return result
}

/** Mayday ended after it recorded the intent and before it made the folder, so nothing was started. */
function finishWithoutFolder(
  { runId }: UnfinishedRun,
  folder: RunFolder,
  { store }: ReconcileContext,
): RunResult {
  const record = store.find(runId)
  if (record === null) throw new Error(`run ${runId} is unfinished and unknown`)
  folder.create()
  const result = lostResult(record, new Date())
  folder.conclude(result)
  folder.forgetSecrets([])
  store.finish(result)
  return result
}

async function resume(
  spec: RunSpec,
  folder: RunFolder,
  context: ReconcileContext,
  watcher: Watcher,
): Promise<RunResult> {
  folder.create()
  const env = folder.environment() ?? { ...process.env, ...environmentOf(context.project) }
  using run = openRun({ ...context, folder, spec, env: withoutUndefined(env), prompt: null, watcher })
  run.record({ event: 'run:adopted', supervisor: context.processes.self(), why: 'scheduler recovery' })
  return await underFence(run, () => resumeStages(run, context))
}

async function resumeStages(run: SupervisedRun, { store }: ReconcileContext): Promise<RunResult> {
  const { spec, folder } = run
  const outcomes: StageOutcome[] = []
  for (const story of readStory(folder.events())) {
    const stage = spec.stages.find((one) => one.stage === story.stage)
    if (stage !== undefined) outcomes.push(await resumeStage(run, stage, story))
  }
  const [first] = spec.stages
  if (outcomes.length === 0 && first !== undefined)
    outcomes.push(
      await resumeStage(run, first, storyFrom(first.stage, spec.createdAt, { offset: 0, line: 0 })),
    )
  return await superviseRun(run, store, outcomes)
}

const withoutUndefined = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Applies P1 to P3 to one stage. */
async function resumeStage(run: SupervisedRun, spec: StageSpec, story: StageStory): Promise<StageOutcome> {
  const { from, ended } = story
  if (ended !== null) {
    const { ending, exitCode, endSignal, durationMs, io, memoryProof } = ended
    const to = { offset: ended.to, line: ended.toLine }
    const { diskProof } = story
    const startError = ended.startError ?? null
    const told = { ending, exitCode, endSignal, durationMs, io, memoryProof, diskProof, startError, from, to }
    return readStage(run, spec, { ...told, startedAt: story.startedAt, endedAt: ended.at })
  }
  const wrapper = await findWrapper(run, story)
  if (story.wrapper === null && wrapper !== null)
    run.record({ event: 'stage:started', stage: spec.stage, pid: wrapper.pid, wrapper })
  const stage = attachStage(run, spec, wrapper)
  return watchStage(run, spec, { from, stage, resumed: story })
}

/** The wrapper of a stage: the recorded one, or the one that wrote its identity just before or after the crash. */
async function findWrapper(run: SupervisedRun, story: StageStory): Promise<ProcessIdentity | null> {
  const { processes, folder, spec } = run
  // A wrapper on another host or in another PID namespace cannot be followed. The run was taken over, so its processes
  // on this machine are stopped.
  if (story.wrapper !== null) return isElsewhere(story.wrapper, processes) ? null : story.wrapper
  for (let waitedMs = 0; waitedMs < WRAPPER_STARTS_MS; waitedMs += 50) {
    const wrote = parsePid(folder.pidOf(story.stage) ?? '')
    const found = wrote === null ? null : processes.identify(wrote.pid)
    const tagged = processes.tagged(spec.runPath)
    if (found !== null && tagged.some(({ pid }) => pid === found.pid)) return found
    if (wrote !== null || tagged.length === 0) return null
    await pause(50)
  }
  return null
}
