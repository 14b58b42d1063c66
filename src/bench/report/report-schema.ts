/** The shapes of `mayday bench report` and `mayday bench compare`. Shares are from 0 to 1. */
import * as v from 'valibot'
import { benchWords } from '../../reasons/dialects/bench.ts'
import { amount, count, names, type Shape } from '../../record/schema.ts'

/** A share with its 95 % interval. */
const rateSchema = v.object({
  passed: count,
  of: count,
  /** Null if there are no values. */
  share: v.nullable(amount),
  low: amount,
  high: amount,
})

export type Rate = Shape<typeof rateSchema>

const reason = v.picklist(benchWords)
const reasonCountSchema = v.object({ reason, attempts: count })

export type ReasonCount = Shape<typeof reasonCountSchema>

/** The sum of all attempts at one task. */
const taskSumSchema = v.object({
  task: v.string(),
  attempts: count,
  passed: count,
  failureRate: amount,
  meanMs: amount,
  reasons: v.array(reasonCountSchema),
  labels: names,
})

export type TaskSum = Shape<typeof taskSumSchema>

/** A sum over the attempts that reported a number. The others are unknown, not 0. */
const toldSchema = v.object({ total: amount, attempts: count })

export type Told = Shape<typeof toldSchema>

export const seriesSumSchema = v.object({
  series: names,
  agents: names,
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  attempts: count,
  /** Of all attempts: every failure counts. */
  rate: rateSchema,
  /** Of the attempts that say something about the agent. */
  agentRate: rateSchema,
  /**
   * Attempts that failed before the first output of the agent, because of the machine, or because of a person. In
   * `rate` they are failures.
   */
  outside: v.array(reasonCountSchema),
  /** Tasks without an attempt that reached the agent, with the reason of the last attempt. */
  invalidTasks: v.array(v.object({ task: v.string(), reason })),
  passAtK: v.array(v.object({ k: count, share: amount, tasks: count })),
  duration: v.object({ medianMs: v.nullable(amount), p95Ms: v.nullable(amount), totalMs: amount }),
  /** The most frequent first, then by name. */
  reasons: v.array(reasonCountSchema),
  /** The share of failures without a known reason. */
  unknown: rateSchema,
  hardest: v.array(taskSumSchema),
  /** In the order of the file. */
  tasks: v.array(taskSumSchema),
  /** In the order of an attempt. If a stage ran twice in an attempt, both runs count. */
  stages: v.array(v.object({ stage: v.string(), attempts: count, meanMs: amount })),
  tokens: toldSchema,
  costUsd: toldSchema,
  /** Tasks whose baseline failed in different ways. */
  flaky: names,
})

export type SeriesSum = Shape<typeof seriesSumSchema>

/** The progress of a series. The last line of a run and the report show these numbers. */
export const progressSchema = v.object({
  /** The attempts that are done. Of a repeated attempt only the last one counts. */
  attempts: count,
  passed: count,
  /** Attempts that are still to be made, canceled ones included. Null if the number of requested attempts is unknown. */
  left: v.nullable(count),
  /** Canceled attempts. They are repeated and count neither as done nor as failed. */
  canceled: count,
})

export type SeriesProgress = Shape<typeof progressSchema>

/** A problem of a line that the report mentions. Lines count from 1. */
export const lineProblemSchema = v.object({ line: count, problem: v.string() })

export type LineProblem = Shape<typeof lineProblemSchema>

/** The attempts of one side at one task. */
const sideSchema = v.object({ attempts: count, passed: count, meanMs: amount })

export type Side = Shape<typeof sideSchema>

const taskPairSchema = v.object({
  task: v.string(),
  a: sideSchema,
  b: sideSchema,
  /** B's share of passed attempts minus A's. */
  difference: amount,
})

export type TaskPair = Shape<typeof taskPairSchema>

const reasonPairSchema = v.object({
  reason,
  a: count,
  b: count,
  /** Sign test over the tasks, corrected for the number of compared reasons. */
  p: amount,
  isNoise: v.boolean(),
})

export type ReasonPair = Shape<typeof reasonPairSchema>

const intervalSchema = v.object({ low: amount, high: amount, seed: count, rounds: count })

export type Interval = Shape<typeof intervalSchema>

/** Paired over the tasks: each task is compared with itself. */
const pairedSchema = v.object({
  tasks: count,
  /** Mean over the tasks of the share of attempts that passed. */
  a: amount,
  b: amount,
  difference: amount,
  interval: v.nullable(intervalSchema),
  /** Tasks that did better in A, and in B. The others are ties. */
  betterA: count,
  betterB: count,
  p: amount,
  /** `alike`: nothing differs. `noise`: chance alone can explain the difference. */
  verdict: v.picklist(['a', 'b', 'noise', 'alike']),
})

export type Paired = Shape<typeof pairedSchema>

export const comparisonSchema = v.object({
  /** Over every task in both. */
  all: pairedSchema,
  /** Over the attempts that say something about the agent. Null if those are all attempts. */
  aboutAgent: v.nullable(pairedSchema),
  tasks: v.array(taskPairSchema),
  reasons: v.array(reasonPairSchema),
  onlyInA: names,
  onlyInB: names,
  /** Tasks with more attempts on one side. */
  uneven: count,
  medianMs: v.object({ a: v.nullable(amount), b: v.nullable(amount) }),
})

export type Comparison = Shape<typeof comparisonSchema>
