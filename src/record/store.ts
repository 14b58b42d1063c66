/**
 * S1 The reason of a run has one writer (`finish` and `rediagnosed` use it). A person's correction is stored
 * separately, and neither overwrites the other.
 * S2 A task has at most one live run, also under concurrent requests.
 * S3 Recorded data survives the death of any process. Several processes may use one store at once.
 */
import { join } from 'node:path'
import type { TriedTests } from '../diagnosis/flaky-tests.ts'
import type { ImportCounts, ImportedRun, ImportedTask } from './importers/imported-run.ts'
import { CauseStore } from './cause-store.ts'
import type { Correction, DecidedOn, RunIntent, RunNumbers, RunRecord, UnfinishedRun } from './run.ts'
import { StaleDecisionError } from './store-errors.ts'
import type { RunDiagnosis, RunResult, StageTests } from './run-result.ts'
import { Connection, type ConnectionOptions } from './sqlite/connection.ts'
import {
  branchNames,
  findRun,
  listRuns,
  newestRun,
  runsOfTask,
  runsOnBranch,
  type BranchRun,
  countRuns,
  type HistoryQuery,
  type RunFilter,
} from './sqlite/find-runs.ts'
import { importRuns } from './sqlite/import-runs.ts'
import { importTasks } from './sqlite/import-tasks.ts'
import { beginRun, claimRun, markRunning, restoreRun, unfinishedRuns } from './sqlite/live-runs.ts'
import { promiseNumber } from './sqlite/promised-numbers.ts'
import {
  changedImages,
  imagesOf,
  putImages,
  skipNumbers,
  statusesBefore,
  watchRows,
} from './sqlite/row-images.ts'
import type { RowImage } from './row-image.ts'
import { forgetSetAside, setAsideBefore } from './sqlite/settings.ts'
import { sumByBucket, type RunSum } from './sqlite/sum-failures.ts'
import { sumRuns, type CustomClasses, type RunStats } from './sqlite/sum-runs.ts'
import { addTestRun, findTestRun, listTestRuns, type TestedCode } from './sqlite/test-runs.ts'
import { findDamage, forgetRuns } from './sqlite/upkeep.ts'
import {
  correctionsOf,
  correctRun,
  finishRun,
  rediagnoseRun,
  verdictsOf,
  type Extra,
  type KeptVerdict,
} from './sqlite/verdicts.ts'
import type { TaskStatus } from './task-states.ts'
import type { KeptTask } from './task.ts'

export const storePath = (stateFolder: string): string => join(stateFolder, 'mayday.db')

/** Everything that is kept about tasks and runs. Calls are synchronous. */
export class Store extends CauseStore implements Disposable {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  /** Opens the store in a state folder. Makes the folder and the store if they are missing. */
  static open(stateFolder: string, options: ConnectionOptions = {}): Store {
    return new Store(new Connection(storePath(stateFolder), options))
  }

  get path(): string {
    return this.#connection.path
  }

  /** Whether every write is an error. */
  get isReadOnly(): boolean {
    return this.#connection.isReadOnly
  }

  /** A run depends on the store now: a damaged file is set aside from now on, and later writes go into a new one. */
  continueAfterDamage(): void {
    this.#connection.continueAfterDamage()
  }

  /** The damaged database that this one replaced, until the run folders have been compared with it. */
  replaced(): string | null {
    return this.#connection.read(setAsideBefore)
  }

  forgetReplaced(): void {
    this.#connection.write(forgetSetAside)
  }

  /** Whether the file was deleted while the store is open: writes would be lost. Each write checks this too. */
  isGone(): boolean {
    return this.#connection.isGone()
  }

  reopen(): void {
    this.#connection.reopen()
  }

  /** Increases each time another file was opened because the old one was replaced or deleted. */
  get generation(): number {
    return this.#connection.generation
  }

