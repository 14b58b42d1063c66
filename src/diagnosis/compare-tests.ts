/** Compares failing tests with those that failed before the agent started, and with their history. */
import type { Shape } from '../reasons/shape.ts'
import { countOf } from '../signals/count-of.ts'
import type { comparisonSchema, knownTestsSchema } from './test-schemas.ts'
import { isWhole, type TestRun } from './test-run.ts'

/** Facts about the tests besides the run itself. */
export type KnownTests = Shape<typeof knownTestsSchema>

export type TestComparison = Shape<typeof comparisonSchema>

export function compareTests(now: TestRun, { start, flaky }: KnownTests): TestComparison {
  if ('why' in start) return { kinds: null, words: start.why }
  const known = new Map(flaky.map((one) => [one.name, one]))
  const before = new Set(start.names)
  const own = now.names.filter((name) => !known.has(name))
  const kinds = {
    new: own.filter((name) => !before.has(name)),
    old: own.filter((name) => before.has(name)),
    flaky: now.names.flatMap((name) => {
      const one = known.get(name)
      return one === undefined ? [] : [{ name, failed: one.failed, runs: one.runs }]
    }),
    unnamed: Math.max(0, now.failed - now.names.length),
  }
  if (kinds.new.length > 0 && !isWhole(start)) return { kinds: null, words: namedTooFew(start) }
  return { kinds, words: describe(kinds) }
}

const namedTooFew = ({ names, failed }: TestRun): string =>
  `not compared with the task's start: verify named only ${names.length} of ${failed} failing tests there`

type Kinds = NonNullable<TestComparison['kinds']>

function describe({ new: fresh, old, flaky, unnamed }: Kinds): string {
  const others = [
    ...(old.length === 0 ? [] : [`${old.length} failed before the agent began`]),
    ...(flaky.length === 0 ? [] : [flakyWords(flaky)]),
    ...(unnamed === 0 ? [] : [`${unnamed} not named`]),
  ].join(', ')
  if (fresh.length === 0) return `no new failure: ${others}`
  return `${countOf(fresh.length, 'new failure')}${others === '' ? '' : `, ${others}`}`
}

const MOST_SHARES = 3

function flakyWords(flaky: Kinds['flaky']): string {
  const shares = flaky.slice(0, MOST_SHARES).map(({ failed, runs }) => `${failed} of ${runs}`)
  const more = flaky.length > MOST_SHARES ? ', …' : ''
  const are = flaky.length === 1 ? '1 is flaky' : `${flaky.length} are flaky`
  return `${are} (failed in ${shares.join(', ')}${more} runs of unchanged code)`
}

/** Was every failing test known before? Then another attempt is not expected to fix them. */
export const isNothingNew = ({ kinds }: TestComparison): boolean =>
  kinds !== null && kinds.new.length === 0 && kinds.unnamed === 0
