import * as v from 'valibot'
import { endingSchema, evidenceSchema, planSchema } from '../diagnosis/explanation-schema.ts'
import type { TestComparison } from '../diagnosis/compare-tests.ts'
import type { Alternative } from '../diagnosis/diagnosis.ts'
import type { OwnReason } from '../reasons/own-reason.ts'
import { planKinds, reasonClasses, reasonNames } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import type { RunDiagnosis, RunResult, StageReport, StageTests, VerifyReport } from './run-result.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const instant = v.pipe(v.string(), v.isoTimestamp())
const stage = v.picklist(stages)

/** One of the table's, or of the project's own. */
export const reasonWordSchema: v.GenericSchema<string> = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/))
const reason = reasonWordSchema

const alternativeSchema: v.GenericSchema<Alternative> = v.strictObject({
  reason,
  rule: v.string(),
  why: v.string(),
})

const stageReport: v.GenericSchema<StageReport> = v.strictObject({
  stage,
  command: v.string(),
  startedAt: instant,
  endedAt: instant,
  durationMs: count,
  from: count,
  to: count,
  ending: endingSchema,
  exitCode: v.nullable(count),
  endSignal: v.nullable(v.string()),
  reason: v.nullable(reason),
  mayHaveEscaped: v.exactOptional(v.string()),
  changedFiles: v.exactOptional(v.array(v.string())),
})

const verifyReport: v.GenericSchema<VerifyReport> = v.strictObject({
  command: v.string(),
  passed: v.boolean(),
  exitCode: v.nullable(count),
  reason: v.nullable(v.picklist(reasonNames)),
  durationMs: count,
})

const ownReason: v.GenericSchema<OwnReason> = v.strictObject({
  name: reason,
  class: v.picklist(reasonClasses),
  plan: v.picklist(planKinds),
  after: v.picklist(reasonNames),
  like: v.picklist(reasonNames),
  meaning: v.string(),
})

const names = v.pipe(v.array(v.string()), v.maxLength(200))

const comparison: v.GenericSchema<TestComparison> = v.strictObject({
  kinds: v.nullable(
    v.strictObject({
      new: names,
      old: names,
      flaky: v.array(v.strictObject({ name: v.string(), failed: count, runs: count })),
      unnamed: count,
    }),
  ),
  words: v.string(),
})

const stageTests: v.GenericSchema<StageTests> = v.strictObject({
  stage,
  command: v.string(),
  folder: v.string(),
  code: v.nullable(v.string()),
  failed: count,
  passed: count,
  names,
})

const runDiagnosis: v.GenericSchema<RunDiagnosis> = v.strictObject({
  reason: v.nullable(reason),
  own: v.exactOptional(ownReason),
  stage,
  confidence: v.picklist(['high', 'medium', 'low']),
  rule: v.string(),
  evidence: v.array(evidenceSchema),
  alternatives: v.array(alternativeSchema),
  circular: v.boolean(),
  classifier: v.string(),
  resetAt: v.exactOptional(instant),
  statedReason: v.exactOptional(v.string()),
  failing: v.exactOptional(v.array(v.string())),
  compared: v.exactOptional(comparison),
  openTool: v.exactOptional(v.string()),
  approach: v.exactOptional(v.string()),
  repeats: v.exactOptional(v.array(count)),
})

/** The shape of result.json. The JSON Schema in docs/schemas comes from it, and tests hold real runs to it. */
export const resultSchema: v.GenericSchema<RunResult> = v.strictObject({
  format: v.literal('mayday.result/1'),
  runId: v.pipe(v.string(), v.uuid()),
  run: count,
  taskId: v.pipe(v.string(), v.uuid()),
  attempt: count,
  flow: v.string(),
  phase: v.nullable(v.string()),
  card: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  status: v.picklist(['succeeded', 'failed', 'canceled']),
  ending: endingSchema,
  exitCode: v.nullable(count),
  endSignal: v.nullable(v.string()),
  stage,
  reason: v.nullable(reason),
  summary: v.string(),
  rejection: v.nullable(v.string()),
  circular: v.boolean(),
  diagnosis: v.nullable(runDiagnosis),
  plan: v.nullable(planSchema),
  startedAt: instant,
  endedAt: instant,
  durationMs: count,
  bytesRead: v.nullable(count),
  bytesWritten: v.nullable(count),
  turns: v.nullable(count),
  costUsd: v.nullable(v.pipe(v.number(), v.minValue(0))),
  tokens: v.nullable(count),
  sessionId: v.nullable(v.string()),
  model: v.nullable(v.string()),
  changedFiles: v.nullable(v.array(v.string())),
  branch: v.nullable(v.string()),
  verify: v.nullable(verifyReport),
  tests: v.exactOptional(v.array(stageTests)),
  stages: v.array(stageReport),
  logPath: v.string(),
})
