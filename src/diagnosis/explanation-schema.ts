/** The shapes of a verdict: the contract of `mayday explain --json`, and what the record keeps of a verdict. */
import * as v from 'valibot'
import { count, instant, size } from '../reasons/basic-schemas.ts'
import { reasonWordSchema } from '../reasons/custom-reason-schema.ts'
import { dialectNames } from '../reasons/dialects/dialects.ts'
import { endingSchema } from '../reasons/ending-schema.ts'
import { planKinds, reasonClasses, reasonNames } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import { sources } from '../signals/signal.ts'
import { askedOutcomes } from './asked.ts'
import { confidences, verdictWords } from './diagnosis.ts'

const lineNumber = v.pipe(v.number(), v.integer(), v.safeInteger(), v.minValue(1))

export const adviceSchema = v.object({
  kind: v.picklist(planKinds),
  words: v.string(),
  retries: count,
  backoff: v.boolean(),
  /** The time until which to wait, if the provider named it. */
  until: v.exactOptional(instant),
})

export const evidenceSchema = v.object({
  source: v.picklist(sources),
  file: v.nullable(v.string()),
  line: v.nullable(lineNumber),
  byteOffset: v.nullable(count),
  excerpt: v.string(),
  /** The context: the line before it, or the agent's last action. */
  context: v.exactOptional(v.string()),
  /** The good run since which such a line is new: a file, or `run 37`. */
  newSince: v.exactOptional(v.string()),
})

export const alternativeSchema = v.object({ reason: reasonWordSchema, rule: v.string(), why: v.string() })

const stepFields = { job: v.nullable(v.string()), step: v.nullable(v.string()) }

export const ciSchema = v.object({
  system: v.string(),
  ...stepFields,
  /** Other steps that failed. */
  others: v.exactOptional(v.array(v.object({ ...stepFields, reason: v.nullable(v.string()) }))),
})

/** The answer of the agent, as far as it could be read. Its reason is any word. */
const answerSchema = v.object({
  reason: v.nullable(v.string()),
  line: v.nullable(v.pipe(v.number(), v.integer(), v.safeInteger())),
  quote: v.string(),
  sentence: v.string(),
})

export const askedSchema = v.object({
  agent: v.string(),
  outcome: v.picklist(askedOutcomes),
  /** Why the answer is not the verdict. Null if it is. */
  why: v.nullable(v.string()),
  answer: v.nullable(answerSchema),
  model: v.nullable(v.string()),
  /** The cost that the agent reports. Null if it reports none. */
  costUsd: v.nullable(size),
  tokens: v.nullable(size),
  /** The answer comes from the cache. The cost is that of the original question. */
  cached: v.boolean(),
})

export const earlierSchema = v.object({
  succeeded: count,
  failed: count,
  /** The number of runs without proof of a failure or a success. */
  undetermined: v.exactOptional(count),
  /** The number of failed runs by reason. */
  reasons: v.record(v.string(), count),
})

/** The JSON Schema in docs/schemas is generated from it. */
export const explanationSchema = v.object({
  format: v.literal('mayday.explain/2'),
  verdict: v.picklist(verdictWords),
  reason: v.nullable(v.picklist(reasonNames)),
  class: v.nullable(v.picklist(reasonClasses)),
  meaning: v.nullable(v.string()),
  stage: v.picklist(stages),
  confidence: v.picklist(confidences),
  rule: v.string(),
  evidence: v.array(evidenceSchema),
  alternatives: v.array(alternativeSchema),
  circular: v.boolean(),
  ending: endingSchema,
  plan: v.nullable(adviceSchema),
  dialects: v.nullable(v.object(v.entriesFromList(dialectNames, v.string()))),
  agent: v.nullable(v.string()),
  /** The cause that the agent itself stated: `FAILURE_REASON: …`. */
  statedReason: v.exactOptional(v.string()),
  /** Failing tests or files, if a tool named them. */
  failing: v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(20))),
  /** A tool that was started and never finished: the last activity of the run. */
  openTool: v.exactOptional(v.string()),
  resetAt: v.exactOptional(instant),
  sessionId: v.exactOptional(v.string()),
  model: v.exactOptional(v.string()),
  turns: v.exactOptional(size),
  costUsd: v.exactOptional(size),
  tokens: v.exactOptional(size),
  classifier: v.string(),
  /** The CI system, and the place of the failure in its run. */
  ci: v.exactOptional(ciSchema),
  /** The agent that was asked for a second opinion, and the result. */
  asked: v.exactOptional(askedSchema),
  /** The results of the runs before it, if the output contains several: iterations of a loop, or several transcripts. */
  earlier: v.exactOptional(earlierSchema),
})
