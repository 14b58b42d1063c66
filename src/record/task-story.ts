/** What is kept about a task besides itself: lessons, plans, snapshots, gates, escalations. */
import * as v from 'valibot'
import { planKinds } from '../reasons/reason.ts'
import { count, moment, names, type Shape } from './schema.ts'

/** What a failed run taught. */
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
  /** Its phase was completed then: no prompt gets it any more. */
  clearedAt: v.nullable(moment),
  /** Null until the next attempt has ended. */
  helped: v.nullable(v.boolean()),
})

export type LessonRecord = Shape<typeof lessonSchema>

export type NewLesson = Omit<LessonRecord, 'number' | 'clearedAt' | 'helped'>

const detail = v.record(v.string(), v.unknown())

/** What was decided after a run, recorded before it is done. */
export const planSchema = v.object({
  number: count,
  task: count,
  /** The run it answers. */
  run: count,
  kind: v.picklist(planKinds),
  why: v.string(),
  /** What will not be as it was. */
  differs: v.string(),
  at: moment,
  startsAt: moment,
  state: v.picklist(['planned', 'done', 'refused', 'dropped']),
  detail,
})

export type PlanRecord = Shape<typeof planSchema>

/** Without a state it is planned. */
export type NewPlan = Omit<PlanRecord, 'number' | 'state'> & Partial<Pick<PlanRecord, 'state'>>

/** Work that was saved: a commit that only this ref holds. */
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

/** A wait that everything shares which depends on the same thing. */
export const gateSchema = v.object({
  /** `usage:claude:default`. */
  key: v.string(),
  reason: v.string(),
  /** Null where nobody knows. */
  until: v.nullable(moment),
  /** Where that instant comes from. */
  source: v.string(),
  /** The time zone in which it was told. */
  zone: v.nullable(v.string()),
  closedAt: moment,
  /** Canaries that failed. */
  probes: count,
  /** The id of the one run that tries. */
  canary: v.nullable(v.string()),
  evidence: v.string(),
})

export type GateRecord = Shape<typeof gateSchema>

/** Something that needs a person. */
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
  detail,
})

export type EscalationRecord = Shape<typeof escalationSchema>

export type NewEscalation = Pick<EscalationRecord, 'key' | 'task' | 'run' | 'cause' | 'raisedAt' | 'detail'>
