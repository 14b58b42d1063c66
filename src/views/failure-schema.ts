import * as v from 'valibot'
import { count, moment, size, type Shape } from '../record/schema.ts'
import { taskStatuses } from '../record/task-states.ts'
import { evidenceSchema } from '../diagnosis/explanation-schema.ts'
import { failureGroupSchema } from './failure-groups.ts'
import { tryKinds, type TryKind } from './failure-words.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const isKind = (word: string): word is TryKind => Object.hasOwn(tryKinds, word)
const kind = v.picklist(Object.keys(tryKinds).filter(isKind))

const sharesOf = (what: string) =>
  described(
    v.array(
      v.object({
        name: described(v.nullable(v.string()), `${what}; null if none was named`),
        runs: count,
        costUsd: size,
        durationMs: size,
      }),
    ),
    'the most frequent first',
  )

const failureTaskSchema = v.object({
  task: count,
  title: v.string(),
  status: v.picklist(taskStatuses),
  runs: described(count, 'how often it failed this way'),
  newestRun: described(count, 'its newest run, also if that did not fail'),
  canRetry: v.boolean(),
})

const shownEvidenceSchema = v.object({
  run: count,
  task: count,
  title: v.string(),
  agent: v.nullable(v.string()),
  model: v.nullable(v.string()),
  at: moment,
  evidence: described(v.nullable(evidenceSchema), 'the proving line; null if there is none'),
})

const triedSchema = v.object({
  kind,
  words: v.string(),
  outcome: described(v.string(), 'how that ended, in sentences'),
  tries: count,
  helped: described(count, 'how often the next attempt got further'),
  unknown: described(
    count,
    'how often that is not known: the attempt runs, was canceled, or failed for an external reason',
  ),
  costUsd: described(size, 'of the attempts that tried it'),
  durationMs: size,
  runs: described(v.array(count), 'the attempts that tried it, at most 20'),
})

const helpedSchema = v.object({
  kind,
  words: described(v.string(), 'what helped, in a sentence'),
  task: count,
  run: described(count, 'the attempt that it helped'),
  agent: described(v.nullable(v.string()), 'the agent that helped, if another one did'),
  hint: described(v.nullable(v.string()), 'what the person said, if a hint helped'),
  missing: described(v.array(count), 'unsolved tasks that have not had it and can be retried'),
})

const relatedSchema = v.object({ key: v.string(), title: v.string(), reason: v.string(), runs: count })

export const failureSchema = v.object({
  format: v.literal(formats.failure),
  now: moment,
  ...failureGroupSchema.entries,
  days: described(v.array(v.object({ at: moment, failed: count })), 'the last 30 days (UTC), oldest first'),
  byTask: described(v.array(failureTaskSchema), 'the most failures first, at most 200'),
  byAgent: sharesOf('an agent'),
  byModel: sharesOf('a model'),
  byPhase: sharesOf('a phase'),
  shown: described(v.array(shownEvidenceSchema), 'the evidence of the newest runs, at most 8'),
  tried: described(v.array(triedSchema), 'what helped most comes first'),
  helped: described(
    v.nullable(helpedSchema),
    'what helped, and which tasks have not had it; null if nothing helped yet',
  ),
  related: described(
    v.array(relatedSchema),
    'other failures with the same reason in the same place or with the same test, at most 5',
  ),
  allRuns: described(v.array(count), 'newest first, at most 2,000'),
})

export type Failure = Shape<typeof failureSchema>
/** What was tried, and how often it helped. */
export type TriedKind = Shape<typeof triedSchema>

export type FailureTask = Shape<typeof failureTaskSchema>
export type FailurePart = Failure['byAgent'][number]
