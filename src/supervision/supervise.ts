/**
 * A run from its first stage to its result, under its starter or an adopter.
 *
 * V1 Stages run in order. A failed setup or an invalid baseline ends the run.
 * V2 Verify runs after an agent that succeeded, and after one that failed if it changed something. It informs, and
 * never turns the failure into a success. In a benchmark attempt it runs after every agent that was started, because
 * the tests decide there. Changes of an attempt count from the agent's start.
 * V3 The order is: result.json, the mask, the database. While the database says that the run is unfinished, the files
 * are checked again.
 */
import { shows } from '../reasons/table.ts'
import type { KnownTests } from '../diagnosis/compare-tests.ts'
import { DiskError } from '../record/disk-error.ts'
import type { RunResult } from '../record/run-result.ts'
import { isBenchAttempt } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import { branchAfter, measureAndKeep, measureBefore, type Baseline } from './changes/changes.ts'
import { crashPoint } from './crash-point.ts'
import { mayHaveEscaped } from './may-have-escaped.ts'
import { releaseMemory } from './memory-limit.ts'
import type { RunFolder } from './run-folder.ts'
import { runStage } from './run-stage.ts'
import type { RunSpec, StageSpec } from './run-spec.ts'
import type { LogPlace, StageOutcome } from './stage-outcome.ts'
import { wrappersOf } from './stage-wrappers.ts'
import { stopTree } from './stop.ts'
import type { SupervisedRun } from './supervised-run.ts'
import type { StageFiles } from './tree-watch.ts'
import { codeOf } from './tested-code.ts'

/** Runs the remaining stages and ends the run. */
export async function superviseRun(
  run: SupervisedRun,
  store: Store,
  done: readonly StageOutcome[] = [],
): Promise<RunResult> {
  const outcomes = [...done]
  let canceled = false
  for (const spec of run.spec.stages.slice(done.length)) {
    canceled = isCancelAsked(run) || outcomes.some(isCanceled)
    if (canceled || !(await isWanted(run, spec, outcomes))) break
    await noteChanges(run, outcomes.at(-1))
    if (spec.stage === 'final_test') crashPoint('before verify')
    if (spec.stage === 'agent_run' && outcomes.length > 0) await measureTree(run)
    outcomes.push(await runStage(run, spec, placeAfter(outcomes)))
  }
  return endRun(run, store, { outcomes, canceled: canceled || outcomes.some(isCanceled) })
}

const START: LogPlace = { offset: 0, line: 0 }

const placeAfter = (outcomes: readonly StageOutcome[]): LogPlace => outcomes.at(-1)?.to ?? START

/** Whether the run continues with this stage, given the results of the stages before it. */
async function isWanted(
  run: SupervisedRun,
  spec: StageSpec,
  outcomes: readonly StageOutcome[],
): Promise<boolean> {
  const last = outcomes.at(-1)
  if (last === undefined) return true
  const { diagnoseStage } = await import('./conclude.ts')
  const { reason } = diagnoseStage(last)
  if (reason === null || spec.stage !== 'final_test') return reason === null
  if (last.ending.kind === 'never-started') return false
  if (isBenchAttempt(run.spec)) return true
  const changed = await run.changes.filesOf('agent_run')
  return changed === null || changed.length > 0
}

/** The stages before the agent may have made or changed the tree. */
async function measureTree({ spec, folder, changes }: SupervisedRun): Promise<void> {
  const baseline = await measureAgentsTree(spec)
  folder.writeTree(baseline)
  changes.begin(baseline)
}

async function measureAgentsTree({ cwd, ownGit }: RunSpec): Promise<Baseline> {
  if (ownGit === undefined) return measureAndKeep(cwd)
  const { measureBytes } = await import('./changes/measure-bytes.ts')
  return measureBytes(cwd, ownGit)
}

const isCancelAsked = ({ watcher, folder }: SupervisedRun): boolean =>
  watcher.cancel.aborted || folder.isCancelAsked()

/** Completion wins: a stage that had exited before it could be stopped was not canceled. */
const isCanceled = ({ ending }: StageOutcome): boolean => ending.kind === 'stopped' && ending.by === 'cancel'

async function endRun(
  run: SupervisedRun,
  store: Store,
  { outcomes: seen, canceled }: { outcomes: readonly StageOutcome[]; canceled: boolean },
): Promise<RunResult> {
  const { spec } = run
  const hadStrays = await stopStrays(run)
  const [outcomes, codeAfter, { resultOf }, { canceledResult }] = await Promise.all([
    withChanges(run, noteEscapes(run, seen, hadStrays)),
    testedCode(run, seen),
    import('./conclude.ts'),
    import('./unstarted-results.ts'),
  ])
  crashPoint('strays stopped')
  const changedFiles = await agentsFiles(run, outcomes)
  const branch = branchAfter(spec.baseline)
  const endedAt = new Date()
  if (outcomes.length === 0) return concludeRun(run, store, canceledResult(spec, endedAt))
  const kept = keepChanges(run, [...(changedFiles ?? []), ...outcomes.flatMap(filesOfStage)])
  const findings = { spec, outcomes, canceled, changedFiles, branch, endedAt, codeAfter }
  const judged = resultOf(findings)
  const known = await knownFor(run, store, judged)
  await kept
  return concludeRun(run, store, known === null ? judged : resultOf({ ...findings, known }))
}

const filesOfStage = ({ changedFiles }: StageOutcome): readonly string[] => changedFiles ?? []

