/** Puts groups of three bytes into buckets for the scan, so that few wrong combinations look right. */
import { BYTE_WEIGHTS } from './secret-weights.ts'

const BUCKETS = 16

/** For each of the three bytes the lower and the upper halves that occur, a bit each. */
type Bucket = Uint16Array

const withVariants = (bucket: Bucket, variants: readonly number[]): Bucket => {
  const wider = bucket.slice()
  for (const one of variants) {
    for (let half = 0; half < 6; half += 1) {
      wider[half] = (wider[half] ?? 0) | (1 << ((one >> (4 * half)) & 15))
    }
  }
  return wider
}

/** How often one byte of a log looks like one of the bucket's. */
function shareOf(lower: number, upper: number): number {
  let share = 0
  for (let high = upper; high !== 0; high &= high - 1) {
    const row = 16 * (31 - Math.clz32(high & -high))
    for (let low = lower; low !== 0; low &= low - 1) {
      share += BYTE_WEIGHTS[row + 31 - Math.clz32(low & -low)] ?? 0
    }
  }
  return share
}

function costOf(bucket: Bucket): number {
  let cost = 1
  for (let half = 0; half < 6; half += 2) cost *= shareOf(bucket[half] ?? 0, bucket[half + 1] ?? 0)
  return cost
}

/** The bucket that becomes least worse by these three bytes, changed in place. */
function bucketFor(buckets: Bucket[], costs: Float64Array, variants: readonly number[]): number {
  let best = 0
  let least = Infinity
  for (const [index, bucket] of buckets.entries()) {
    const worse = costOf(withVariants(bucket, variants)) - (costs[index] ?? 0)
    if (worse < least) [best, least] = [index, worse]
  }
  buckets[best] = withVariants(buckets[best] ?? new Uint16Array(6), variants)
  costs[best] = (costs[best] ?? 0) + least
  return best
}

const weightOf = (trigram: number): number =>
  (BYTE_WEIGHTS[trigram & 255] ?? 0) *
  (BYTE_WEIGHTS[(trigram >> 8) & 255] ?? 0) *
  (BYTE_WEIGHTS[trigram >> 16] ?? 0)

/**
 * A bucket, 0 to 15, for each list of variants of three bytes. The frequent ones choose first, so that they share
 * their buckets with few.
 */
export function chooseBuckets(all: readonly (readonly number[])[]): ReadonlyMap<readonly number[], number> {
  const buckets = Array.from({ length: BUCKETS }, () => new Uint16Array(6))
  const costs = new Float64Array(BUCKETS)
  const weights = new Map(
    all.map((variants) => [variants, variants.reduce((sum, one) => sum + weightOf(one), 0)]),
  )
  const ordered = all.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
  return new Map(ordered.map((variants) => [variants, bucketFor(buckets, costs, variants)]))
}
