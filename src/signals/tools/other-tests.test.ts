import { expect, test } from 'vitest'
import { toolSignals } from '../../../tests/tool-signals.ts'

const counted = async (output: string): Promise<string> => {
  const told = (await toolSignals(output)).findLast((signal) => signal.detail.by === 'other-tests')
  return told === undefined ? 'nothing' : `${told.what} ${told.detail.failed}/${told.detail.passed}`
}

test.each([
  ['[  FAILED  ] 2 tests, listed below:', 'tests-failed 2/0'],
  ['[  PASSED  ] 3 tests.', 'tests-passed 0/3'],
  ['test cases:  3 |  2 passed | 1 failed', 'tests-failed 1/2'],
  ['[doctest] test cases: 3 | 3 passed | 0 failed | 0 skipped', 'tests-passed 0/3'],
  ['All tests passed (12 assertions in 3 test cases)', 'tests-passed 0/12'],
  ['*** 2 failures are detected in the test module "cart"', 'tests-failed 2/0'],
  ['Executed 3 out of 3 tests: 2 tests pass and 1 fails locally.', 'tests-failed 1/2'],
  ['\t Executed 3 tests, with 1 failure (0 unexpected) in 0.01 (0.02) seconds', 'tests-failed 1/2'],
  ['✘ Test run with 3 tests in 1 suite failed after 0.01 seconds with 1 issue.', 'tests-failed 1/2'],
  ['2 scenarios passed, 1 failed, 0 skipped', 'tests-failed 1/2'],
  ['3 scenarios (1 failed, 2 passed)', 'tests-failed 1/2'],
  ['3 tests, 2 passed, 1 failed', 'tests-failed 1/2'],
  ['FAILED | 2 passed (3 steps) | 1 failed (8ms)', 'tests-failed 1/2'],
  ['Spec Files:\t 2 passed, 1 failed, 3 total (100% completed) in 00:00:09', 'tests-failed 1/2'],
  ['Tests Passed: 2, Failed: 1, Skipped: 0 NotRun: 0', 'tests-failed 1/2'],
  ['[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]', 'tests-failed 1/2'],
  ['Some tests did not pass: 2 passed, 1 failed, 1 errored, 0 broken.', 'tests-failed 2/2'],
  ['2 successes / 1 failure / 0 errors / 0 pending : 0.002 seconds', 'tests-failed 1/2'],
  ['3 tests, 1 failure', 'tests-failed 1/2'],
  ['Total tests run: 3, Passes: 2, Failures: 1, Skips: 0', 'tests-failed 1/2'],
  ['Suite result: FAILED. 2 passed; 1 failed; 0 skipped; finished in 1.2ms', 'tests-failed 1/2'],
])('%j is read as %s', async (output, told) => {
  expect(await counted(`${output}\n`)).toBe(told)
})

test.each([
  'Failed: 1',
  'Passed: 2\nOne of the suites is slow, see the 3 scenarios (draft)\nFailed: 1',
  '0 scenarios',
  'We executed 3 tests, with care',
])('%j is no summary', async (output) => {
  expect(await counted(`${output}\n`)).toBe('nothing')
})
