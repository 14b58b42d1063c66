/** Failures by reason, with their number and cost. */
import { findFlaky } from '../diagnosis/flaky-tests.ts'
import { fingerprintOf } from '../memory/lesson.ts'
import type { RunSum } from '../record/sqlite/sum-failures.ts'
import { reasonThatCounts, type RunRecord } from '../record/run.ts'
import { classOf } from '../recovery/policy.ts'
import type { ReasonClass } from '../reasons/reason.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import type { Failures, FailureShare, FailureSum, Incident } from './failures-schema.ts'
import { formats } from './formats.ts'
import { readShares } from './lessons.ts'
import type { ViewContext } from './view.ts'
import type { GateRow } from './waits.ts'

const HOUR_MS = 3_600_000
const RANGES = {
  '30d': { bucket: 'day', bucketMs: 24 * HOUR_MS, buckets: 30, length: 10 },
  '24h': { bucket: 'hour', bucketMs: HOUR_MS, buckets: 24, length: 13 },
} as const

/** The number of the newest failures that are compared with each other. */
const COMPARED_RUNS = 1000
const MOST_REPEATED = 20
const SHOWN_RUNS = 20
const MOST_FLAKY = 50

/** The gates and waits that hold tasks now. */
export type Holds = {
  readonly gates: readonly GateRow[]
  readonly escalations: readonly EscalationRecord[]
}

export function readFailures(range: Failures['range'], context: ViewContext, holds: Holds): Failures {
  const { store, clock } = context
  const { bucket, bucketMs, buckets, length } = RANGES[range]
  const now = clock.now()
  const first = Math.floor(now.getTime() / bucketMs) * bucketMs - (buckets - 1) * bucketMs
  const since = new Date(first).toISOString()
  const sums = store.sums(since, bucket)
  const failed = sums.filter(({ status }) => status === 'failed').map(worded)
  const runs = countIn(sums)
  const unknown = countIn(failed.filter(({ reason }) => reason === 'UNKNOWN'))
  const count = countIn(failed)
  const classify = (reason: string): ReasonClass => classOf(reason, context.overrides)
  return {
    format: formats.failures,
    now: now.toISOString(),
    range,
    bucketMs,
    runs,
    failed: count,
    overTime: Array.from({ length: buckets }, (_, at) => {
      const startsAt = new Date(first + at * bucketMs).toISOString()
      return bucketOf(startsAt, sumsIn(sums, startsAt.slice(0, length)), classify)
    }),
    byReason: byReason(failed, classify),
    byClass: byClass(byReason(failed, classify)),
    byAgent: sharesBy(sums, ({ agent }) => agent),
    byPhase: sharesBy(sums, ({ phase }) => phase),
    incidents: incidentsIn(holds),
    repeated: repeatedIn(store.history({ status: 'failed', sinceAt: since, limit: COMPARED_RUNS })),
    flaky: findFlaky(store.testRuns()).slice(0, MOST_FLAKY),
    unknown: { failed: unknown, share: count === 0 ? null : unknown / count },
    corrected: sums.reduce((sum, { corrected }) => sum + corrected, 0),
    lessons: readShares(store),
    cost: {
      tokens: totalOf(failed, ({ tokens }) => tokens),
      costUsd: totalOf(failed, ({ costUsd }) => costUsd),
      hours: totalOf(failed, ({ durationMs }) => durationMs) / HOUR_MS,
    },
  }
}

type Failed = Omit<RunSum, 'reason'> & { readonly reason: string }

/** A failure without a reason counts as UNKNOWN. */
const worded = (sum: RunSum): Failed => ({ ...sum, reason: sum.reason ?? 'UNKNOWN' })

const totalOf = <T>(sums: readonly T[], of: (sum: T) => number): number =>
  sums.reduce((total, sum) => total + of(sum), 0)

const countIn = (sums: readonly { readonly runs: number }[]): number => totalOf(sums, ({ runs }) => runs)

