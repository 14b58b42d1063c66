import * as v from 'valibot'
import { stages } from '../reasons/stages.ts'
import { endingSchema, resultFields } from './run-result.ts'
import { isLiveStatus, runActions, runStatuses, type RunStatus } from './run-states.ts'
import { count, moment, type Shape } from './schema.ts'

/** The data that is written into the database before a run starts. */
export type RunIntent = {
  readonly runId: string
  /** The task of this attempt. Without it the run makes a new task. */
  readonly task?: number
  readonly title: string
  readonly prompt: string | null
  readonly flow: string
  readonly phase: string | null
  /** Relative to the project root. Without it the run belongs to no card. */
  readonly card?: string | null
  readonly agent: string | null
  /** The command as a person would type it, redacted. */
  readonly command: string
  readonly cwd: string
  readonly branch: string | null
  readonly baseCommit: string | null
  readonly logPath: string
  readonly startedAt: string
  /** The supervisor, as `ProcessIdentity` in JSON. */
  readonly supervisor: string
}

/** The state on which the decision to start another run of a task was based. */
export type DecidedOn = {
  /** The value of `Store.generation` at that time. */
  readonly generation: number
  /** The task's last run; null if it had none. */
  readonly lastRunId: string | null
}

/** The numbers that the database assigned. */
export type RunNumbers = {
  readonly run: number
  readonly task: number
  readonly taskId: string
  readonly attempt: number
}

/** A run without an ending. */
export type UnfinishedRun = {
  readonly run: number
  readonly runId: string
  readonly status: RunStatus
  readonly supervisor: string | null
  readonly logPath: string
}

/** What a person said the reason really was. */
export const correctionSchema = v.object({
  reason: v.nullable(v.string()),
  note: v.nullable(v.string()),
  at: moment,
})

export type Correction = Shape<typeof correctionSchema>

/** A run as the database knows it. The reason is free text: imports and projects have words of their own. */
export const runRecordSchema = v.object({
  ...v.omit(resultFields, ['format', 'startedAt', 'tests']).entries,
  task: count,
  status: v.picklist(runStatuses),
  /** What a person can do with it now, by the table of run states. */
  actions: v.array(v.picklist(runActions)),
  title: v.string(),
  command: v.string(),
  cwd: v.string(),
  baseCommit: v.nullable(v.string()),
  ending: v.nullable(endingSchema),
  stage: v.nullable(v.picklist(stages)),
  /** The classifier's word. */
  reason: v.nullable(v.string()),
  correction: v.nullable(correctionSchema),
  startedAt: moment,
  endedAt: v.nullable(moment),
  durationMs: v.nullable(count),
  /** `mayday`, or where it was imported from. */
  origin: v.string(),
  /** The key of its failure, which all runs with the same cause share. Absent if it did not fail. */
  cause: v.exactOptional(v.string()),
})

export type RunRecord = Shape<typeof runRecordSchema>

/** The effective reason: a person's correction wins. */
export const reasonThatCounts = ({
  reason,
  correction,
}: Pick<RunRecord, 'reason' | 'correction'>): string | null =>
  correction === null ? reason : correction.reason

/** The effective status: a correction may say that it was no failure, or that it was one. */
export const statusThatCounts = ({
  status,
  correction,
}: Pick<RunRecord, 'status' | 'correction'>): RunStatus =>
  correction === null ? status : correction.reason === null ? 'succeeded' : 'failed'

/**
 * Whether it is an attempt at a benchmark task. Its work tree is gone, and its agent must not be started elsewhere:
 * it would change the project.
 */
export const isBenchAttempt = ({ stages }: Pick<RunRecord, 'stages'>): boolean =>
  stages[0]?.stage === 'git_clone'

/** Whether it has no ending yet. */
export const isLive = ({ status }: Pick<RunRecord, 'status'>): boolean => isLiveStatus(status)
