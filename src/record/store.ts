/**
 * S1 The reason of a run has one writer (`finish` and `rediagnosed` go through it); a person's correction stands beside
 *    it, and neither overwrites the other.
 * S2 At most one live run per task, whoever races for it.
 * S3 What is recorded survives the death of any process; several may use one store at once.
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

/** A process that was silent for so long and holds nothing is forgotten. */
const FORGET_SILENT_MS = 7 * 24 * 3_600_000

/** Everything that is kept about tasks and runs. Calls are synchronous. */
export class Store extends QueueStore implements Disposable {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  /** Opens the store in a state folder and makes both where they are missing. */
  static open(stateFolder: string, options: ConnectionOptions = {}): Store {
    return new Store(new Connection(storePath(stateFolder), options))
  }

  get path(): string {
    return this.#connection.path
  }

  /** Every write is an error. */
  get isReadOnly(): boolean {
    return this.#connection.isReadOnly
  }

  /** A run depends on it now: a damaged file is set aside from here on, and what is left to write goes into a new one. */
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

  /** The file was deleted under the open store: what is written now would be lost. Writes look by themselves. */
  isGone(): boolean {
    return this.#connection.isGone()
  }

  reopen(): void {
    this.#connection.reopen()
  }

  /** Rises each time another file was opened in place of the one that was replaced or deleted. */
  get generation(): number {
    return this.#connection.generation
  }

