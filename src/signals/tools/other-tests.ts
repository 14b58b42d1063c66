import { count, verdict, type Totals } from './test-run.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** How a summary tells its counts; null where it tells none. */
type Summary = readonly [form: RegExp, totals: (found: RegExpExecArray) => Totals]

const pair =
  (failed: number, passed: number): Summary[1] =>
  (found) => ({ failed: Number(found[failed] ?? 0), passed: Number(found[passed] ?? 0) })

/** The total and those of it that failed. */
const ofTotal =
  (total: number, ...failed: readonly number[]): Summary[1] =>
  (found) => {
    const bad = failed.reduce((sum, group) => sum + Number(found[group] ?? 0), 0)
    return { failed: bad, passed: Math.max(0, Number(found[total]) - bad) }
  }

/** `1 failed, 2 passed` in whatever order. */
const counted: Summary[1] = (found) => ({
  failed: count(found[1] ?? '', '(?:\\w+ )?fail(?:ed|ing|s|ures?)?') + count(found[1] ?? '', 'undefined'),
  passed: count(found[1] ?? '', '(?:\\w+ )?pass(?:ed|es|ing)?'),
})

const SUMMARIES: readonly Summary[] = [
  // GoogleTest
  [/^\[ {2}(?:FAILED) {2}\] (\d+) tests?, listed below:?$/, pair(1, 2)],
  [/^\[ {2}PASSED {2}\] (\d+) tests?\.$/, pair(2, 1)],
  // Catch2 and doctest
  [/^(?:\[doctest\] )?test cases: +(\d+ \|.*)$/, counted],
  [/^All tests passed \((\d+) assertions? in \d+ test cases?\)$/, pair(2, 1)],
  // Boost.Test and Unity
  [/^\*\*\* (\d+) failures? (?:is|are) detected in /, pair(1, 2)],
  [/^(\d+) Tests (\d+) Failures \d+ Ignored/, ofTotal(1, 2)],
  // Bazel
  [/^Executed \d+ out of \d+ tests?: (.*)$/, counted],
  // XCTest and Swift Testing
  [/^\s+Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures?\b/, ofTotal(1, 2)],
  [/^\S{1,3}\s{1,3}Test run with (\d+) tests? .*\bfailed after .*?(\d+) issues?/, ofTotal(1, 2)],
  [/^\S{1,3}\s{1,3}Test run with (\d+) tests? .*\bpassed after /, pair(2, 1)],
  // behave, Cucumber, Robot Framework
  [/^(\d+ scenarios? passed, \d+ failed.*)$/, counted],
  [/^\d+ scenarios? \((.*)\)$/, counted],
  [/^(\d+ tests?, \d+ passed, \d+ failed)$/, counted],
  // Deno, WebdriverIO, Pester
  [/^(?:(?:ok|FAILED) \| )?(\d+ passed\b.*\| \d+ failed.*)$/, counted],
  [/^Spec Files:\s+(\d.*\btotal\b.*)$/, counted],
  [/^Tests Passed: (\d+), Failed: (\d+),/, pair(2, 1)],
  // testthat and Julia
  [/^\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS (\d+) \]/, pair(1, 2)],
  [/Some tests did not pass: (\d+) passed, (\d+) failed, (\d+) errored/, ofErrors(1, 2, 3)],
  // busted, Clojure, bats, TestNG, Foundry, Alcotest
  [/^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? \//, ofErrors(1, 2, 3)],
  [
    /^(\d+) failures, (\d+) errors\.$/,
    (found) => ({ failed: Number(found[1]) + Number(found[2]), passed: 1 }),
  ],
  [/^(\d+) tests?, (\d+) failures?(?:, \d+ skipped)?$/, ofTotal(1, 2)],
  [/^Total tests run: (\d+), (?:Passes: \d+, )?Failures: (\d+)/, ofTotal(1, 2)],
  [/^Suite result: (?:ok|FAILED)\. (\d+ passed; \d+ failed);/, counted],
  [/^(\d+) failures?! in [\d.]+s\. (\d+) tests? run\.$/, ofTotal(2, 1)],
]

function ofErrors(passed: number, failed: number, errors: number): Summary[1] {
  return (found) => ({
    failed: Number(found[failed]) + Number(found[errors]),
    passed: Number(found[passed]),
  })
}

/** A verdict without counts. */
const FAILED = /^\*\* TEST (?:EXECUTE )?FAILED \*\*$|^nox > Session \S+ failed\.$/
const PASSED = /^\*\* TEST (?:EXECUTE )?SUCCEEDED \*\*$/

/** Counts on lines of their own, as many scripts print them: `Passed: 12`, then `Failed: 2`. */
const ONE_COUNT =
  /^[\s|*-]{0,6}(?:[✓✔✗✘]|✅|❌)?\s{0,3}(?:tests? )?(passed|failed)(?: tests?)?\s{0,12}[:=]\s{0,12}(\d{1,6})$/i

/** Both counts have to be there, next to each other. */
function readCounts(): (text: string) => Finding | null {
  let counts = new Map<string, number>()
  return (text) => {
    const [, word, value] = ONE_COUNT.exec(text) ?? []
    if (word === undefined) counts = new Map()
    else counts.set(word.toLowerCase(), Number(value))
    const passed = counts.get('passed')
    const failed = counts.get('failed')
    if (passed === undefined || failed === undefined) return null
    counts = new Map()
    return passed + failed === 0 ? null : { ...verdict({ failed, passed }), secondhand: true }
  }
}

function readLine(text: string): Finding | null {
  if (FAILED.test(text)) return { what: 'tests-failed', secondhand: true }
  if (PASSED.test(text)) return { what: 'tests-passed', secondhand: true }
  for (const [form, totals] of SUMMARIES) {
    const found = form.exec(text)
    if (found === null) continue
    const { failed, passed } = totals(found)
    // Nothing but skipped tests is neither a pass nor an empty run.
    return failed + passed === 0 ? null : verdict({ failed, passed })
  }
  return null
}

/** Runners whose summary is one line. */
export const otherTests: ToolReader = {
  name: 'other-tests',
  title: 'GoogleTest, Catch2, Bazel, XCTest, Cucumber, Robot Framework and other runners',
  cue: /^\[ {2}(?:FAILED|PASSED) {2}\] |test cases: |^All tests passed|are detected|is detected|Tests \d+ Failures|^Executed |^\s+Executed \d|Test run with|scenarios? |^\d+ tests?, |passed .*\| |^Spec Files:|^Tests Passed: |^\[ FAIL |did not pass|success(?:es)? \/|failures, |Total tests run|^Suite result|failures?! in|TEST (?:EXECUTE )?(?:FAILED|SUCCEEDED)|^nox > |(?:[Pp]assed|[Ff]ailed|PASSED|FAILED)(?: tests?)?\s{0,12}[:=]\s{0,12}\d+$/,
  open: () => {
    const counts = readCounts()
    return { line: (text) => readLine(text) ?? counts(text) }
  },
}
