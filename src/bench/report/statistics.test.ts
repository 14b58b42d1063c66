import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bootstrapMean,
  correctForMany,
  mean,
  median,
  nearestRank,
  passAtK,
  rateOf,
  signTest,
} from './statistics.ts'

const rounded = (n: number): number => Math.round(n * 10_000) / 10_000

describe('rates', () => {
  test.each([
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1, 0.2065, 1],
    [263, 300, 0.8346, 0.9092],
  ])('%d of %d has the interval of Wilson', (passed, of, low, high) => {
    const rate = rateOf(passed, of)
    expect([rounded(rate.low), rounded(rate.high)]).toEqual([low, high])
  })

  test('no attempts give no share', () => {
    expect(rateOf(0, 0)).toEqual({ passed: 0, of: 0, share: null, low: 0, high: 1 })
  })

  test('an interval contains its share within bounds', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (passed, failed) => {
        const { share, low, high } = rateOf(passed, passed + failed)
        const at = share ?? 0.5
        expect(low >= 0 && low <= at && at <= high && high <= 1).toBe(true)
      }),
    )
  })
})

describe('middles and ranks', () => {
  test('a median is the middle of all values', () => {
    expect([median([]), median([5]), median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([null, 5, 5, 2.5])
  })

  test('nearest rank gives one of the values', () => {
    const twenty = Array.from({ length: 20 }, (_, i) => i + 1)
    expect([nearestRank(twenty, 0.95), nearestRank([7], 0.95), nearestRank([], 0.95)]).toEqual([19, 7, null])
    expect(nearestRank([15, 20, 35, 40, 50], 0.4)).toBe(20)
    expect(nearestRank([15, 20, 35, 40, 50], 0.3)).toBe(20)
  })
})

test('a whole rank is not rounded up', () => {
  for (let n = 20; n <= 4000; n += 20) {
    const all = Array.from({ length: n }, (_, i) => i + 1)
    expect(nearestRank(all, 0.95)).toBe((n / 20) * 19)
  }
})

/** By enumerating every subset of k attempts. */
function passAtKByHand(attempts: number, passed: number, k: number): number {
  let [hits, all] = [0, 0]
  for (let mask = 0; mask < 2 ** attempts; mask += 1) {
    const drawn = Array.from({ length: attempts }, (_, i) => i).filter((i) => (mask & (1 << i)) !== 0)
    if (drawn.length !== k) continue
    all += 1
    if (drawn.some((i) => i < passed)) hits += 1
  }
  return hits / all
}

test('pass at k equals enumerating every subset', () => {
  for (let attempts = 1; attempts <= 8; attempts += 1)
    for (let passed = 0; passed <= attempts; passed += 1)
      for (let k = 1; k <= attempts; k += 1)
        expect(passAtK(attempts, passed, k)).toBeCloseTo(passAtKByHand(attempts, passed, k), 10)
})

describe('the sign test', () => {
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [8, 2, 0.109375],
    [15, 5, 0.0413894653],
  ])('%d against %d is exact', (one, other, p) => {
    expect(signTest(one, other)).toBeCloseTo(p, 9)
    expect(signTest(other, one)).toBeCloseTo(p, 9)
  })

  test('ten thousand pairs stay finite', () => {
    expect(signTest(5000, 5000)).toBe(1)
    expect(signTest(5300, 4700)).toBeLessThan(1e-8)
    expect(signTest(5300, 4700)).toBeGreaterThan(1e-10)
  })
})

test("many tests are corrected by Holm's method", () => {
  expect(correctForMany([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(correctForMany([0.9, 0.8])).toEqual([1, 1])
  expect(correctForMany([])).toEqual([])
})

describe('the bootstrap', () => {
  const differences = [1, 1, 1, 0, 0, 0, 0, -1, 0, 1]

  test('the same seed draws the same interval', () => {
    expect(bootstrapMean(differences, 7)).toEqual(bootstrapMean(differences, 7))
    expect(bootstrapMean(differences, 7)).toMatchObject({ seed: 7, rounds: 10_000 })
  })

  test('the interval contains the mean', () => {
    const found = bootstrapMean(differences, 7)
    expect(found?.low).toBeLessThan(mean(differences))
    expect(found?.high).toBeGreaterThan(mean(differences))
  })

  test('it matches the normal interval of many pairs', () => {
    const many = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0))
    const spread = 1.96 * Math.sqrt((0.25 * 0.75) / 400)
    const found = bootstrapMean(many, 1)
    expect(found?.low).toBeCloseTo(0.25 - spread, 2)
    expect(found?.high).toBeCloseTo(0.25 + spread, 2)
  })

  test('no pairs have no interval', () => {
    expect(bootstrapMean([], 7)).toBeNull()
  })
})