/** Keeps what the run changed, for `mayday diff`. The tree of a benchmark attempt is its own. */
async function keepChanges({ spec, folder }: SupervisedRun, files: readonly string[]): Promise<void> {
  if (files.length === 0 || isBenchAttempt(spec)) return
  const { keepWork } = await import('./changes/keep-work.ts')
  await keepWork({ runId: spec.runId, baseline: folder.tree() ?? spec.baseline, files })
}

/** Whether verify's output contains the result of a test runner. */
const ranTests = ({ spec: { stage }, reading }: StageOutcome): boolean =>
  stage === 'final_test' && reading.signals.some(({ what }) => what.startsWith('tests-'))

/** The code that verify tested, by the tree that it left. Needed only if tests are recorded with it. */
async function testedCode(
  { spec }: SupervisedRun,
  outcomes: readonly StageOutcome[],
): Promise<string | null> {
  return outcomes.some(ranTests) && !isBenchAttempt(spec) ? codeOf(await measureBefore(spec.cwd)) : null
}

/**
 * The tests with which a run's failing tests are compared; null
 * if verify did not decide, or no comparison was requested.
 */
async function knownFor(run: SupervisedRun, store: Store, result: RunResult): Promise<KnownTests | null> {
  const now = result.tests?.find(({ stage }) => stage === 'final_test')
  const isDecided = result.stage === 'final_test' && shows(result.reason, 'tests')
  if (run.spec.compare === undefined || now === undefined || !isDecided) return null
  const { knownTests } = await import('./start-tests.ts')
  const known = run.folder.knownTests() ?? (await knownTests(run, store, now))
  run.folder.writeKnownTests(known)
  return known
}

/** Records what a stage changed. The last stage of a run needs no event: the result contains it. */
async function noteChanges(run: SupervisedRun, last: StageOutcome | undefined): Promise<void> {
  if (last === undefined || run.changes.isNoted(last.spec.stage)) return
  const { stage } = last.spec
  const files = await run.changes.filesOf(stage)
  if (files === null) return
  run.changes.note(stage, files)
  run.record({ event: 'tree:changed', stage, files })
}

/** Changes of other stages than the agent's are kept with those stages: a rollback must know all changes. */
function withChanges(
  { changes }: SupervisedRun,
  outcomes: readonly StageOutcome[],
): Promise<readonly StageOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome, at) => {
      const { stage } = outcome.spec
      const isKnown = stage !== 'agent_run' && (changes.isNoted(stage) || at === outcomes.length - 1)
      const changedFiles = isKnown ? await changes.filesOf(stage) : null
      return changedFiles === null ? outcome : { ...outcome, changedFiles }
    }),
  )
}

/** An agent that was never started changed nothing. */
async function agentsFiles(
  { changes }: SupervisedRun,
  outcomes: readonly StageOutcome[],
): Promise<StageFiles> {
  const files = await changes.filesOf('agent_run')
  return files === null || outcomes.some(({ spec }) => spec.stage === 'agent_run') ? files : []
}

/**
 * If the disk is full, the exit status and the events are already
 * on disk. The run is ended from them when there is space.
 */
function writeResult(folder: RunFolder, result: RunResult): void {
  try {
    folder.conclude(result)
  } catch (error) {
    if (!(error instanceof DiskError)) throw error
    const next = `Run ${result.run} has ended: the next mayday command finishes it from its files.`
    throw new DiskError(error.code, `${error.message} ${next}`, { cause: error })
  }
}

/** V3. */
export async function concludeRun(run: SupervisedRun, store: Store, result: RunResult): Promise<RunResult> {
  const { folder } = run
  run.keep('last')
  run.record({ event: 'run:ended', status: result.status, reason: result.reason, summary: result.summary })
  crashPoint('before result')
  writeResult(folder, result)
  crashPoint('result written')
  const { maskLog } = await import('./mask-log.ts')
  await maskLog(folder.log, (await run.spans()).end())
  crashPoint('log masked')
  folder.forgetSecrets(run.secrets)
  folder.reserve.release()
  if (run.spec.compare !== undefined) await (await import('./start-point.ts')).forgetStart(run.spec)
  store.finish(result)
  crashPoint('run recorded')
  if (run.spec.memory !== null) await releaseMemory(run.spec.memory)
  return result
}

/** Reports the stages whose processes may still run where Mayday cannot find them. */
function noteEscapes(
  run: SupervisedRun,
  outcomes: readonly StageOutcome[],
  hadStrays: boolean,
): readonly StageOutcome[] {
  const escapes = mayHaveEscaped(run, hadStrays)
  for (const [stage, says] of escapes) run.record({ event: 'strays:unsure', stage, says })
  return outcomes.map((outcome) => {
    const says = escapes.get(outcome.spec.stage)
    return says === undefined ? outcome : { ...outcome, mayHaveEscaped: says }
  })
}

/**
 * Stops what the stages left behind, below their wrappers or in other sessions. Returns whether there was anything.
 */
async function stopStrays(run: SupervisedRun): Promise<boolean> {
  const { processes, spec } = run
  const earlier = wrappersOf(run)
  const { graceMs, runPath: tag } = spec
  if (earlier.length === 0 && processes.tagged(tag, spec.starter).length === 0) return false
  const { left, found } = await stopTree({ processes, wrapper: null, earlier, tag, graceMs })
  if (found > 0) run.record({ event: 'strays:stopped', count: found, left: left.length })
  // The strays may have written until now.
  run.changes.look()
  return found > 0
}
