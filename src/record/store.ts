/**
 * S1 The reason of a run has one writer (`finish` and `rediagnosed` use it). A person's correction is stored
 * separately, and neither overwrites the other.
 * S2 A task has at most one live run, also under concurrent requests.
 * S3 Recorded data survives the death of any process. Several processes may use one store at once.
 */
import { join } from 'node:path'
import type { TriedTests } from '../diagnosis/flaky-tests.ts'
import type { ImportCounts, ImportedRun, ImportedTask } from './importers/imported-run.ts'
import { QueueStore } from './queue-store.ts'
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
import { acknowledge, closeEscalation, findEscalation, listEscalations, raise } from './sqlite/escalations.ts'
import {
  claimCanary,
  closeGate,
  findGate,
  listGates,
  moveGate,
  openGate,
  releaseCanary,
  type GateMove,
} from './sqlite/gates.ts'
import { importRuns } from './sqlite/import-runs.ts'
import { importTasks } from './sqlite/import-tasks.ts'
import {
  beat,
  heartbeatOf,
  noteSeen,
  ownersOf,
  runsHeldBy,
  takeOver,
  type Heartbeat,
} from './sqlite/heartbeats.ts'
import { claimLease, leaseOwner, releaseLease } from './sqlite/leases.ts'
import { addLesson, clearPhase, listLessons, markHelped, type LessonQuery } from './sqlite/lessons.ts'
import { beginRun, claimRun, markRunning, restoreRun, unfinishedRuns } from './sqlite/live-runs.ts'
import { addPlan, endPlan, plansOf } from './sqlite/plans.ts'
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
import { addSnapshot, dropSnapshot, snapshotsOf } from './sqlite/snapshots.ts'
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
import type {
  EscalationRecord,
  GateRecord,
  LessonRecord,
  NewEscalation,
  NewLesson,
  NewPlan,
  NewSnapshot,
  PlanRecord,
  SnapshotRecord,
} from './task-story.ts'

export const storePath = (stateFolder: string): string => join(stateFolder, 'mayday.db')

/** A process that was silent for this long and holds nothing is deleted from the list. */
const FORGET_SILENT_MS = 7 * 24 * 3_600_000