const sumsIn = (sums: readonly RunSum[], bucket: string): readonly RunSum[] =>
  sums.filter((sum) => sum.bucket === bucket)

const countsBy = (
  sums: readonly Failed[],
  wordOf: (reason: string) => string,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(sums, ({ reason }) => wordOf(reason))].map(([word, same]) => [word, countIn(same)]),
  )

function bucketOf(
  at: string,
  sums: readonly RunSum[],
  classify: (reason: string) => ReasonClass,
): Failures['overTime'][number] {
  const failed = sums.filter(({ status }) => status === 'failed').map(worded)
  return {
    at,
    runs: countIn(sums),
    failed: countIn(failed),
    byReason: countsBy(failed, (reason) => reason),
    byClass: countsBy(failed, classify),
  }
}

const byReason = (
  failed: readonly Failed[],
  classify: (reason: string) => ReasonClass,
): readonly FailureSum[] =>
  [...Map.groupBy(failed, ({ reason }) => reason)]
    .map(([reason, sums]) => ({
      reason,
      class: classify(reason),
      failed: countIn(sums),
      costUsd: totalOf(sums, ({ costUsd }) => costUsd),
      durationMs: totalOf(sums, ({ durationMs }) => durationMs),
    }))
    .toSorted((a, b) => b.failed - a.failed || (a.reason < b.reason ? -1 : 1))

const byClass = (reasons: readonly FailureSum[]): Failures['byClass'] =>
  [...Map.groupBy(reasons, (sum) => sum.class)]
    .map(([name, sums]) => ({
      class: name,
      failed: totalOf(sums, ({ failed }) => failed),
      costUsd: totalOf(sums, ({ costUsd }) => costUsd),
      durationMs: totalOf(sums, ({ durationMs }) => durationMs),
    }))
    .toSorted((a, b) => b.failed - a.failed)

const sharesBy = (sums: readonly RunSum[], nameOf: (sum: RunSum) => string | null): readonly FailureShare[] =>
  [...Map.groupBy(sums, nameOf)]
    .map(([name, ofName]) => {
      const failed = ofName.filter(({ status }) => status === 'failed').map(worded)
      return {
        name,
        runs: countIn(ofName),
        failed: countIn(failed),
        byReason: countsBy(failed, (reason) => reason),
      }
    })
    .toSorted((a, b) => b.failed - a.failed || b.runs - a.runs)

const incidentsIn = ({ gates, escalations }: Holds): readonly Incident[] =>
  gates.map((gate) => ({
    kind: gate.key.startsWith('breaker:') ? 'breaker' : 'gate',
    key: gate.key,
    reason: gate.reason,
    words: gate.words,
    since: gate.closedAt,
    until: gate.until,
    evidence: gate.evidence,
    tasks: gate.tasks,
    escalation: escalations.find(({ key }) => key === gate.key)?.number ?? null,
  }))

/** Two occurrences of one failure form one group; a failure that occurred once is not repeated. */
const repeatedIn = (runs: readonly RunRecord[]): Failures['repeated'] =>
  [...Map.groupBy(runs, (run) => fingerprintOf({ ...run, reason: reasonThatCounts(run) }, run.summary))]
    .filter(([, same]) => same.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_REPEATED)
    .flatMap(([fingerprint, same]) => {
      const [newest] = same
      const oldest = same.at(-1)
      if (newest === undefined || oldest === undefined) return []
      return [
        {
          fingerprint,
          reason: reasonThatCounts(newest) ?? 'UNKNOWN',
          count: same.length,
          example: newest.diagnosis?.evidence[0]?.excerpt ?? newest.summary,
          runs: same.slice(0, SHOWN_RUNS).map(({ run }) => run),
          tasks: new Set(same.map(({ task }) => task)).size,
          firstAt: oldest.startedAt,
          lastAt: newest.startedAt,
        },
      ]
    })
