/** The part of the store about what failures led to: lessons, plans, snapshots, gates, escalations. */
import { QueueStore } from './queue-store.ts'
import type { Connection } from './sqlite/connection.ts'
import {
  acknowledge,
  closeEscalation,
  findEscalation,
  listEscalations,
  raise,
  reopenEscalationsOf,
} from './sqlite/escalations.ts'
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
import { addLesson, clearPhase, listLessons, markHelped, type LessonQuery } from './sqlite/lessons.ts'
import { addPlan, endPlan, plansOf } from './sqlite/plans.ts'
import { addSnapshot, dropSnapshot, snapshotsOf } from './sqlite/snapshots.ts'
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

export abstract class StoryStore extends QueueStore {
  readonly #connection: Connection

  protected constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  /** A run has at most one lesson. False if it already has one. */
  addLesson(lesson: NewLesson): boolean {
    return this.#connection.write((db) => addLesson(db, lesson))
  }

  /** Oldest first. */
  lessons(query: LessonQuery = {}): LessonRecord[] {
    return this.#connection.read((db) => listLessons(db, query))
  }

  /** Records whether the lesson of this run helped the next one. False if the run has no lesson. */
  markHelped(run: number, helped: boolean): boolean {
    return this.#connection.write((db) => markHelped(db, run, helped))
  }

  /** The lessons stay in the database, but no prompt contains them. `until`: later ones are left out. Returns how many. */
  clearPhase(phase: number, at: string, until: string | null = null): number {
    return this.#connection.write((db) => clearPhase(db, phase, at, until))
  }

  /** Refused if the task already has a pending plan. */
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

  /** The same ref twice is one. */
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

  /** Null if it is open. */
  gate(key: string): GateRecord | null {
    return this.#connection.read((db) => findGate(db, key))
  }

  gates(): GateRecord[] {
    return this.#connection.read(listGates)
  }

  /** If it is already closed, the first closing time and the later instant count. */
  closeGate(gate: GateRecord): void {
    this.#connection.write((db) => closeGate(db, gate))
  }

  /** The canary failed: the count of probes grows, and the next canary may try at that instant. */
  moveGate(key: string, until: string | null, said: GateMove = {}): boolean {
    return this.#connection.write((db) => moveGate(db, key, until, said))
  }

  /** Tasks that waited at it no longer wait. */
  openGate(key: string): boolean {
    return this.#connection.write((db) => openGate(db, key))
  }

  /** True for one run only. */
  claimCanary(key: string, runId: string): boolean {
    return this.#connection.write((db) => claimCanary(db, key, runId))
  }

  /** With a run: only if this run holds it. */
  releaseCanary(key: string, runId: string | null = null): boolean {
    return this.#connection.write((db) => releaseCanary(db, key, runId))
  }

  /** If one with the same key is open, its count grows. Returns its number. */
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

  /** A person undoes the decision that closed the escalations of this task. */
  reopenEscalations(task: number, closedBy: string): void {
    this.#connection.write((db) => reopenEscalationsOf(db, task, closedBy))
  }

  closeEscalation(number: number, at: string): boolean {
    return this.#connection.write((db) => closeEscalation(db, number, at))
  }
}
