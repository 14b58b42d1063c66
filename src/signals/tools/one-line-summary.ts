import { count, verdict, type Totals } from './test-run.ts'
import type { Finding } from './tool-reader.ts'

/** A runner's closing line: its form, and how it tells the counts. */
export type Summary = readonly [form: RegExp, totals: (found: RegExpExecArray) => Totals]

/** The groups that hold the failed and the passed tests. */
export const pair =
  (failed: number, passed: number): Summary[1] =>
  (found) => ({ failed: Number(found[failed] ?? 0), passed: Number(found[passed] ?? 0) })

/** The total and those of it that failed. */
export const ofTotal =
  (total: number, ...failed: readonly number[]): Summary[1] =>
  (found) => {
    const bad = failed.reduce((sum, group) => sum + Number(found[group] ?? 0), 0)
    return { failed: bad, passed: Math.max(0, Number(found[total]) - bad) }
  }

/** `1 failed, 2 passed` in whatever order. */
export const counted: Summary[1] = (found) => ({
  failed: count(found[1] ?? '', '(?:\\w+ )?fail(?:ed|ing|s|ures?)?') + count(found[1] ?? '', 'undefined'),
  passed: count(found[1] ?? '', '(?:\\w+ )?pass(?:ed|es|ing)?'),
})

/** Passed, failed and broken tests in three groups. */
export const ofErrors =
  (passed: number, failed: number, errors: number): Summary[1] =>
  (found) => ({
    failed: Number(found[failed]) + Number(found[errors]),
    passed: Number(found[passed]),
  })

/** A form that says by itself whether all went well. */
export const always =
  (failed: number, passed: number): Summary[1] =>
  () => ({ failed, passed })

/** What the first form that fits says; null where none fits. */
export function readSummary(summaries: readonly Summary[], text: string): Finding | null {
  for (const [form, totals] of summaries) {
    const found = form.exec(text)
    if (found === null) continue
    const { failed, passed } = totals(found)
    // Nothing but skipped tests is neither a pass nor an empty run.
    return failed + passed === 0 ? null : verdict({ failed, passed })
  }
  return null
}
