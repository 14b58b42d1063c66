/**
 * Finds flaky tests.
 *
 * F1 A test is flaky if it failed in one run and passed in another run of the same command on the same code. F2 Only
 * runs on such code count: if the test always failed, the code may be broken. F3 A test that a run does not name as
 * failing passed there only if the run names all its failures and ran as many tests as any other run on that code. A
 * runner that stops at the first failure leaves tests out.
 */
import type { Shape } from '../reasons/shape.ts'
import type { flakyTestSchema } from './test-schemas.ts'
import { isWhole, type TestRun } from './test-run.ts'

/** A run of tests, and the code that was tested. */
export type TriedTests = TestRun & {
  readonly command: string
  /** The folder in which the command ran, relative to the top of the work tree. */
  readonly folder: string
  /** The commit, with a digest of uncommitted changes if there are any. Null if it is unknown. */
  readonly code: string | null
  readonly at: string
}

export type FlakyTest = Shape<typeof flakyTestSchema>

/** The flaky tests of these runs. The test with the most failures comes first. */
export function findFlaky(runs: readonly TriedTests[]): readonly FlakyTest[] {
  const known = runs.filter(({ code }) => code !== null)
  const groups = Map.groupBy(known, ({ command, folder, code }) => JSON.stringify([command, folder, code]))
  const sums = new Map<string, FlakyTest>()
  for (const group of groups.values())
    for (const one of mixedIn(group)) sums.set(one.name, plus(sums.get(one.name), one))
  return [...sums.values()].toSorted((a, b) => b.failed - a.failed || (a.name < b.name ? -1 : 1))
}

/** Applies F1 to runs of the same command on the same code. */
function mixedIn(group: readonly TriedTests[]): readonly FlakyTest[] {
  if (group.length < 2) return []
  const most = group.reduce((largest, run) => Math.max(largest, ranIn(run)), 0)
  const whole = group.filter((run) => tellsOfAll(run, most))
  const failures = Map.groupBy(
    group.flatMap((run) => run.names.map((name) => ({ name, run }))),
    ({ name }) => name,
  )
  return [...failures].flatMap(([name, all]) => {
    const runs = new Set(all.map(({ run }) => run))
    const passed = whole.filter((run) => !runs.has(run)).length
    const lastAt = [...runs].reduce((last, { at }) => (at > last ? at : last), '')
    return passed === 0 ? [] : [{ name, failed: runs.size, runs: runs.size + passed, lastAt }]
  })
}

const ranIn = ({ failed, passed }: TestRun): number => failed + passed

/** Does the run show which tests passed (F3)? */
const tellsOfAll = (run: TestRun, most: number): boolean =>
  run.failed === 0 || (isWhole(run) && ranIn(run) > 0 && ranIn(run) === most)

const plus = (before: FlakyTest | undefined, one: FlakyTest): FlakyTest =>
  before === undefined
    ? one
    : {
        name: one.name,
        failed: before.failed + one.failed,
        runs: before.runs + one.runs,
        lastAt: before.lastAt > one.lastAt ? before.lastAt : one.lastAt,
      }
