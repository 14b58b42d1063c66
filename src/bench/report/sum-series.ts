import { isUnknown } from '../../reasons/reason.ts'
import { classes } from '../../reasons/classes.ts'
import { stages as stageOrder } from '../../reasons/stages.ts'
import { reasons } from '../../reasons/table.ts'
import type { AttemptRecord, BenchReason } from '../attempt-record.ts'
import type { Rate, ReasonCount, SeriesSum, TaskSum, Told } from './report-schema.ts'
import { mean, median, nearestRank, passAtK, rateOf, sum } from './statistics.ts'

const HARDEST = 10

/** Stages before the start of the agent. */
const BEFORE_AGENT: ReadonlySet<string> = new Set(stageOrder.slice(0, stageOrder.indexOf('agent_run')))

const isOutside = (reason: BenchReason | null): boolean =>
  reason !== null && classes[reasons[reason].class].isOutsideAgent

const isBeforeAgent = ({ passed, stage }: AttemptRecord): boolean => !passed && BEFORE_AGENT.has(stage ?? '')

/** Does an attempt say something about the agent? */
export const isAboutAgent = (record: AttemptRecord): boolean =>
  !isBeforeAgent(record) && !isOutside(record.failure_reason)

export function sumSeries(records: readonly AttemptRecord[]): SeriesSum {
  const byTask = Map.groupBy(records, ({ task_id }) => task_id)
  const tasks = Array.from(byTask, ([task, all]) => sumTask(task, all))
  const durations = records.map(({ duration_ms }) => duration_ms)
  const reasons = countReasons(records)
  return {
    series: distinct(records.map(({ series }) => series)),
    agents: distinct(records.map(({ agent }) => agent)),
    startedAt: records.map(({ started_at }) => started_at).toSorted()[0] ?? null,
    endedAt:
      records
        .map(({ ended_at }) => ended_at)
        .toSorted()
        .at(-1) ?? null,
    attempts: records.length,
    rate: rateOfAttempts(records),
    agentRate: rateOfAttempts(records.filter(isAboutAgent)),
    outside: countReasons(records.filter((record) => !isAboutAgent(record))),
    invalidTasks: Array.from(byTask).flatMap(([task, all]) => findInvalid(task, all)),
    passAtK: sumPassAtK(tasks),
    duration: { medianMs: median(durations), p95Ms: nearestRank(durations, 0.95), totalMs: sum(durations) },
    reasons,
    unknown: rateOf(
      reasons.find(({ reason }) => isUnknown(reason))?.attempts ?? 0,
      sum(reasons.map(({ attempts }) => attempts)),
    ),
    hardest: findHardest(tasks),
    tasks,
    stages: sumStages(records),
    tokens: sumTold(records.map(({ tokens }) => tokens)),
    costUsd: sumTold(records.map(({ cost_usd }) => cost_usd)),
    flaky: distinct(
      records.filter(({ baseline }) => baseline?.isFlaky === true).map(({ task_id }) => task_id),
    ),
  }
}

const distinct = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((one) => one !== '')

const rateOfAttempts = (records: readonly AttemptRecord[]): Rate =>
  rateOf(records.filter(({ passed }) => passed).length, records.length)

/** The most frequent first, then by name. */
function countReasons(records: readonly AttemptRecord[]): readonly ReasonCount[] {
  const failed = records.flatMap(({ failure_reason }) => failure_reason ?? [])
  return Array.from(
    Map.groupBy(failed, (reason) => reason),
    ([reason, all]) => ({ reason, attempts: all.length }),
  ).toSorted((a, b) => b.attempts - a.attempts || (a.reason < b.reason ? -1 : 1))
}

function sumTask(task: string, all: readonly AttemptRecord[]): TaskSum {
  const passed = all.filter((record) => record.passed).length
  return {
    task,
    attempts: all.length,
    passed,
    failureRate: (all.length - passed) / all.length,
    meanMs: mean(all.map(({ duration_ms }) => duration_ms)),
    reasons: countReasons(all),
    labels: distinct(all.flatMap(({ labels }) => labels)),
  }
}

function findInvalid(task: string, all: readonly AttemptRecord[]): SeriesSum['invalidTasks'] {
  const reason = all.at(-1)?.failure_reason
  const isInvalid = all.every((record) => isBeforeAgent(record) && record.failure_reason !== 'INTERRUPTED')
  return isInvalid && reason !== null && reason !== undefined ? [{ task, reason }] : []
}

/** By failure rate, then the slower, then by id. Tasks without a failure are left out. */
const findHardest = (tasks: readonly TaskSum[]): readonly TaskSum[] =>
  tasks
    .filter(({ failureRate }) => failureRate > 0)
    .toSorted((a, b) => b.failureRate - a.failureRate || b.meanMs - a.meanMs || (a.task < b.task ? -1 : 1))
    .slice(0, HARDEST)

/** The values of k in a report: every small one, then round numbers. */
const wantedK = (most: number): readonly number[] =>
  [...new Set([1, 2, 3, 4, 5, 10, 20, 50, 100, most])].filter((k) => k <= most).toSorted((a, b) => a - b)

/** Only tasks with at least k attempts count. Empty if every task had one attempt. */
function sumPassAtK(tasks: readonly TaskSum[]): SeriesSum['passAtK'] {
  const most = tasks.reduce((max, { attempts }) => Math.max(max, attempts), 0)
  if (most < 2) return []
  return wantedK(most).map((k) => {
    const able = tasks.filter(({ attempts }) => attempts >= k)
    const share = mean(able.map(({ attempts, passed }) => passAtK(attempts, passed, k)))
    return { k, share, tasks: able.length }
  })
}

const placeOf = (stage: string): number => {
  const at = (stageOrder as readonly string[]).indexOf(stage)
  return at < 0 ? stageOrder.length : at
}

function sumStages(records: readonly AttemptRecord[]): SeriesSum['stages'] {
  const perAttempt = records.flatMap(({ stages }) =>
    Array.from(
      Map.groupBy(stages, ({ stage }) => stage),
      ([stage, all]) => ({ stage, ms: sum(all.map(({ ms }) => ms)) }),
    ),
  )
  return Array.from(
    Map.groupBy(perAttempt, ({ stage }) => stage),
    ([stage, all]) => ({ stage, attempts: all.length, meanMs: mean(all.map(({ ms }) => ms)) }),
  ).toSorted((a, b) => placeOf(a.stage) - placeOf(b.stage))
}

function sumTold(all: readonly (number | null)[]): Told {
  const told = all.filter((one) => one !== null)
  return { total: sum(told), attempts: told.length }
}