  /** A new task, or another attempt at one. The same intent twice gives the same numbers. Refused if the decision is stale. */
  begin(intent: RunIntent, decidedOn?: DecidedOn): RunNumbers {
    return this.#connection.write((db) => {
      if (decidedOn !== undefined && decidedOn.generation !== this.generation) throw new StaleDecisionError()
      return beginRun(db, intent, decidedOn?.lastRunId)
    })
  }

  /** Puts a live run back into a store that lost it, under its old numbers if they are free. */
  restore(intent: RunIntent, numbers: RunNumbers, kept?: KeptTask): RunNumbers {
    return this.#connection.write((db) => restoreRun(db, intent, numbers, kept))
  }

  /** The number that the run with this id will have. Without one it gets the next free number. */
  promiseNumber(runId: string, run: number): void {
    this.#connection.write((db) => promiseNumber(db, runId, run))
  }

  /** Everything that is kept about a task, as rows: itself, its runs and their verdicts, plans, lessons, escalations. */
  imagesOf(task: number): RowImage[] {
    return this.#connection.read((db) => imagesOf(db, task))
  }

  /** Puts rows of another store in place of those with the same key. */
  putImages(images: readonly RowImage[]): void {
    this.#connection.write((db) => putImages(db, images))
  }

  /** New rows of these tables get greater numbers than this. */
  skipNumbers(upTo: number, tables?: readonly string[]): void {
    this.#connection.write((db) => skipNumbers(db, upTo, tables))
  }

  /** A copy of the database in another folder. */
  copyInto(stateFolder: string): void {
    this.#connection.read((db) => void db.prepare('VACUUM INTO ?').run(storePath(stateFolder)))
  }

  /** From now on `changedImages` returns what this process wrote. */
  watchRows(): void {
    this.#connection.read(watchRows)
  }

  /** The status that each task had which this process changed since `watchRows`. */
  statusesBefore(): ReadonlyMap<number, TaskStatus> {
    return this.#connection.read(statusesBefore)
  }

  changedImages(): RowImage[] {
    return this.#connection.read(changedImages)
  }

  /** The worker is alive. False if the run is unknown or has ended. */
  running(runId: string): boolean {
    return this.#connection.write((db) => markRunning(db, runId))
  }

  /** Compare-and-set on the supervisor of a live run. */
  claim(runId: string, from: string | null, to: string): boolean {
    return this.#connection.write((db) => claimRun(db, runId, from, to))
  }

  unfinished(): UnfinishedRun[] {
    return this.#connection.read(unfinishedRuns)
  }

  /** Records how a run ended, once. False if nothing changed. A run that the store lost is inserted. */
  finish(result: RunResult): boolean {
    return this.adoptResult(result)
  }

  /** Like `finish`, with fields that a result does not contain. */
  adoptResult(result: RunResult, extra: Extra = {}): boolean {
    return this.#connection.write((db) => finishRun(db, result, extra))
  }

  /** Records a newer classifier's verdict. False if the run is unknown, live or canceled. */
  rediagnosed(
    runId: string,
    diagnosis: RunDiagnosis,
    at: string,
    said: Partial<Pick<RunResult, 'summary' | 'plan'>> = {},
  ): boolean {
    return this.#connection.write((db) => rediagnoseRun(db, runId, { diagnosis, at, ...said }))
  }

  /** Records a person's correction of an ended run. A null reason means it was not a failure. */
  correct(run: number, correction: Correction): void {
    this.#connection.write((db) => correctRun(db, run, correction))
  }

  /** By number or id. */
  find(ref: number | string): RunRecord | null {
    return this.#connection.read((db) => findRun(db, ref))
  }

  /** The greatest run number so far. */
  newest(): number | null {
    return this.#connection.read(newestRun)
  }

  /** Newest first. */
  history(query: HistoryQuery): RunRecord[] {
    return this.#connection.read((db) => listRuns(db, query))
  }

  /** How many runs `history` would list without a limit. */
  countRuns(query: RunFilter): number {
    return this.#connection.read((db) => countRuns(db, query))
  }

  stats({
    sinceAt,
    customClasses = new Map(),
  }: { readonly sinceAt?: string; readonly customClasses?: CustomClasses } = {}): RunStats {
    return this.#connection.read((db) => sumRuns(db, sinceAt ?? null, customClasses))
  }

  /** Statistics of the runs since then, by the day or the hour (UTC) in which they started. */
  sums(sinceAt: string, bucket: 'day' | 'hour'): RunSum[] {
    return this.#connection.read((db) => sumByBucket(db, sinceAt, bucket))
  }

  /** Every verdict of the classifier on a run, oldest first. */
  verdictsOf(run: number): KeptVerdict[] {
    return this.#connection.read((db) => verdictsOf(db, run))
  }

  /** All corrections of a run, oldest first. The last one counts. */
  correctionsOf(run: number): Correction[] {
    return this.#connection.read((db) => correctionsOf(db, run))
  }

  /** Every branch that a run worked on. */
  branches(): string[] {
    return this.#connection.read(branchNames)
  }

  /** The runs on a branch, newest first. */
  runsOn(branch: string, limit = 1000): BranchRun[] {
    return this.#connection.read((db) => runsOnBranch(db, branch, limit))
  }

  /** Imports runs of another program. Known ones stay as they are. */
  importRuns(origin: string, runs: Iterable<ImportedRun>): ImportCounts {
    return this.#connection.write((db) => importRuns(db, origin, runs))
  }

  /** Imports unfinished tasks of another program, after its runs. Returns how many are new. */
  importTasks(tasks: Iterable<ImportedTask>): number {
    return this.#connection.write((db) => importTasks(db, tasks))
  }

  /** Records test results at the start of a task. Those of runs are stored with their results. */
  addStartTests(tests: StageTests, at: string): void {
    this.#connection.write((db) => addTestRun(db, null, tests, at))
  }

  /** The newest run of this command on this code. */
  testsOn(code: TestedCode): TriedTests | null {
    return this.#connection.read((db) => findTestRun(db, code))
  }

  /** Test runs on known code, newest first: all, or those of one command. */
  testRuns(of: Partial<Pick<TestedCode, 'command' | 'folder'>> = {}): TriedTests[] {
    return this.#connection.read((db) => listTestRuns(db, of))
  }

  /** Oldest first. */
  runsOf(task: number): RunRecord[] {
    return this.#connection.read((db) => runsOfTask(db, task))
  }

  /** What is wrong with the store, in sentences. */
  integrity(): string[] {
    return this.#connection.read(findDamage)
  }

  /** Deletes ended runs, for retention. Live ones stay. Returns how many were deleted. */
  forget(runIds: readonly string[]): number {
    return this.#connection.write((db) => forgetRuns(db, runIds))
  }

  close(): void {
    this.#connection.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}
