import type { AttemptRecord, BenchReason } from '../attempt-record.ts'
import type { Comparison, Paired, ReasonPair, Side, TaskPair } from './report-schema.ts'
import { bootstrapMean, correctForMany, mean, median, signTest } from './statistics.ts'
import { isAboutAgent } from './sum-series.ts'

/** A difference less likely than this by chance is significant. */
export const SIGNIFICANT = 0.05

/** Printed with every interval, so that the result can be reproduced. */
const SEED = 20_240_229

type ByTask = ReadonlyMap<string, readonly AttemptRecord[]>

const groupByTask = (records: readonly AttemptRecord[]): ByTask =>
  Map.groupBy(records, ({ task_id }) => task_id)

/** Compares two series at the tasks that both have. */
export function compareSeries(a: readonly AttemptRecord[], b: readonly AttemptRecord[]): Comparison {
  const [ofA, ofB] = [groupByTask(a), groupByTask(b)]
  const tasks = pairTasks(ofA, ofB)
  const isPlain = [...a, ...b].every(isAboutAgent)
  const judged = isPlain
    ? []
    : pairTasks(groupByTask(a.filter(isAboutAgent)), groupByTask(b.filter(isAboutAgent)))
  const shared = (records: readonly AttemptRecord[]): readonly AttemptRecord[] =>
    records.filter(({ task_id }) => ofA.has(task_id) && ofB.has(task_id))
  return {
    all: testPairs(tasks),
    aboutAgent: isPlain ? null : testPairs(judged),
    tasks,
    reasons: pairReasons(shared(a), shared(b)),
    onlyInA: [...ofA.keys()].filter((task) => !ofB.has(task)),
    onlyInB: [...ofB.keys()].filter((task) => !ofA.has(task)),
    uneven: tasks.filter((pair) => pair.a.attempts !== pair.b.attempts).length,
    medianMs: { a: medianMs(shared(a)), b: medianMs(shared(b)) },
  }
}

const medianMs = (records: readonly AttemptRecord[]): number | null =>
  median(records.map(({ duration_ms }) => duration_ms))

const sideOf = (records: readonly AttemptRecord[]): Side => ({
  attempts: records.length,
  passed: records.filter(({ passed }) => passed).length,
  meanMs: mean(records.map(({ duration_ms }) => duration_ms)),
})

const shareOf = ({ passed, attempts }: Side): number => passed / attempts

/** The largest differences first, then in the order of A. */
function pairTasks(ofA: ByTask, ofB: ByTask): readonly TaskPair[] {
  return Array.from(ofA)
    .flatMap(([task, all]) => {
      const others = ofB.get(task)
      if (others === undefined) return []
      const [a, b] = [sideOf(all), sideOf(others)]
      return [{ task, a, b, difference: shareOf(b) - shareOf(a) }]
    })
    .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
}

function testPairs(pairs: readonly TaskPair[]): Paired {
  const differences = pairs.map(({ difference }) => difference)
  const [betterA, betterB] = [countBelow(differences), countBelow(differences.map((one) => -one))]
  const p = signTest(betterA, betterB)
  return {
    tasks: pairs.length,
    a: mean(pairs.map(({ a }) => shareOf(a))),
    b: mean(pairs.map(({ b }) => shareOf(b))),
    difference: mean(differences),
    interval: bootstrapMean(differences, SEED),
    betterA,
    betterB,
    p,
    verdict: judge(betterA, betterB, p),
  }
}

const countBelow = (differences: readonly number[]): number => differences.filter((one) => one < 0).length

function judge(betterA: number, betterB: number, p: number): Paired['verdict'] {
  if (betterA + betterB === 0) return 'alike'
  if (p >= SIGNIFICANT) return 'noise'
  return betterA > betterB ? 'a' : 'b'
}

/** How often each reason occurred at the shared tasks, the most frequent first, then by name. */
function pairReasons(a: readonly AttemptRecord[], b: readonly AttemptRecord[]): readonly ReasonPair[] {
  const found = new Set([...a, ...b].flatMap(({ failure_reason }) => failure_reason ?? []))
  const pairs = [...found].map((reason) => ({
    reason,
    a: countOf(a, reason),
    b: countOf(b, reason),
    p: testReason(reason, groupByTask(a), groupByTask(b)),
  }))
  const corrected = correctForMany(pairs.map(({ p }) => p))
  return pairs
    .map((pair, at) => ({ ...pair, p: corrected[at] ?? 1, isNoise: (corrected[at] ?? 1) >= SIGNIFICANT }))
    .toSorted((one, other) => other.a + other.b - one.a - one.b || (one.reason < other.reason ? -1 : 1))
}

const countOf = (records: readonly AttemptRecord[], reason: BenchReason): number =>
  records.filter(({ failure_reason }) => failure_reason === reason).length

/** Does the reason occur in more tasks on one side? */
function testReason(reason: BenchReason, ofA: ByTask, ofB: ByTask): number {
  const share = (records: readonly AttemptRecord[] = []): number => countOf(records, reason) / records.length
  const differences = Array.from(ofA, ([task, all]) => share(ofB.get(task)) - share(all))
  return signTest(countBelow(differences), countBelow(differences.map((one) => -one)))
}
