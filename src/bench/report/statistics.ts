/** The statistics of a report, exact if that is affordable. All pure. */
import type { Interval, Rate } from './report-schema.ts'

/** 95 % of a normal distribution are within this number of standard deviations. */
const Z = 1.959963984540054

/** The share with Wilson's score interval, which is sensible for few attempts and for 0 or 100 %. */
export function rateOf(passed: number, of: number): Rate {
  if (of === 0) return { passed, of, share: null, low: 0, high: 1 }
  const share = passed / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const middle = share + (Z * Z) / (2 * of)
  const whole = 1 + (Z * Z) / of
  return {
    passed,
    of,
    share,
    // Rounding must not change a bound that is exact.
    low: passed === 0 ? 0 : Math.max(0, (middle - spread) / whole),
    high: passed === of ? 1 : Math.min(1, (middle + spread) / whole),
  }
}

export const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

export const mean = (all: readonly number[]): number => (all.length === 0 ? 0 : sum(all) / all.length)

const ascending = (all: readonly number[]): readonly number[] => all.toSorted((a, b) => a - b)

/** The middle value, or the mean of the two middle values. Null if there are no values. */
export function median(all: readonly number[]): number | null {
  const sorted = ascending(all)
  const half = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return below === undefined || above === undefined ? null : (below + above) / 2
}

/** The smallest value that at least this share of all values do not exceed. Null if there are no values. */
export const nearestRank = (all: readonly number[], share: number): number | null =>
  ascending(all)[Math.max(1, Math.ceil(share * all.length)) - 1] ?? null

/** The chance that at least one of k attempts passes, estimated without bias from `passed` of `attempts`. */
export function passAtK(attempts: number, passed: number, k: number): number {
  if (attempts - passed < k) return 1
  let allFail = 1
  for (let n = attempts - passed + 1; n <= attempts; n += 1) allFail *= 1 - k / n
  return 1 - allFail
}

/**
 * Two-sided exact sign test: the probability of such an uneven split if both sides were equal. With one attempt for
 * each task it is McNemar's exact test.
 */
export function signTest(forOne: number, forOther: number): number {
  const all = forOne + forOther
  let log = -all * Math.LN2
  let tail = 0
  for (let i = 0; i <= Math.min(forOne, forOther); i += 1) {
    tail += Math.exp(log)
    log += Math.log((all - i) / (i + 1))
  }
  return Math.min(1, 2 * tail)
}

/** Holm's correction: each p corrected for the number of tests, in the given order. */
export function correctForMany(all: readonly number[]): readonly number[] {
  const corrected = all.map(() => 1)
  let least = 0
  for (const [rank, { p, at }] of all
    .map((p, at) => ({ p, at }))
    .toSorted((a, b) => a.p - b.p)
    .entries()) {
    least = Math.max(least, Math.min(1, p * (all.length - rank)))
    corrected[at] = least
  }
  return corrected
}

/** A small generator (mulberry32): a seed gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** More draws would take too long for a command. */
const MOST_DRAWS = 20_000_000
const MOST_ROUNDS = 10_000

/** The 95 % interval of the mean of paired differences, by resampling whole pairs. Null if there are no values. */
export function bootstrapMean(differences: readonly number[], seed: number): Interval | null {
  const n = differences.length
  if (n === 0) return null
  const random = randomFrom(seed)
  const rounds = Math.max(1000, Math.min(MOST_ROUNDS, Math.floor(MOST_DRAWS / n)))
  const means = Array.from({ length: rounds }, () => {
    let total = 0
    for (let i = 0; i < n; i += 1) total += differences[Math.floor(random() * n)] ?? 0
    return total / n
  })
  const at = (share: number): number => nearestRank(means, share) ?? 0
  return { low: at(0.025), high: at(0.975), seed, rounds }
}
