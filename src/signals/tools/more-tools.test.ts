import { describe, expect, test } from 'vitest'
import { failuresIn, toolSignals } from '../../../tests/tool-signals.ts'

const summed = async (output: string): Promise<string> => {
  const signal = (await toolSignals(`${output}\n`)).findLast(({ detail }) => detail.by === 'more-tests')
  return signal === undefined ? 'nothing' : `${signal.detail.failed}/${signal.detail.passed}`
}

describe('one-line summaries of further runners', () => {
  test.each([
    ['DONE 5 tests, 1 failure in 1.2s', '1/4'],
    ['  Test Count: 5, Passed: 4, Failed: 1, Warnings: 0, Inconclusive: 0', '1/4'],
    ['Test run completed. Exiting with code 2 (Failed). One or more tests failed.', '1/0'],
    ['  Failed: 1.  Skipped: 0.  Passed: 4.', '1/4'],
    ['Testing lib.shop: TEST COMPLETE, 4 ok, 1 failed of 5 test cases', '1/4'],
    ['1 out of 5 tests failed (0.01s)', '1/4'],
    ['Cases: 5  Tried: 5  Errors: 0  Failures: 1', '1/4'],
    ['5 examples, 1 failures, 0 errors, 0 pending', '1/4'],
    ['Encountered a total of 1 failing tests, 4 tests succeeded', '1/4'],
    [
      'Ran 2 test suites in 8.07s (14.64s CPU time): 5 tests passed, 0 failed, 0 skipped (5 total tests)',
      '0/5',
    ],
    ['** TESTS=5 PASS=4 FAIL=1 SKIP=0                    1200.00           0.5     2000.00  **', '1/4'],
    ['UVM_ERROR :    2', '2/0'],
    ['---- 1 failing tests ----', '1/0'],
    ['summary =   1000 in 00:00:10 =  100.0/s Avg:    10 Min:     1 Max:   100 Err:     5 (0.50%)', '5/995'],
    ['│              assertions │               235 │                1 │', '1/234'],
    ['│                requests │                10 │                2 │', '2/0'],
    ['scenarios:  5 | passed:  4 | failed:  1 | time: 1.2', '1/4'],
    ['Ran 5 tests in 0.001 seconds, 4 successes, 1 failure', '1/4'],
    ['12:00:01  Done. PASS=4 WARN=0 ERROR=1 SKIP=0 TOTAL=5', '1/4'],
    ['*** No errors detected', '0/1'],
  ])('%j has %s', async (line, counts) => {
    expect(await summed(line)).toBe(counts)
  })

  test.each(['UVM_ERROR :    0', 'Fail:                0', '# FAIL:  0', '3 assertions were added'])(
    '%j reports no failure',
    async (line) => {
      expect(await summed(line)).toBe('nothing')
    },
  )
})

describe('coverage and scanners', () => {
  test.each([
    'Line coverage (73.00%) is below the expected minimum coverage (80.00%).',
    "error : Overall average coverage '83.3%' is lower than specified threshold '85%'",
    'Error: Total test coverage below threshold: coverage: 73.0% (200/274); threshold: 75%',
    'found 17 vulnerabilities (9 low, 5 moderate, 2 high, 1 critical) in 2231 scanned packages',
    '# npm audit report\n\n3 vulnerabilities (1 moderate, 2 high)',
    'Found 2 known vulnerabilities in 1 package',
    '4:05PM WRN leaks found: 2',
    "  error - The name 'Cart' isn't a class - test\\cart_test.dart:16:35 - creation_with_non_type",
  ])('%j is a failed gate', async (output) => {
    expect(await failuresIn(`${output}\n`)).toEqual(['quality-gates: lint-failed'])
  })

  test.each([
    'added 300 packages, and audited 301 packages in 5s\n\n3 vulnerabilities (1 moderate, 2 high)',
    'Passed checks: 12, Failed checks: 0, Skipped checks: 0',
    'The coverage of 80% is required by the team.',
  ])('%j is no failed gate', async (output) => {
    expect(await failuresIn(`${output}\n`)).toEqual([])
  })
})

describe('schedulers, signals and memory', () => {
  test.each([
    ['=>> PBS: job killed: walltime 3621 exceeded limit 3600', 'batch-limits: time-limit'],
    ['slurmstepd: error: Detected 1 oom_kill event in StepId=38.batch.', 'batch-limits: out-of-memory'],
    ["shop.service: Failed with result 'oom-kill'.", 'batch-limits: out-of-memory'],
    ['[92134] signal (11.1): Segmentation fault', 'shell: segfault'],
    ['Exception: EXCEPTION_ACCESS_VIOLATION at 0x6b5e158a -- mark at gc.c:1424', 'shell: segfault'],
    ['Program received signal SIGSEGV: Segmentation fault - invalid memory reference.', 'shell: segfault'],
    ['==42==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602', 'shell: segfault'],
    ['free(): invalid pointer', 'shell: segfault'],
    [
      '[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
      'memory: out-of-memory',
    ],
    ['ResourceExhaustedError: OOM when allocating tensor with shape[64,512]', 'memory: out-of-memory'],
    ['Error: cannot allocate vector of size 8.0 Gb', 'memory: out-of-memory'],
    ['This is a bug in the compiler.', 'compiler-crash: build-failed'],
  ])('%j is reported as %s', async (line, expected) => {
    expect(await failuresIn(`${line}\n`)).toContain(expected)
  })
})

test('the old one-line counts of dotnet are read', async () => {
  const output = 'Total tests: 5. Passed: 5. Failed: 0. Skipped: 0.\nTest Run Successful.\n'
  expect((await toolSignals(output)).map(({ what }) => what)).toEqual(['tests-passed'])
})