  /** A task of its own, or another attempt at one. The same intent twice gives the same numbers; a run's id is
   *  nobody else's. Refused where what the decision was made on is no longer so. */
  begin(intent: RunIntent, decidedOn?: DecidedOn): RunNumbers {
    return this.#connection.write((db) => {
      if (decidedOn !== undefined && decidedOn.generation !== this.generation) throw new StaleDecisionError()
      return beginRun(db, intent, decidedOn?.lastRunId)
    })
  }

  /** Puts a live run back into a store that lost it, under its old numbers where they are free. */
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

  /** Compare and set on the supervisor of a live run. */
  claim(runId: string, from: string | null, to: string): boolean {
    return this.#connection.write((db) => claimRun(db, runId, from, to))
  }

  unfinished(): UnfinishedRun[] {
    return this.#connection.read(unfinishedRuns)
  }

  /** How a run ended, once: false where nothing changed. A run the store lost is inserted. */
  finish(result: RunResult): boolean {
    return this.adoptResult(result)
  }

  /** As `finish`, with what a result does not say of its run. */
  adoptResult(result: RunResult, extra: Extra = {}): boolean {
    return this.#connection.write((db) => finishRun(db, result, extra))
  }

  /** A newer classifier's verdict. False where the run is unknown, live or canceled. */
  rediagnosed(
    runId: string,
    diagnosis: RunDiagnosis,
    at: string,
    said: Partial<Pick<RunResult, 'summary' | 'plan'>> = {},
  ): boolean {
    return this.#connection.write((db) => rediagnoseRun(db, runId, { diagnosis, at, ...said }))
  }

  /** A person's word on an ended run; a null reason: it was no failure. */
  correct(run: number, correction: Correction): void {
    this.#connection.write((db) => correctRun(db, run, correction))
  }

  /** By number or id. */
  find(ref: number | string): RunRecord | null {
    return this.#connection.read((db) => findRun(db, ref))
  }

  /** The greatest number given so far. */
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

  /** How the runs since then went, by the day or the hour (UTC) in which they began. */
  sums(sinceAt: string, bucket: 'day' | 'hour'): RunSum[] {
    return this.#connection.read((db) => sumByBucket(db, sinceAt, bucket))
  }

  /** Every verdict of the classifier on a run, the first first. */
  verdictsOf(run: number): KeptVerdict[] {
    return this.#connection.read((db) => verdictsOf(db, run))
  }

  /** Everything that people said about a run, the first first; the last counts. */
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

  /** Runs of another program; those that are known already stay as they are. */
  importRuns(origin: string, runs: Iterable<ImportedRun>): ImportCounts {
    return this.#connection.write((db) => importRuns(db, origin, runs))
  }

  /** Tasks that are not done in another program, after its runs; how many are new here. */
  importTasks(tasks: Iterable<ImportedTask>): number {
    return this.#connection.write((db) => importTasks(db, tasks))
  }

  /** How tests went at the start of a task. Those of runs are kept with their results. */
  addStartTests(tests: StageTests, at: string): void {
    this.#connection.write((db) => addTestRun(db, null, tests, at))
  }

  /** The newest run of this command on this code. */
  testsOn(code: TestedCode): TriedTests | null {
    return this.#connection.read((db) => findTestRun(db, code))
  }

  /** Runs of tests on code that is known, the newest first: all, or those of one command. */
  testRuns(of: Partial<Pick<TestedCode, 'command' | 'folder'>> = {}): TriedTests[] {
    return this.#connection.read((db) => listTestRuns(db, of))
  }

  /** The oldest first. */
  runsOf(task: number): RunRecord[] {
    return this.#connection.read((db) => runsOfTask(db, task))
  }

  /** Once per run: false where it is there already. */
  addLesson(lesson: NewLesson): boolean {
    return this.#connection.write((db) => addLesson(db, lesson))
  }

  /** The oldest first. */
  lessons(query: LessonQuery = {}): LessonRecord[] {
    return this.#connection.read((db) => listLessons(db, query))
  }

  /** Did the lesson of this run help the next one? */
  markHelped(run: number, helped: boolean): boolean {
    return this.#connection.write((db) => markHelped(db, run, helped))
  }

  /** Its lessons are kept, but belong to no prompt any more; with `until` only those taught by then. Returns how many. */
  clearPhase(phase: number, at: string, until: string | null = null): number {
    return this.#connection.write((db) => clearPhase(db, phase, at, until))
  }

  /** Refused where another one of the task is still to be carried out. */
  addPlan(plan: NewPlan): number {
    return this.#connection.write((db) => addPlan(db, plan))
  }

  /** False where it was ended before. */
  endPlan(plan: number, state: Exclude<PlanRecord['state'], 'planned'>): boolean {
    return this.#connection.write((db) => endPlan(db, plan, state))
  }

  /** The oldest first. */
  plansOf(task: number): PlanRecord[] {
    return this.#connection.read((db) => plansOf(db, task))
  }

  /** The same ref twice is one. */
  addSnapshot(snapshot: NewSnapshot): number {
    return this.#connection.write((db) => addSnapshot(db, snapshot))
  }

  /** The oldest first. */
  snapshotsOf(task: number): SnapshotRecord[] {
    return this.#connection.read((db) => snapshotsOf(db, task))
  }

  dropSnapshot(snapshot: number): boolean {
    return this.#connection.write((db) => dropSnapshot(db, snapshot))
  }

  /** Null where it is open. */
  gate(key: string): GateRecord | null {
    return this.#connection.read((db) => findGate(db, key))
  }

  gates(): GateRecord[] {
    return this.#connection.read(listGates)
  }

  /** Where it is closed already, the first closing and the later instant stand. */
  closeGate(gate: GateRecord): void {
    this.#connection.write((db) => closeGate(db, gate))
  }

  /** The canary failed: one probe more, and another one may try then. */
  moveGate(key: string, until: string | null, said: GateMove = {}): boolean {
    return this.#connection.write((db) => moveGate(db, key, until, said))
  }

  /** Tasks that waited at it wait for nothing more. */
  openGate(key: string): boolean {
    return this.#connection.write((db) => openGate(db, key))
  }

  /** True for one run only. */
  claimCanary(key: string, runId: string): boolean {
    return this.#connection.write((db) => claimCanary(db, key, runId))
  }

  /** Of this run; without one, of whoever holds it. */
  releaseCanary(key: string, runId: string | null = null): boolean {
    return this.#connection.write((db) => releaseCanary(db, key, runId))
  }

  /** Counted up where one with the same key is not closed yet. Returns its number. */
  raise(escalation: NewEscalation): number {
    return this.#connection.write((db) => raise(db, escalation))
  }

  escalation(number: number): EscalationRecord | null {
    return this.#connection.read((db) => findEscalation(db, number))
  }

  /** The oldest first. */
  escalations(query: { readonly state?: EscalationRecord['state'] } = {}): EscalationRecord[] {
    return this.#connection.read((db) => listEscalations(db, query))
  }

  /** False where it is closed or not there. */
  acknowledge(number: number, note: string | null, at: string): boolean {
    return this.#connection.write((db) => acknowledge(db, number, note, at))
  }

  closeEscalation(number: number, at: string): boolean {
    return this.#connection.write((db) => closeEscalation(db, number, at))
  }

  lease(name: string): string | null {
    return this.#connection.read((db) => leaseOwner(db, name))
  }

  /** Compare and set on the owner. */
  claimLease(name: string, from: string | null, to: string): boolean {
    return this.#connection.write((db) => claimLease(db, name, from, to))
  }

  releaseLease(name: string, owner: string): boolean {
    return this.#connection.write((db) => releaseLease(db, name, owner))
  }

  /** This process lives and holds something. From now on its writes are refused where somebody took over. */
  beat(owner: string, at: Date): void {
    this.#connection.writeAs(owner)
    const forgetBefore = new Date(at.getTime() - FORGET_SILENT_MS).toISOString()
    this.#connection.write((db) => beat(db, owner, at.toISOString(), forgetBefore))
  }

  /** Throws where somebody took over from this process. */
  requireOwn(): void {
    this.#connection.requireOwn()
  }

  heartbeat(owner: string): Heartbeat | null {
    return this.#connection.read((db) => heartbeatOf(db, owner))
  }

  noteSeen(owner: string, at: string): void {
    this.#connection.write((db) => noteSeen(db, owner, at))
  }

  /** False where the owner has beaten since, or somebody else took over. */
  takeOver(owner: string, taking: Parameters<typeof takeOver>[2]): boolean {
    return this.#connection.write((db) => takeOver(db, owner, taking))
  }

  /** Whoever holds a lease, a lock or a live run, as it was written. */
  owners(): string[] {
    return this.#connection.read(ownersOf)
  }

  /** Ids of the runs that an owner works on. */
  runsHeldBy(owner: string): string[] {
    return this.#connection.read((db) => runsHeldBy(db, owner))
  }

  /** What is wrong with the store, in sentences. */
  integrity(): string[] {
    return this.#connection.read(findDamage)
  }

  /** Deletes ended runs, for retention; live ones stay. Returns how many went. */
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
