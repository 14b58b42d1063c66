import { orUnknown } from '../reasons/reason.ts'
import * as v from 'valibot'
import { stages, type Stage } from '../reasons/stages.ts'
import { endingSchema } from '../reasons/ending-schema.ts'
import { resultFields } from './run-result.ts'
import { isLiveStatus, runActions, runStatuses, type RunStatus } from './run-states.ts'
import { count, moment, type Shape } from './schema.ts'

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

/** Before a run starts: the data that is written into the database. */
export type RunIntent = Pick<
  RunRecord,
  | 'runId'
  | 'title'
  | 'flow'
  | 'phase'
  | 'agent'
  | 'command'
  | 'cwd'
  | 'branch'
  | 'baseCommit'
  | 'logPath'
  | 'startedAt'
> & {
  /** The task of this attempt. Without it the run makes a new task. */
  readonly task?: number
  readonly prompt: string | null
  /** Relative to the project root. Without it the run belongs to no card. */
  readonly card?: string | null
  /** The supervisor, as `ProcessIdentity` in JSON. */
  readonly supervisor: string
}

/** The numbers that the database assigned. */
export type RunNumbers = Pick<RunRecord, 'run' | 'task' | 'taskId' | 'attempt'>

/** While a run has no ending. */
export type UnfinishedRun = Pick<RunRecord, 'run' | 'runId' | 'status' | 'logPath'> & {
  readonly supervisor: string | null
}

/** The state on which the decision to start another run of a task was based. */
export type DecidedOn = {
  /** The value of `Store.generation` at that time. */
  readonly generation: number
  /** The task's last run; null if it had none. */
  readonly lastRunId: string | null
}

/** The effective reason: a person's correction wins. */
export const reasonThatCounts = ({
  reason,
  correction,
}: Pick<RunRecord, 'reason' | 'correction'>): string | null =>
  correction === null ? reason : correction.reason

/** The effective status: a correction may say that it was not a failure, or that it was one. */
export const statusThatCounts = ({
  status,
  correction,
}: Pick<RunRecord, 'status' | 'correction'>): RunStatus =>
  correction === null ? status : correction.reason === null ? 'succeeded' : 'failed'

/** The reason of a failure after a correction. Null if the run did not fail. */
export const failureOf = (run: Pick<RunRecord, 'status' | 'reason' | 'correction'>): string | null =>
  statusThatCounts(run) === 'failed' ? orUnknown(reasonThatCounts(run)) : null

/**
 * Whether it is an attempt at a benchmark task. A stage of it makes the work tree, which is removed at the end. Its
 * agent must not be started elsewhere: it would change the project.
 */
export const isBenchAttempt = ({
  stages,
}: {
  readonly stages: readonly { readonly stage: Stage }[]
}): boolean => stages[0]?.stage === 'git_clone'

/** Whether it has no ending yet. */
export const isLive = ({ status }: Pick<RunRecord, 'status'>): boolean => isLiveStatus(status)
