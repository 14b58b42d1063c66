import * as v from 'valibot'
import { reasonClasses } from '../reasons/reason.ts'
import { count, moment, size, type Shape } from '../record/schema.ts'
import { failureGroupSchema } from './failure-groups.ts'
import { formats } from './formats.ts'
import { sharesSchema } from './lessons.ts'
import { flakySchema } from './stats.ts'
import { described } from './view.ts'

const byWord = v.record(v.string(), count)

const sum = {
  class: v.picklist(reasonClasses),
  failed: count,
  costUsd: size,
  durationMs: size,
}

const sumSchema = v.object({ reason: v.string(), ...sum })

const shareSchema = v.object({
  name: described(v.nullable(v.string()), 'an agent or a phase; null if none was named'),
  runs: count,
  failed: count,
  byReason: byWord,
})

const incidentSchema = v.object({
  kind: v.picklist(['gate', 'breaker']),
  key: v.string(),
  reason: v.string(),
  words: v.string(),
  since: moment,
  until: v.nullable(moment),
  evidence: v.string(),
  tasks: described(v.array(count), 'the tasks that it holds now'),
  escalation: v.nullable(count),
})

const listedFailureSchema = v.object({
  ...failureGroupSchema.entries,
  overTime: described(
    v.array(count),
    'how often it was seen in each day or hour, as in `overTime` of the whole',
  ),
})

const lostSchema = v.object({
  name: described(v.nullable(v.string()), 'an agent or a model; null if none was named'),
  runs: count,
  failed: count,
  costUsd: described(size, 'of the failed runs'),
  durationMs: described(size, 'of the failed runs'),
})

export const failuresSchema = v.object({
  format: v.literal(formats.failures),
  now: moment,
  range: v.picklist(['30d', '24h']),
  bucketMs: count,
  runs: count,
  failed: count,
  overTime: described(
    v.array(v.object({ at: moment, runs: count, failed: count, byReason: byWord, byClass: byWord })),
    'one entry for each day or hour, oldest first, empty ones included',
  ),
  byReason: described(v.array(sumSchema), 'the most frequent first'),
  byClass: described(v.array(v.object(sum)), 'the most frequent first'),
  byAgent: v.array(shareSchema),
  byPhase: v.array(shareSchema),
  incidents: described(
    v.array(incidentSchema),
    'causes that hold several tasks now: closed gates and breakers',
  ),
  groups: described(
    v.array(listedFailureSchema),
    'the failures by cause: open ones first, then the most frequent; at most 200. Their sums are of all time',
  ),
  omitted: described(count, 'how many more causes there are'),
  lost: described(
    v.object({
      weeks: described(
        v.array(v.object({ week: v.string(), runs: count, failed: count, costUsd: size, durationMs: size })),
        'by the Monday (UTC), the last 12 weeks, oldest first, empty ones included',
      ),
      byAgent: described(v.array(lostSchema), 'in these weeks, the most expensive first'),
      byModel: v.array(lostSchema),
    }),
    'what failed runs cost, in money and time',
  ),
  flaky: described(v.array(flakySchema), 'as in `mayday stats --json`, at most 50, for all time'),
  unknown: described(
    v.object({ failed: count, share: v.nullable(size) }),
    'failures without a known reason; the share is null if nothing failed',
  ),
  corrected: described(count, 'verdicts that people corrected'),
  lessons: described(v.nullable(sharesSchema), 'as `helped` of `mayday lessons --json`'),
  cost: described(v.object({ tokens: size, costUsd: size, hours: size }), 'of the failed runs'),
})

export type Failures = Shape<typeof failuresSchema>
export type FailureSum = Shape<typeof sumSchema>
export type FailureShare = Shape<typeof shareSchema>
export type ListedFailure = Shape<typeof listedFailureSchema>
export type LostPart = Shape<typeof lostSchema>
export type Incident = Shape<typeof incidentSchema>
