import * as v from 'valibot'
import { stopCauses, type Ending } from '../reasons/ending.ts'
import { planKinds, reasonClasses, reasonNames } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import { sources } from '../signals/signal.ts'
import { askedOutcomes, type Asked } from './asked.ts'
import type { CiPlace } from './ci-steps.ts'
import { confidences, verdictWords, type Alternative } from './diagnosis.ts'
import type { Earlier } from './earlier.ts'
import type { Advice, Evidence, Explanation } from './explain.ts'

const orNull = <T extends v.GenericSchema>(schema: T): v.NullableSchema<T, undefined> => v.nullable(schema)
const count = v.pipe(v.number(), v.minValue(0))
const instant = v.pipe(v.string(), v.isoTimestamp())

export const endingSchema: v.GenericSchema<Ending> = v.variant('kind', [
  v.strictObject({ kind: v.literal('never-started') }),
  v.strictObject({ kind: v.literal('stopped'), by: v.picklist(stopCauses) }),
  v.strictObject({ kind: v.literal('signal'), signal: v.string() }),
  v.strictObject({ kind: v.literal('lost') }),
  v.strictObject({ kind: v.literal('exit'), code: v.pipe(v.number(), v.integer()) }),
  v.strictObject({ kind: v.literal('unknown') }),
])

export const planSchema: v.GenericSchema<Advice> = v.strictObject({
  kind: v.picklist(planKinds),
  words: v.string(),
  retries: count,
  backoff: v.boolean(),
  until: v.exactOptional(instant),
})

export const evidenceSchema: v.GenericSchema<Evidence> = v.strictObject({
  source: v.picklist(sources),
  file: orNull(v.string()),
  line: orNull(v.pipe(v.number(), v.integer(), v.minValue(1))),
  byteOffset: orNull(v.pipe(v.number(), v.integer(), v.minValue(0))),
  excerpt: v.string(),
  context: v.exactOptional(v.string()),
  newSince: v.exactOptional(v.string()),
})

const alternativeSchema: v.GenericSchema<Alternative> = v.strictObject({
  reason: v.picklist(reasonNames),
  rule: v.string(),
  why: v.string(),
})

const stepFields = { job: orNull(v.string()), step: orNull(v.string()) }

const ciSchema: v.GenericSchema<CiPlace> = v.strictObject({
  system: v.string(),
  ...stepFields,
  others: v.exactOptional(v.array(v.strictObject({ ...stepFields, reason: orNull(v.string()) }))),
})

const askedSchema: v.GenericSchema<Asked> = v.strictObject({
  agent: v.string(),
  outcome: v.picklist(askedOutcomes),
  why: orNull(v.string()),
  answer: orNull(
    v.strictObject({
      reason: orNull(v.string()),
      line: orNull(v.pipe(v.number(), v.integer())),
      quote: v.string(),
      sentence: v.string(),
    }),
  ),
  model: orNull(v.string()),
  costUsd: orNull(count),
  tokens: orNull(count),
  cached: v.boolean(),
})

const earlierSchema: v.GenericSchema<Earlier> = v.strictObject({
  succeeded: count,
  failed: count,
  undetermined: v.exactOptional(count),
  reasons: v.record(v.string(), count),
})

/** The schema of `mayday.explain/2`. The JSON Schema in docs/schemas is generated from it, and tests check both. */
export const explanationSchema: v.GenericSchema<Explanation> = v.strictObject({
  format: v.literal('mayday.explain/2'),
  verdict: v.picklist(verdictWords),
  reason: orNull(v.picklist(reasonNames)),
  class: orNull(v.picklist(reasonClasses)),
  meaning: orNull(v.string()),
  stage: v.picklist(stages),
  confidence: v.picklist(confidences),
  rule: v.string(),
  evidence: v.array(evidenceSchema),
  alternatives: v.array(alternativeSchema),
  circular: v.boolean(),
  ending: endingSchema,
  plan: orNull(planSchema),
  dialects: orNull(
    v.strictObject({ gza: v.string(), recovery: v.string(), bench: v.string(), supervisor: v.string() }),
  ),
  agent: orNull(v.string()),
  statedReason: v.exactOptional(v.string()),
  failing: v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(20))),
  openTool: v.exactOptional(v.string()),
  resetAt: v.exactOptional(instant),
  sessionId: v.exactOptional(v.string()),
  model: v.exactOptional(v.string()),
  turns: v.exactOptional(count),
  costUsd: v.exactOptional(count),
  tokens: v.exactOptional(count),
  classifier: v.string(),
  ci: v.exactOptional(ciSchema),
  asked: v.exactOptional(askedSchema),
  earlier: v.exactOptional(earlierSchema),
})
