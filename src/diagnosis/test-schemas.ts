/** The shapes of test results: what the record keeps of them, and what they are compared with. */
import * as v from 'valibot'
import { count } from '../reasons/basic-schemas.ts'

const fewNames = v.pipe(v.array(v.string()), v.maxLength(200))

export const testRunSchema = v.object({
  failed: count,
  passed: count,
  /** The failing tests without duplicates. A runner may count more than it names. */
  names: fewNames,
})

export const flakyTestSchema = v.object({
  name: v.string(),
  failed: count,
  /** The number of runs on unchanged code. */
  runs: count,
  /** The time of its last failure. */
  lastAt: v.string(),
})

/** `compare.json`. */
export const knownTestsSchema = v.object({
  /** The results at the start of the task, or why they are unknown. */
  start: v.union([testRunSchema, v.object({ why: v.string() })]),
  flaky: v.array(flakyTestSchema),
})

const { lastAt: _, ...counted } = flakyTestSchema.entries

export const comparisonSchema = v.object({
  /** Null if the tests could not be compared. `words` says why. */
  kinds: v.nullable(
    v.object({
      new: fewNames,
      /** Tests that already failed before the agent started. */
      old: fewNames,
      flaky: v.array(v.object(counted)),
      /** The number of failing tests that the runner counted but did not name. */
      unnamed: count,
    }),
  ),
  /** `2 new failures, 3 failed before the agent began` */
  words: v.string(),
})
