/** Failures by reason, with their number and cost. */
import { findFlaky } from '../diagnosis/flaky-tests.ts'
import type { RunSum } from '../record/sqlite/sum-failures.ts'
import type { CauseSum } from '../record/sqlite/causes.ts'
import { classOf } from '../recovery/policy.ts'
import { isUnknown, orUnknown, type ReasonClass } from '../reasons/reason.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { failureStates, groupsOf, type FailureGroup } from './failure-groups.ts'
import type { Failures, FailureShare, FailureSum, Incident } from './failures-schema.ts'
import { formats } from './formats.ts'
import { readShares } from './lessons.ts'
import { lossesOf, readLosses } from './losses.ts'
import type { MaybeRecorded, ViewContext } from './view.ts'
import type { GateRow } from './waits.ts'
import { HOUR_MS } from '../record/duration.ts'

const RANGES = {
  '30d': { bucket: 'day', bucketMs: 24 * HOUR_MS, buckets: 30, length: 10 },
  '24h': { bucket: 'hour', bucketMs: HOUR_MS, buckets: 24, length: 13 },
} as const

const MOST_GROUPS = 200
const MOST_FLAKY = 50

/** The gates and waits that hold tasks now. */
export type Holds = {
  readonly gates: readonly GateRow[]
  readonly escalations: readonly EscalationRecord[]
}

/** What is read from the store. */
type Recorded = Pick<Failures, 'groups' | 'omitted' | 'lost' | 'flaky' | 'lessons'> & {
  readonly sums: readonly RunSum[]
}

/** A null store means that nothing was ever recorded. */
function recordedIn(buckets: Buckets, { store, overrides }: Reading, now: Date): Recorded {
  if (store === null)
    return { sums: [], groups: [], omitted: 0, lost: lossesOf([], now), flaky: [], lessons: null }
  return {
    sums: store.sums(buckets.since, buckets.bucket),
    ...groupsIn(buckets, { store, overrides }),
    lost: readLosses(now, store),
    flaky: findFlaky(store.testRuns()).slice(0, MOST_FLAKY),
    lessons: readShares(store),
  }
}

type Reading = Pick<MaybeRecorded, 'store' | 'overrides'>

export function readFailures(
  range: Failures['range'],
  context: Reading & Pick<MaybeRecorded, 'clock'>,
  holds: Holds,
): Failures {
  const { bucket, bucketMs, buckets, length } = RANGES[range]
  const now = context.clock.now()
  const first = Math.floor(now.getTime() / bucketMs) * bucketMs - (buckets - 1) * bucketMs
  const since = new Date(first).toISOString()
  const starts = Array.from({ length: buckets }, (_, at) =>
    new Date(first + at * bucketMs).toISOString().slice(0, length),
  )
  const { sums, ...recorded } = recordedIn({ since, bucket, starts }, context, now)
  const failed = sums.filter(({ status }) => status === 'failed').map(worded)
  const classify = (reason: string): ReasonClass => classOf(reason, context.overrides)
  return {
    format: formats.failures,
    now: now.toISOString(),
    range,
    bucketMs,
    runs: countIn(sums),
    failed: countIn(failed),
    overTime: starts.map((at, index) =>
      bucketOf(new Date(first + index * bucketMs).toISOString(), sumsIn(sums, at), classify),
    ),
    byReason: byReason(failed, classify),
    byClass: byClass(byReason(failed, classify)),
    byAgent: sharesBy(sums, ({ agent }) => agent),
    byPhase: sharesBy(sums, ({ phase }) => phase),
    incidents: incidentsIn(holds),
    ...recorded,
    unknown: unknownIn(failed),
    corrected: sums.reduce((sum, { corrected }) => sum + corrected, 0),
    cost: costOf(failed),
  }
}

type Failed = Omit<RunSum, 'reason'> & { readonly reason: string }

const worded = (sum: RunSum): Failed => ({ ...sum, reason: orUnknown(sum.reason) })

const totalOf = <T>(sums: readonly T[], of: (sum: T) => number): number =>
  sums.reduce((total, sum) => total + of(sum), 0)

const countIn = (sums: readonly { readonly runs: number }[]): number => totalOf(sums, ({ runs }) => runs)

function unknownIn(sums: readonly Failed[]): Failures['unknown'] {
  const all = countIn(sums)
  const failed = countIn(sums.filter(({ reason }) => isUnknown(reason)))
  return { failed, share: all === 0 ? null : failed / all }
}

const costOf = (failed: readonly Failed[]): Failures['cost'] => ({
  tokens: totalOf(failed, ({ tokens }) => tokens),
  costUsd: totalOf(failed, ({ costUsd }) => costUsd),
  hours: totalOf(failed, ({ durationMs }) => durationMs) / HOUR_MS,
})

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

const statesInOrder: readonly string[] = failureStates

/** Open ones first, then the most frequent. */
const byUrgency = (a: FailureGroup, b: FailureGroup): number =>
  statesInOrder.indexOf(a.state) - statesInOrder.indexOf(b.state) ||
  b.runs - a.runs ||
  (a.lastAt < b.lastAt ? 1 : -1)

type Buckets = { readonly since: string; readonly bucket: 'day' | 'hour'; readonly starts: readonly string[] }

/** The causes of the failures in these time ranges. */
function groupsIn(
  { since, bucket, starts }: Buckets,
  context: Pick<ViewContext, 'store' | 'overrides'>,
): Pick<Failures, 'groups' | 'omitted'> {
  const { store } = context
  const sums = store.causes({ sinceAt: since })
  const shown = mostFrequent(sums)
  const counts = Map.groupBy(store.causeCounts(since, bucket), ({ cause }) => cause)
  const groups = groupsOf(shown, context)
    .toSorted(byUrgency)
    .map((group) => {
      const seen = new Map(counts.get(group.key)?.map(({ bucket: at, runs }) => [at, runs]))
      return { ...group, overTime: starts.map((at) => seen.get(at) ?? 0) }
    })
  return { groups, omitted: sums.length - shown.length }
}

const mostFrequent = (sums: readonly CauseSum[]): readonly CauseSum[] =>
  sums.length <= MOST_GROUPS ? sums : sums.toSorted((a, b) => b.runs - a.runs).slice(0, MOST_GROUPS)
