import { describe, expect, test } from 'vitest'
import { toolSignals } from '../../../tests/tool-signals.ts'

const told = async (...lines: readonly string[]): Promise<readonly string[]> =>
  (await toolSignals(`${lines.join('\n')}\n`)).map(
    ({ what, detail }) => `${detail.by} ${what} ${detail.failed ?? '?'}/${detail.passed ?? '?'}`,
  )

describe('counts of a custom check script', () => {
  test.each([
    ['RESULT: 3/7 checks passed', 'test-verdict tests-failed 4/3'],
    ['Summary: 3 passed, 4 failed (7 total)', 'test-verdict tests-failed 4/3'],
    ['Total: 7 | Passed: 3 | Failed: 4', 'test-verdict tests-failed 4/3'],
    ['Passed: 7/7', 'test-verdict tests-passed 0/7'],
    ['PASS=7 FAIL=0', 'test-verdict tests-passed 0/7'],
    ['✅ Passed: 3  ❌ Failed: 4', 'test-verdict tests-failed 4/3'],
    ['2 of 9 scenarios failed', 'test-verdict tests-failed 2/7'],
    ['Tests: 1 skipped, 2 passed, 3 total', 'test-verdict tests-passed 0/2'],
    ['Pass rate: 66.7% (2/3)', 'test-verdict tests-failed 1/2'],
    ['Ran 4 tests: 3 ok, 1 not ok', 'test-verdict tests-failed 1/3'],
    ['Total: 4   Pass: 3   Fail: 1   Blocked: 0', 'test-verdict tests-failed 1/3'],
    ['Totals: 2 passed, 1 failed, 0 skipped, 0 blacklisted, 1ms', 'test-verdict tests-failed 1/2'],
    ['1 broken link(s), 2 fine', 'test-verdict tests-failed 1/2'],
    ['Validating 9 carts\n9 valid, 0 invalid', 'test-verdict tests-passed 0/9'],
    ['TOTAL ......... 12\nOK ............ 10\nKO ............  2', 'test-verdict tests-failed 2/10'],
    ['Total: 7\nPassed: 3\nFailed: 4\nSuccess rate: 42.9%', 'test-verdict tests-failed 4/3'],
  ])('%j is read as %s', async (output, expected) => {
    expect(await told(output)).toEqual([expected])
  })

  test.each([
    'Processed 12 files, 3 passed the filter and were kept',
    'Passed: 3.5',
    'Epoch 3/7 loss 0.21',
    'Failed: 2',
    'Total ........ 12',
    'Pass rate: 66.7%',
  ])('%j is no summary', async (output) => {
    expect(await told(output)).toEqual([])
  })
})

describe('the verdict of a custom check script', () => {
  test.each([
    ['PARITY FAIL: 3 issue(s)', 'tests-failed'],
    ['❌ VALIDATION FAILED', 'tests-failed'],
    ['Overall result: ❌ FAILED (2 of 9)', 'tests-failed'],
    ['Final verdict: NOT READY', 'tests-failed'],
    ['Result: NOT PASSED', 'tests-failed'],
    ['3 checks failed', 'tests-failed'],
    ['=== SMOKE TEST PASSED ===', 'tests-passed'],
    ['All 12 validations passed', 'tests-passed'],
    ['Status: HEALTHY', 'tests-passed'],
  ])('%j is %s', async (output, what) => {
    expect(await told(output)).toEqual([`test-verdict ${what} ?/?`])
  })

  test.each([
    'If the tests failed, look at the log.',
    'BUILD FAILURE',
    'The status of the failed order is shown to the customer on the page',
  ])('%j is no verdict', async (output) => {
    expect(await told(output)).toEqual([])
  })
})

describe('rows of a custom check script', () => {
  test.each([
    [['[PASS] login', '[FAIL] cart is empty', '[PASS] search']],
    [['Verifying the shop', '✓ login', '✗ cart is empty']],
    [['login ........ OK', 'cart is empty ........ FAIL']],
    [['| login | PASS |', '| cart is empty | FAIL |']],
    [['| login | 1 | pass |', '| cart is empty | -1 | fail |']],
    [['login ........ OK', 'cart is empty ........ FAILED (exit 139)']],
    [['login    PASS   1.2s', 'cart is empty    FAIL   2.1s  No banner']],
    [['comparing login ... same', 'cart is empty ... DIFFERENT']],
    [['Testing the cart', '[LOG] ❌ FAILURE: cart is empty']],
  ])('%j has a failed check', async (lines) => {
    const [signal] = await toolSignals(`${lines.join('\n')}\n`)
    expect(signal?.what).toBe('tests-cut-off')
    expect(signal?.detail.names?.map((name) => name.trim())).toEqual(['cart is empty'])
  })

  test('marks outside of a check do not count', async () => {
    expect(await told('✓ connected', '✗ no cache, going on without', 'listening on 3000')).toEqual([])
  })

  test('failed rows without a passed one prove nothing', async () => {
    expect(await told('[FAILED] could not start', '[FAILED] Version: 14.5.4')).toEqual([])
  })

  test('a passed summary resolves the failed rows', async () => {
    expect(await told('[PASS] login', '[FAIL] flaky, tried again', 'All 2 tests passed')).toEqual([
      'test-verdict tests-passed ?/?',
    ])
  })
})
