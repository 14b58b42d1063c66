import * as v from 'valibot'
import { confidences } from '../diagnosis/diagnosis.ts'
import { adviceSchema, alternativeSchema, evidenceSchema } from '../diagnosis/explanation-schema.ts'
import { comparisonSchema, testRunSchema } from '../diagnosis/test-schemas.ts'
import { customReasonSchema, reasonWordSchema } from '../reasons/custom-reason-schema.ts'
import { endingSchema } from '../reasons/ending-schema.ts'
import type { CustomReason } from '../reasons/custom-reason.ts'
import { reasonNames } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import { amount, count, instant, names, whole, type Shape } from './schema.ts'
import { endedRunStatuses } from './run-states.ts'

const stage = v.picklist(stages)
const reason = reasonWordSchema

/** One stage of a run, and the bytes of worker.log that were written during it. */
export const stageReportSchema = v.pipe(
  v.object({
    stage,
    /** The command as a person would type it. */
    command: v.string(),
    startedAt: instant,
    endedAt: instant,
    durationMs: count,
    from: count,
    to: count,
    ending: endingSchema,
    exitCode: v.nullable(whole),
    endSignal: v.nullable(v.string()),
    reason: v.nullable(reason),
    /** Why some of its processes may still run where Mayday cannot find them; absent if none can. */
    mayHaveEscaped: v.exactOptional(v.string()),
    /**
     * Files that this stage changed and no earlier stage did. Absent if there are none. The agent's files are those
     * of the run.
     */
    changedFiles: v.exactOptional(names),
  }),
  v.check(({ from, to }) => from <= to, 'it ends before it begins'),
)

export type StageReport = Shape<typeof stageReportSchema>

/** The result of the verify command. */
export const verifySchema = v.object({
  command: v.string(),
  passed: v.boolean(),
  exitCode: v.nullable(whole),
  reason: v.nullable(v.picklist(reasonNames)),
  durationMs: count,
})

export type VerifyReport = Shape<typeof verifySchema>

/** The test results of a stage, and the code that it tested. */
export const stageTestsSchema = v.object({
  stage,
  command: v.string(),
  /** The folder in which the command ran, relative to the top of the work tree. */
  folder: v.string(),
  /** The commit, with a digest of uncommitted changes if there are any; null if it is not known. */
  code: v.nullable(v.string()),
  ...testRunSchema.entries,
})

export type StageTests = Shape<typeof stageTestsSchema>

const confidence = v.picklist(confidences)

/** The verdict on a whole run, as it is kept. The reason may be a custom one, or an import's. */
export const runDiagnosisSchema = v.object({
  reason: v.nullable(v.string()),
  /** What the project's config said of it, if it is a custom reason. */
  custom: v.exactOptional(customReasonSchema),
  /** The same in runs of older versions (`mayday.result/1`). */
  own: v.exactOptional(customReasonSchema),
  stage,
  confidence,
  rule: v.string(),
  evidence: v.array(evidenceSchema),
  alternatives: v.array(alternativeSchema),
  circular: v.boolean(),
  classifier: v.string(),
  resetAt: v.exactOptional(instant),
  /** The cause that the agent itself stated. */
  statedReason: v.exactOptional(v.string()),
  /** Failing tests or files, if a tool named them. */
  failing: v.exactOptional(names),
  /** The failing tests of verify compared with those at the task's start, if that was requested. */
  compared: v.exactOptional(comparisonSchema),
  /** A tool that was started and never finished. */
  openTool: v.exactOptional(v.string()),
  /** The approach that the agent says it tried. */
  approach: v.exactOptional(v.string()),
  /** Earlier runs with the same approach. */
  repeats: v.exactOptional(v.array(count)),
})

export type RunDiagnosis = Shape<typeof runDiagnosisSchema>

/** The custom reason of a verdict, whichever version wrote it. */
export const customIn = (diagnosis: Pick<RunDiagnosis, 'custom' | 'own'> | null): CustomReason | undefined =>
  diagnosis?.custom ?? diagnosis?.own

/** Without the check of the whole. */
export const resultFields = v.object({
  /** 2: a custom reason is `diagnosis.custom`, which was `diagnosis.own`. */
  format: v.picklist(['mayday.result/1', 'mayday.result/2']),
  runId: v.string(),
  /** The run's number, for people. */
  run: count,
  taskId: v.string(),
  attempt: count,
  flow: v.string(),
  phase: v.nullable(v.string()),
  card: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  status: v.picklist(endedRunStatuses),
  ending: endingSchema,
  exitCode: v.nullable(whole),
  endSignal: v.nullable(v.string()),
  stage,
  reason: v.nullable(reason),
  /** One sentence for people. */
  summary: v.string(),
  /** Why the launch was refused, in a few words. */
  rejection: v.nullable(v.string()),
  circular: v.boolean(),
  diagnosis: v.nullable(runDiagnosisSchema),
  plan: v.nullable(adviceSchema),
  startedAt: instant,
  endedAt: instant,
  durationMs: count,
  /** Of the whole process tree, by the system's counters. Null if the system has none; 0 never means unknown. */
  bytesRead: v.nullable(amount),
  bytesWritten: v.nullable(amount),
  turns: v.nullable(amount),
  costUsd: v.nullable(amount),
  tokens: v.nullable(amount),
  sessionId: v.nullable(v.string()),
  model: v.nullable(v.string()),
  /** The files that the agent changed, relative to the top of the work tree; null if they could not be measured. */
  changedFiles: v.nullable(names),
  branch: v.nullable(v.string()),
  verify: v.nullable(verifySchema),
  /** Of baseline and verify, if they ran tests. */
  tests: v.exactOptional(v.array(stageTestsSchema)),
  stages: v.array(stageReportSchema),
  /** Relative to the project root. */
  logPath: v.string(),
})

/** `result.json`, written last. If it and the database disagree, the file wins. */
export const resultSchema = v.pipe(
  resultFields,
  v.check(({ status, reason: why }) => status !== 'canceled' || why === null, 'a canceled run has a reason'),
)

export type RunResult = Shape<typeof resultSchema>

/** Every file that any stage of a run changed. */
export const filesLeftBy = ({
  changedFiles,
  stages,
}: Pick<RunResult, 'changedFiles' | 'stages'>): readonly string[] => [
  ...new Set([...(changedFiles ?? []), ...stages.flatMap((stage) => stage.changedFiles ?? [])]),
]

/** The running time of a run; null if it was not measured: the run never started, or no file says it. */
export const workedMs = ({
  durationMs,
  stages,
}: {
  readonly durationMs: number | null
  readonly stages: readonly unknown[]
}): number | null => (durationMs === 0 && stages.length === 0 ? null : durationMs)
