/** Outcomes of runs by reason, class, agent and week. */
import * as v from 'valibot'
import { findFlaky } from '../diagnosis/flaky-tests.ts'
import { flakyTestSchema } from '../diagnosis/test-schemas.ts'
import { reasonClasses } from '../reasons/reason.ts'
import { count, moment, size, type Shape } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { classOf, customReasonsIn, type PolicyOverrides } from '../recovery/policy.ts'
import { formats } from './formats.ts'
import { readShares, sharesSchema } from './lessons.ts'
import { described } from './view.ts'

const failed = { failed: count, costUsd: size, durationMs: size }
const counts = { runs: count, succeeded: count, failed: count, canceled: count, live: count }

export const flakySchema = v.object({
  ...flakyTestSchema.entries,
  runs: described(count, 'of unchanged code'),
  lastAt: described(moment, 'when it failed last'),
})

export const statsSchema = v.object({
  format: v.literal(formats.stats),
  sinceAt: described(v.nullable(moment), 'only runs that started since then'),
  ...counts,
  costUsd: size,
  durationMs: size,
  unknown: described(count, 'failures without a known reason'),
  corrected: described(count, 'verdicts that people corrected'),
  byReason: described(
    v.array(v.object({ reason: v.string(), class: v.picklist(reasonClasses), ...failed })),
    'the most frequent first',
  ),
  byClass: described(
    v.array(v.object({ class: v.picklist(reasonClasses), ...failed })),
    'the most frequent first',
  ),
  byAgent: v.array(v.object({ agent: v.nullable(v.string()), ...counts })),
  byWeek: described(v.array(v.object({ week: v.string(), ...counts })), 'by the Monday (UTC), oldest first'),
  lessons: described(v.nullable(sharesSchema), 'as `helped` of `mayday lessons --json`'),
  flaky: described(
    v.array(flakySchema),
    'tests that failed and passed on unchanged code, in the newest 2,000 test runs; the one that failed most first',
  ),
})

export type Stats = Shape<typeof statsSchema>

const NOTHING = {
  runs: 0,
  succeeded: 0,
  failed: 0,
  canceled: 0,
  live: 0,
  costUsd: 0,
  durationMs: 0,
  unknown: 0,
  corrected: 0,
  byReason: [],
  byClass: [],
  byAgent: [],
  byWeek: [],
  lessons: null,
  flaky: [],
}

export type StatsAsked = { readonly sinceAt: string | null; readonly overrides: PolicyOverrides }

/** A null store means that nothing was ever recorded. */
export function readStats({ sinceAt, overrides }: StatsAsked, store: Store | null): Stats {
  if (store === null) return { format: formats.stats, sinceAt, ...NOTHING }
  return {
    format: formats.stats,
    ...store.stats({
      customClasses: new Map(customReasonsIn(overrides).map((name) => [name, classOf(name, overrides)])),
      ...(sinceAt === null ? {} : { sinceAt }),
    }),
    lessons: readShares(store),
    flaky: findFlaky(store.testRuns()),
  }
}
