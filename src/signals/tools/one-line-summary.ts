import { count, verdict, type Totals } from './test-run.ts'
import type { Finding } from './tool-reader.ts'

/** The closing line of a runner: its pattern, and a function that extracts the counts. */
export type Summary = readonly [form: RegExp, totals: (found: RegExpExecArray) => Totals]

/** The groups with the failed and the passed tests. */
export const pair =
  (failed: number, passed: number): Summary[1] =>
  (found) => ({ failed: Number(found[failed] ?? 0), passed: Number(found[passed] ?? 0) })

/** The groups with the total and the failed tests. */
export const ofTotal =
  (total: number, ...failed: readonly number[]): Summary[1] =>
  (found) => {
    const bad = failed.reduce((sum, group) => sum + Number(found[group] ?? 0), 0)
    return { failed: bad, passed: Math.max(0, Number(found[total]) - bad) }
  }

/** `1 failed, 2 passed`, in any order. */
export const counted: Summary[1] = (found) => ({
  failed: count(found[1] ?? '', '(?:\\w+ )?fail(?:ed|ing|s|ures?)?') + count(found[1] ?? '', 'undefined'),
  passed: count(found[1] ?? '', '(?:\\w+ )?pass(?:ed|es|ing)?'),
})

/** Three groups with the passed, failed and broken tests. */
export const ofErrors =
  (passed: number, failed: number, errors: number): Summary[1] =>
  (found) => ({
    failed: Number(found[failed]) + Number(found[errors]),
    passed: Number(found[passed]),
  })

/** A pattern that implies the result without counts. */
export const always =
  (failed: number, passed: number): Summary[1] =>
  () => ({ failed, passed })

/** The result of the first pattern that matches. Null if none matches. */
export function readSummary(summaries: readonly Summary[], text: string): Finding | null {
  for (const [form, totals] of summaries) {
    const found = form.exec(text)
    if (found === null) continue
    const { failed, passed } = totals(found)
    // A run with only skipped tests is neither a pass nor an empty run.
    return failed + passed === 0 ? null : verdict({ failed, passed })
  }
  return null
}
