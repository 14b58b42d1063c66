import { anyOf } from '../any-of.ts'
import { counted, ofErrors, ofTotal, pair, readSummary, type Summary } from './one-line-summary.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

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
  [/^(\d+ (?:critical )?tests?(?: total)?, \d+ passed, \d+ failed)(?:, \d+ skipped)?$/, counted],
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
  // The NUnit console and similar runners: each count follows its name
  [
    /^(?:Tests? (?:run|count)|Tests|Total(?: tests)?): ?\d+, (?=.{0,80}\b(?:passed|failed): ?\d)(.{1,120})$/i,
    (found) => ({
      failed: named(found[1], 'failed') + named(found[1], 'errors?'),
      passed: named(found[1], 'passed'),
    }),
  ],
  [/^Total tests run: (\d+), (?:Passes: \d+, )?Failures: (\d+)/, ofTotal(1, 2)],
  [/^Suite result: (?:ok|FAILED)\. (\d+ passed; \d+ failed);/, counted],
  [/^(\d+) failures?! in [\d.]+s\. (\d+) tests? run\.$/, ofTotal(2, 1)],
]

function named(counts: string | undefined, name: string): number {
  return Number(new RegExp(`\\b${name}: ?(\\d+)`, 'i').exec(counts ?? '')?.[1] ?? 0)
}

/** A verdict without counts. */
const FAILED = /^\*\* TEST (?:EXECUTE )?FAILED \*\*$|^nox > Session \S+ failed\.$/
const PASSED = /^\*\* TEST (?:EXECUTE )?SUCCEEDED \*\*$/

const NONE_RAN = /^\s+Executed 0 tests, with 0 failures\b/

function readLine(text: string): Finding | null {
  if (FAILED.test(text)) return { what: 'tests-failed', secondhand: true }
  if (PASSED.test(text)) return { what: 'tests-passed', secondhand: true }
  // Swift Testing may report its own tests after XCTest found none.
  return NONE_RAN.test(text) ? { what: 'no-tests', tentative: true } : readSummary(SUMMARIES, text)
}

/** Runners whose summary is one line. */
export const otherTests: ToolReader = {
  name: 'other-tests',
  title: 'GoogleTest, Catch2, Bazel, XCTest, Cucumber, Robot Framework and other runners',
  cue: anyOf([
    /^(?:Tests? (?:[Rr]un|[Cc]ount)|Tests|Total(?: [Tt]ests)?): ?\d|^\[ {2}(?:FAILED|PASSED) {2}\] /,
    /test cases: |^All tests passed|are detected|is detected|Tests \d+ Failures|^Executed /,
    /^\s+Executed \d|Test run with|scenarios? |^\d+ (?:critical )?tests?(?: total)?, |passed .*\| /,
    /^Spec Files:|^Tests Passed: |^\[ FAIL |did not pass|success(?:es)? \/|failures, |Total tests run/,
    /^Suite result|failures?! in|TEST (?:EXECUTE )?(?:FAILED|SUCCEEDED)|^nox > /,
  ]),
  open: () => ({ line: readLine }),
}
