/** The current state of a live run. */
import * as v from 'valibot'
import { count, moment, size, whole, type Shape } from '../record/schema.ts'
import { described } from './view.ts'

export const liveRetrySchema = v.object({
  status: described(v.nullable(whole), 'the HTTP status'),
  code: described(v.nullable(v.string()), 'the word of the provider or of the agent'),
  attempt: count,
  of: v.nullable(count),
  nextAt: described(v.nullable(moment), 'when the agent tries again, if it said so'),
})

export const liveRunSchema = v.object({
  run: count,
  stage: v.nullable(v.string()),
  elapsedMs: count,
  silentMs: described(count, 'how long it has printed nothing'),
  doing: described(
    v.nullable(v.string()),
    'what the agent says it does, else the last line that it printed, without control sequences and secrets',
  ),
  turns: described(v.nullable(count), 'so far; null if the agent does not say'),
  costUsd: described(v.nullable(size), 'so far; null if the agent does not say'),
  retrying: described(
    v.nullable(liveRetrySchema),
    'the failed request that the agent retries by itself; null if it makes progress',
  ),
})

export type LiveRetry = Shape<typeof liveRetrySchema>
export type LiveRun = Shape<typeof liveRunSchema>
