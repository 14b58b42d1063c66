/** The data about a task in addition to its row: lessons, plans, snapshots, gates, escalations. */
import * as v from 'valibot'
import { planKinds } from '../reasons/reason.ts'
import { count, moment, names, type Shape } from './schema.ts'

/** The lesson of a failed run. */
export const lessonSchema = v.object({
  number: count,
  runId: v.string(),
  run: count,
  task: count,
  phase: v.nullable(v.string()),
  at: moment,
  error: v.string(),
  attempted: v.string(),
  files: names,
  context: v.string(),
  fingerprint: v.string(),
  reason: v.string(),
  /** When its phase was completed. From then on no prompt contains it. */
  clearedAt: v.nullable(moment),
  /** Null until the next attempt has ended. */
  helped: v.nullable(v.boolean()),
})

export type LessonRecord = Shape<typeof lessonSchema>

export type NewLesson = Omit<LessonRecord, 'number' | 'clearedAt' | 'helped'>

/** The decision after a run. It is recorded before it is carried out. */
export const planSchema = v.object({
  number: count,
  task: count,
  /** The run after which it was decided. */
  run: count,
  kind: v.picklist(planKinds),
  why: v.string(),
  /** What the next run does differently. */
  differs: v.string(),
  at: moment,
  startsAt: moment,
  state: v.picklist(['planned', 'done', 'refused', 'dropped']),
  /** `plan`: what was decided, in full. */
  detail: v.record(v.string(), v.unknown()),
})

export type PlanRecord = Shape<typeof planSchema>

/** The default state is `planned`. */
export type NewPlan = Omit<PlanRecord, 'number' | 'state'> & Partial<Pick<PlanRecord, 'state'>>

/** Saved work: a commit that only this ref keeps. */
export const snapshotSchema = v.object({
  number: count,
  task: count,
  run: v.nullable(count),
  ref: v.string(),
  commit: v.string(),
  at: moment,
  why: v.string(),
})

export type SnapshotRecord = Shape<typeof snapshotSchema>

export type NewSnapshot = Omit<SnapshotRecord, 'number'>

/** A wait that all tasks share which depend on the same resource. */
export const gateSchema = v.object({
  /** `usage:claude:default`. */
  key: v.string(),
  reason: v.string(),
  /** Null if it is unknown. */
  until: v.nullable(moment),
  /** The source of that instant. */
  source: v.string(),
  /** The time zone in which it was stated. */
  zone: v.nullable(v.string()),
  closedAt: moment,
  /** The number of failed canaries. */
  probes: count,
  /** The id of the run that probes the gate. */
  canary: v.nullable(v.string()),
  evidence: v.string(),
})

export type GateRecord = Shape<typeof gateSchema>

/** What a person needs in order to decide. */
const escalationDetailSchema = v.object({
  reason: v.nullable(v.string()),
  evidence: v.array(v.object({ file: v.nullable(v.string()), line: v.nullable(count), excerpt: v.string() })),
  /** Runs that counted against the budget. */
  attempts: count,
  /** What each run tried and how it ended, oldest first. */
  tried: v.array(v.object({ run: count, attempted: v.string(), outcome: v.string() })),
  files: names,
  /** The commands to type, the best one first. */
  actions: names,
})

export type EscalationDetail = Shape<typeof escalationDetailSchema>

/** A problem that needs a person. */
export const escalationSchema = v.object({
  number: count,
  /** One cause has one key. */
  key: v.string(),
  task: v.nullable(count),
  run: v.nullable(count),
  cause: v.string(),
  state: v.picklist(['open', 'acknowledged', 'closed']),
  raisedAt: moment,
  lastRaisedAt: moment,
  times: count,
  note: v.nullable(v.string()),
  /** Some causes have only `actions`. */
  detail: v.partial(escalationDetailSchema),
})

export type EscalationRecord = Shape<typeof escalationSchema>

export type NewEscalation = Pick<EscalationRecord, 'key' | 'task' | 'run' | 'cause' | 'raisedAt' | 'detail'>
