import { anyOf } from '../any-of.ts'
import { always, ofErrors, ofTotal, pair, readSummary, type Summary } from './one-line-summary.ts'
import type { ToolReader } from './tool-reader.ts'

const SUMMARIES: readonly Summary[] = [
  // gotestsum
  [
    /^DONE (\d+) tests?(?:, \d+ skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+m?s$/,
    ofTotal(1, 2, 3),
  ],
  // LLVM's lit
  [/^ {2}Passed {0,12}: +(\d+) \(100\.00%\)$/, pair(2, 1)],
  [/^ {2}(?:Failed|Unexpectedly Passed|Timed Out|Unresolved) {0,12}: +([1-9]\d*) \([\d.]+%\)$/, pair(1, 2)],
  // Expo Doctor
  [/^\d+\/(\d+) checks passed\. (\d+) checks? failed\b/, ofTotal(1, 2)],
  [/^(\d+)\/\1 checks passed\. No issues detected!/, pair(2, 1)],
  // NUnit console, Unity
  [/^\s*Test Count: (\d+), Pass(?:ed)?: (\d+), Fail(?:ed)?: (\d+),/, pair(3, 2)],
  [/^Test run completed\. Exiting with code 0 \(/, always(0, 1)],
  [/^Test run completed\. Exiting with code 2 \(/, always(1, 0)],
  // EUnit and Common Test
  [/^\s*Failed: (\d+)\.\s+Skipped: \d+\.\s+Passed: (\d+)\.$/, pair(1, 2)],
  [/\bTEST COMPLETE, (\d+) ok, (\d+) failed\b/, pair(2, 1)],
  [/^Failed (\d+) tests?\. Passed (\d+) tests?\./, pair(1, 2)],
  // tasty, HUnit, Crystal, Zig, Racket
  [/^(\d+) out of (\d+) tests failed \([\d.]+s\)$/, ofTotal(2, 1)],
  [/^All (\d+) tests passed \([\d.]+s\)$/, pair(2, 1)],
  [/^Cases: \d+ +Tried: (\d+) +Errors: (\d+) +Failures: (\d+)$/, ofTotal(1, 2, 3)],
  [/^(\d+) examples?, (\d+) failures?, (\d+) errors?, \d+ pending$/, ofTotal(1, 2, 3)],
  [/^(\d+) passed; (?:\d+ skipped; )?(\d+) failed\.$/, pair(2, 1)],
  [/^(\d+) success\(es\) (\d+) failure\(s\) (\d+) error\(s\) \d+ test\(s\) run$/, ofErrors(1, 2, 3)],
  // Foundry
  [/^Encountered a total of (\d+) failing tests?, (\d+) tests? succeeded/, pair(1, 2)],
  [/^Ran \d+ test suites? in .*: (\d+) tests? passed, (\d+) failed\b/, pair(2, 1)],
  // Hardware test benches: cocotb, UVM, VUnit
  [/\bTESTS=(\d+) PASS=(\d+) FAIL=(\d+) SKIP=\d+/, pair(3, 2)],
  [/^(?:# )?UVM_(?:ERROR|FATAL)\s*:\s*([1-9]\d{0,6})$/, pair(1, 2)],
  [/^fail (\d+) of (\d+)$/, ofTotal(2, 1)],
  // Games: GUT, gdUnit
  [/^-{2,} (\d+) failing tests? -{2,}$/, pair(1, 2)],
  [/^-{2,} All tests passed! -{2,}$/, always(0, 1)],
  [
    /^(?:Overall Summary|Statistics): .{0,10}?(\d+) test ?cases? \| (\d+) errors? \| (\d+) failures?/,
    ofTotal(1, 2, 3),
  ],
  // Load tests: JMeter, Locust, k6, Gatling
  [/^summary = +(\d+) in .* Err: +(\d+) \(/, ofTotal(1, 2)],
  [/\bShutting down \(exit code 0\)/, always(0, 1)],
  [/\bShutting down \(exit code 1\)/, always(1, 0)],
  [
    /\bthresholds on metrics '.{1,400}' have been (?:crossed|breached)|\bsome thresholds have failed\b/,
    always(1, 0),
  ],
  [/^\s*(?:✓ )?checks(?:_succeeded)?\.{3,}: 100\.00% /, always(0, 1)],
  [
    /^> request count\s+\d+ \(OK=(\d+)\s+KO=(\d+|-)\s*\)/,
    (found) => ({ failed: Number(found[2]) || 0, passed: Number(found[1]) }),
  ],
  // Tests of services: Newman, Karate, Dredd, Hurl, InSpec, Goss, conftest, Bruno
  [/^\W{0,20}(?:requests|test-scripts|prerequest-scripts)\W{1,80}\d+\W{1,80}([1-9]\d*)\W{0,20}$/, pair(1, 2)],
  [/^\W{0,20}assertions\W{1,80}(\d+)\W{1,80}(\d+)\W{0,20}$/, ofTotal(1, 2)],
  [/^scenarios: +(\d+) \| passed: +(\d+) \| failed: +(\d+) \|/, pair(3, 2)],
  [/^complete: (\d+) passing, (\d+) failing, (\d+) errors?,/, ofErrors(1, 2, 3)],
  [/^Test Summary: (\d+) successful, (\d+) failures?, \d+ skipped$/, pair(2, 1)],
  [/^Count: (\d+), Failed: (\d+), Skipped: \d+$/, ofTotal(1, 2)],
  [/^(\d+) tests?, (\d+) passed, \d+ warnings?, (\d+) failures?, \d+ exceptions?$/, pair(3, 2)],
  [/^Scenarios:\s+\d+ executed\s+(\d+) passed\s+(\d+) failed/, pair(2, 1)],
  // Nightwatch, QUnit, TestCafe
  [/^ *- (\d+) assertions? failed; (\d+) passed/, pair(1, 2)],
  [/^OK\. (\d+) (?:total )?assertions? passed\b/, pair(2, 1)],
  [/^(\d+) assertions? of \d+ passed, (\d+) failed\.?$/, pair(2, 1)],
  [/^ ?(\d+)\/(\d+) failed \((?:\d+m )?\d+m?s\)$/, ofTotal(2, 1)],
  // luaunit, FPCUnit, MATLAB, Clojure, Prolog, elm-test
  [
    /^Ran (\d+) tests in [\d.]+ seconds, (\d+) success(?:es)?(?:, (\d+) failures?)?(?:, (\d+) errors?)?/,
    ofTotal(1, 3, 4),
  ],
  [/^Number of (?:errors|failures): +([1-9]\d*)$/, pair(1, 2)],
  [/^\s*(\d+) Passed, (\d+) Failed(?: \(.*\))?, \d+ Incomplete\.$/, pair(2, 1)],
  [/^(\d+) tests, \d+ assertions, (?:(\d+) errors, )?(\d+) failures\.$/, ofTotal(1, 2, 3)],
  [/^FAILURE: (\d+) checks? failed\.\s+\(But (\d+) succeeded\.\)/, pair(1, 2)],
  [/^All checks \((\d+)\) succeeded\.$/, pair(2, 1)],
  [/^% (\d+) tests? failed$/, pair(1, 2)],
  [/^TEST RUN FAILED$/, always(1, 0)],
  [/^TEST RUN PASSED$/, always(0, 1)],
  // dbt, Meson, Automake, DejaGnu, doctest
  [/\bDone\. PASS=(\d+) WARN=\d+ ERROR=(\d+) SKIP=\d+/, pair(2, 1)],
  [/^Fail: +([1-9]\d*)\s*$/, pair(1, 2)],
  [/^# (?:FAIL|ERROR): +([1-9]\d*)$/, pair(1, 2)],
  [/^# of unexpected failures\s+([1-9]\d*)$/, pair(1, 2)],
  [/^\[doctest\] Status: SUCCESS!$/, always(0, 1)],
  [/^\[doctest\] Status: FAILURE!$/, always(1, 0)],
  // R CMD check, Boost.Test, Haxe
  [/^Status: \d+ ERRORs?\b/, always(1, 0)],
  [/^Status: (?:OK|\d+ (?:WARNING|NOTE)s?(?:, \d+ NOTEs?)?)$/, always(0, 1)],
  [/^\*\*\* No errors detected$/, always(0, 1)],
  [/^results: ALL TESTS OK\b/, always(0, 1)],
  [/^results: SOME TESTS FAILURES\b/, always(1, 0)],
]

/** Runners with a one-line summary, in less common languages and fields. */
export const moreTests: ToolReader = {
  name: 'more-tests',
  title: 'gotestsum, NUnit, EUnit, tasty, Foundry, cocotb, Newman, k6, JMeter and other runners',
  cue: anyOf([
    /checks passed\. |^DONE \d|Test Count: |^Test run completed|Skipped: \d+\.\s|TEST COMPLETE, |^Failed \d+ tests?\. /,
    /tests failed \(|tests passed \(|^Cases: \d|failures?, \d+ errors?, \d+ pending|^\d+ passed; /,
    /success\(es\)|^Encountered a total|^Ran \d+ test suites?|TESTS=\d|UVM_(?:ERROR|FATAL)\s*:/,
    /^fail \d+ of|^-{2,} (?:\d+ failing|All tests)|^Overall Summary: |^Statistics: |^summary = /,
    /Shutting down \(exit|thresholds (?:on metrics|have failed)|checks(?:_succeeded)?\.{3}/,
    /^> request count|\b(?:assertions|requests|test-scripts|prerequest-scripts)\W|^scenarios: /,
    /^complete: \d|^Test Summary: |^Count: \d|\d+ exceptions?$|^Scenarios:\s/,
    /assertions? (?:failed|passed)|assertions? of \d|\/\d+ failed \(|^Ran \d+ tests in/,
    /^Number of (?:errors|failures)|Incomplete\.$|failures\.$|^FAILURE: \d|^All checks \(|^% \d/,
    /^TEST RUN |Done\. PASS=|^Fail: |^# (?:FAIL|ERROR): |^# of unexpected|^\[doctest\] Status/,
    /No errors detected|^Status: (?:OK|\d)|^results: (?:ALL|SOME)/,
    /^ {2}(?:(?:Unexpectedly )?Passed|Failed|Timed Out|Unresolved) {0,12}: /,
  ]),
  open: () => ({ line: (text) => readSummary(SUMMARIES, text) }),
}