/** All stored data about tasks and runs. Calls are synchronous. */
export class Store extends QueueStore implements Disposable {
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
  goOn(): void {
    this.#connection.goOn()
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

  /**
   * Records a new run of a new or an existing task. The same intent twice returns the same numbers. A run id cannot
   * be reused. Refused if the state that the decision was based on has changed.
   */
  begin(intent: RunIntent, decidedOn?: DecidedOn): RunNumbers {
    return this.#connection.write((db) => {
      if (decidedOn !== undefined && decidedOn.generation !== this.generation) throw new StaleDecisionError()
      return beginRun(db, intent, decidedOn?.lastRunId)
    })
  }

  /** Restores a live run in a store that lost it, under its old numbers if they are free. */
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

  /** From now on `changedImages` tells what this process wrote. */
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

  /** The worker is alive. False where the run is unknown or has ended. */
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

  /** Records a person's correction of an ended run. A null reason means it was no failure. */
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

  /** A run has at most one lesson. False if it already has one. */
  addLesson(lesson: NewLesson): boolean {
    return this.#connection.write((db) => addLesson(db, lesson))
  }

  /** Oldest first. */
  lessons(query: LessonQuery = {}): LessonRecord[] {
    return this.#connection.read((db) => listLessons(db, query))
  }

  /** Records whether the lesson of this run helped the next one. */
  markHelped(run: number, helped: boolean): boolean {
    return this.#connection.write((db) => markHelped(db, run, helped))
  }

  /** Keeps its lessons, but prompts no longer contain them; with `until` only lessons up to then. Returns how many. */
  clearPhase(phase: number, at: string, until: string | null = null): number {
    return this.#connection.write((db) => clearPhase(db, phase, at, until))
  }

  /** Refused if another plan of the task is pending. */
  addPlan(plan: NewPlan): number {
    return this.#connection.write((db) => addPlan(db, plan))
  }

  /** False if it had already ended. */
  endPlan(plan: number, state: Exclude<PlanRecord['state'], 'planned'>): boolean {
    return this.#connection.write((db) => endPlan(db, plan, state))
  }

  /** Oldest first. */
  plansOf(task: number): PlanRecord[] {
    return this.#connection.read((db) => plansOf(db, task))
  }

  /** The same ref twice is one snapshot. */
  addSnapshot(snapshot: NewSnapshot): number {
    return this.#connection.write((db) => addSnapshot(db, snapshot))
  }

  /** Oldest first. */
  snapshotsOf(task: number): SnapshotRecord[] {
    return this.#connection.read((db) => snapshotsOf(db, task))
  }

  dropSnapshot(snapshot: number): boolean {
    return this.#connection.write((db) => dropSnapshot(db, snapshot))
  }

  /** Null if the gate is open. */
  gate(key: string): GateRecord | null {
    return this.#connection.read((db) => findGate(db, key))
  }

  gates(): GateRecord[] {
    return this.#connection.read(listGates)
  }

  /** If it is already closed, the first closing and the later instant count. */
  closeGate(gate: GateRecord): void {
    this.#connection.write((db) => closeGate(db, gate))
  }

  /** The canary failed: the count of probes grows, and another canary may try at the new instant. */
  moveGate(key: string, until: string | null, said: GateMove = {}): boolean {
    return this.#connection.write((db) => moveGate(db, key, until, said))
  }

  /** Tasks that waited at it no longer wait. */
  openGate(key: string): boolean {
    return this.#connection.write((db) => openGate(db, key))
  }

  /** True for exactly one run. */
  claimCanary(key: string, runId: string): boolean {
    return this.#connection.write((db) => claimCanary(db, key, runId))
  }

  /** Releases the canary of this run; without a run, of any holder. */
  releaseCanary(key: string, runId: string | null = null): boolean {
    return this.#connection.write((db) => releaseCanary(db, key, runId))
  }

  /** If an escalation with the same key is not closed yet, its count grows. Returns its number. */
  raise(escalation: NewEscalation): number {
    return this.#connection.write((db) => raise(db, escalation))
  }

  escalation(number: number): EscalationRecord | null {
    return this.#connection.read((db) => findEscalation(db, number))
  }

  /** Oldest first. */
  escalations(query: { readonly state?: EscalationRecord['state'] } = {}): EscalationRecord[] {
    return this.#connection.read((db) => listEscalations(db, query))
  }

  /** False if it is closed or missing. */
  acknowledge(number: number, note: string | null, at: string): boolean {
    return this.#connection.write((db) => acknowledge(db, number, note, at))
  }

  closeEscalation(number: number, at: string): boolean {
    return this.#connection.write((db) => closeEscalation(db, number, at))
  }

  lease(name: string): string | null {
    return this.#connection.read((db) => leaseOwner(db, name))
  }

  /** Compare-and-set on the owner. */
  claimLease(name: string, from: string | null, to: string): boolean {
    return this.#connection.write((db) => claimLease(db, name, from, to))
  }

  releaseLease(name: string, owner: string): boolean {
    return this.#connection.write((db) => releaseLease(db, name, owner))
  }

  /** Records a heartbeat of this process. From now on its writes are refused if another process took over. */
  beat(owner: string, at: Date): void {
    this.#connection.writeAs(owner)
    const forgetBefore = new Date(at.getTime() - FORGET_SILENT_MS).toISOString()
    this.#connection.write((db) => beat(db, owner, at.toISOString(), forgetBefore))
  }

  /** Throws if another process took over from this one. */
  requireOwn(): void {
    this.#connection.requireOwn()
  }

  heartbeat(owner: string): Heartbeat | null {
    return this.#connection.read((db) => heartbeatOf(db, owner))
  }

  noteSeen(owner: string, at: string): void {
    this.#connection.write((db) => noteSeen(db, owner, at))
  }

  /** False if the owner has beaten since, or another process took over. */
  takeOver(owner: string, taking: Parameters<typeof takeOver>[2]): boolean {
    return this.#connection.write((db) => takeOver(db, owner, taking))
  }

  /** All owners of a lease, a lock or a live run, as they were written. */
  owners(): string[] {
    return this.#connection.read(ownersOf)
  }

  /** Ids of the runs that an owner works on. */
  runsHeldBy(owner: string): string[] {
    return this.#connection.read((db) => runsHeldBy(db, owner))
  }

  /** The problems of the store, as sentences. */
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
