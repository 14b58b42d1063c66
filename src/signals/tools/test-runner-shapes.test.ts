import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../../tests/bytes-of.ts'
import { toolSignals } from '../../../tests/tool-signals.ts'
import { readSignals } from '../../../tests/knowing-agents.ts'
import type { Signal } from '../signal.ts'

const told = (...lines: readonly string[]): Promise<readonly Signal[]> => toolSignals(`${lines.join('\n')}\n`)

const whats = async (...lines: readonly string[]): Promise<readonly string[]> =>
  (await told(...lines)).map(({ what, detail }) => `${detail.by} ${what}`)

describe('pytest', () => {
  const starts = '============================= test session starts =============================='

  test('a run that is cut off names its failed tests', async () => {
    const begun = [starts, 'collected 3 items', 'test_a.py::test_one PASSED [ 33%]']
    expect(await whats(...begun)).toEqual([])
    expect(await whats(...begun, 'test_a.py::test_two FAILED [ 66%]')).toEqual(['cut-tests tests-cut-off'])
  })

  test('a report without its summary is a failure', async () => {
    const [signal] = await told(
      starts,
      '=== FAILURES ===',
      '____ test_two ____',
      'FAILED test_a.py::test_two - assert 0',
    )
    expect(signal).toMatchObject({ what: 'tests-failed', detail: { names: ['test_a.py::test_two'] } })
  })

  test('a collection error without its report is found', async () => {
    const lines = [
      'ERROR tests/test_a.py - AttributeError: no total',
      '!!! Interrupted: 1 error during collection !!!',
      '=== 1 error in 2.30s ===',
    ]
    const [signal, ...others] = await told(starts, ...lines)
    expect(signal).toMatchObject({
      what: 'build-failed',
      message: 'AttributeError: no total',
      at: { line: 2 },
    })
    expect(others).toEqual([])
  })

  test('a project import error inside a crash is broken code', async () => {
    const lines = [
      'INTERNALERROR> Traceback (most recent call last):',
      'INTERNALERROR>   File "/home/dev/project/conftest.py", line 2, in pytest_configure',
      "INTERNALERROR> ModuleNotFoundError: No module named 'shop'",
    ]
    expect(await whats(starts, ...lines)).toEqual(['pytest build-failed'])
    expect(
      await whats(starts, ...lines.map((line) => line.replace('project', 'site-packages/plugin'))),
    ).toEqual(['pytest runner-error'])
  })

  test('the second of two runs is separate', async () => {
    const signals = await told(
      starts,
      'FAILED test_a.py::test_one - assert 0',
      '=== 1 failed, 2 passed in 0.12s ===',
      starts,
      '=== 3 passed in 0.10s ===',
    )
    expect(signals.map(({ what }) => what)).toEqual(['tests-failed', 'tests-passed'])
  })

  test('summaries of older and wider runs are read', async () => {
    expect(await whats('===== 2 failed, 7 passed, 1 pytest-warnings in 0.16 seconds =====')).toEqual([
      'pytest tests-failed',
    ])
    expect(await whats('==== 5 failed, 177 passed, 10 skipped in 186.96s (0:03:06) ====')).toEqual([
      'pytest tests-failed',
    ])
    expect(await whats('=== 3 passed, 2 subtests passed in 0.02s ===')).toEqual(['pytest tests-passed'])
    expect(await whats('4 xfailed in 0.02s')).toEqual(['pytest tests-passed'])
    expect(await whats('=== 0 failed, 3 passed in 0.02s ===')).toEqual(['pytest tests-passed'])
  })

  test('a heading or a sentence is no summary', async () => {
    expect(
      await whats(
        '=== warnings summary ===',
        '2 failed attempts were made in 3s of work',
        'the 3 passed checks',
      ),
    ).toEqual([])
  })

  test('a very long line is no summary', async () => {
    expect(await whats(`${'='.repeat(3000)} 1 failed in 0.1s ${'='.repeat(3000)}`)).toEqual([])
  })
})

describe('runners that run other runners', () => {
  test('tox adds nothing to the result of pytest', async () => {
    const lines = [
      'ERROR test_a.py - ImportError: no shop',
      '=== 1 error in 0.30s ===',
      'ERROR:   py311: commands failed',
    ]
    expect(await whats(...lines)).toEqual(['pytest build-failed'])
  })

  test('the newer form of tox is read too', async () => {
    expect(
      await whats(
        '  unit: FAIL code 3 (0.10=setup[0.05]+cmd[0.05] seconds)',
        '  evaluation failed :( (0.20 seconds)',
      ),
    ).toEqual(['tox tests-failed', 'tox tests-failed'])
    expect(await whats('  unit: OK (0.10 seconds)', '  congratulations :) (0.20 seconds)')).toEqual([
      'tox tests-passed',
    ])
  })

  test('tox reports a command without its own reader', async () => {
    expect(await whats('=== 3 passed in 0.30s ===', 'ERROR:   docs: commands failed')).toEqual([
      'pytest tests-passed',
      'tox tests-failed',
    ])
  })

  test('a verdict of the harness counts without a runner', async () => {
    expect(await whats('>>>>> Some Tests Failed')).toEqual(['test-verdict tests-failed'])
    expect(await whats('ALL TESTS PASSED !')).toEqual(['test-verdict tests-passed'])
    expect(await whats('7/9 tests passed')).toEqual(['test-verdict tests-failed'])
    expect(await whats('Results: 9 passed, 0 failed')).toEqual(['test-verdict tests-passed'])
    expect(await whats('tests finished: 12 passed, 2 exceptions, in 1.5 seconds')).toEqual([
      'test-verdict tests-failed',
    ])
  })

  test('the number of assertions is not the number of tests', async () => {
    expect(await whats('  Tests:    12 passed (31 assertions)')).toEqual(['phpunit tests-passed'])
    expect(await whats('12 tests, 31 assertions, 12 passed')).toEqual(['test-verdict tests-passed'])
  })

  test('a line that a runner understands is not read again', async () => {
    expect(await whats('=== 9 passed, 3 deselected in 0.1s ===')).toEqual(['pytest tests-passed'])
  })

  test('a verdict never weakens the result of a runner', async () => {
    expect(await whats('=== 2 failed in 0.1s ===', 'All tests passed')).toEqual(['pytest tests-failed'])
    expect(await whats('=== no tests ran in 0.1s ===', '>>>>> Some Tests Failed')).toEqual([
      'pytest no-tests',
    ])
  })

  test('prose about tests is no verdict', async () => {
    expect(
      await whats('I ran it and all tests passed, so I am done', 'if tests failed we retry', '3 of 5 tests'),
    ).toEqual([])
  })
})

describe('jest', () => {
  test('counts that a terminal wrapped are joined', async () => {
    expect(await whats('Test Suites: 1 ', 'failed, 1 total', 'Tests:       0 total')).toEqual([
      'jest build-failed',
    ])
  })

  test('failed suites without a summary are a failure', async () => {
    const [signal] = await told('PASS src/a.test.ts', 'FAIL src/b.test.ts (5.1 s)')
    expect(signal).toMatchObject({ what: 'tests-failed', detail: { by: 'jest', names: ['src/b.test.ts'] } })
  })
})

describe('go test', () => {
  const event = (fields: object): string => JSON.stringify({ Time: '2026-01-01T00:00:00Z', ...fields })

  test('a package that does not build fails the events', async () => {
    const lines = [
      JSON.stringify({ ImportPath: 'a.test', Action: 'build-fail' }),
      event({ Action: 'fail', Package: 'example.com/a', FailedBuild: 'a.test' }),
      event({ Action: 'pass', Package: 'example.com/b' }),
    ]
    expect(await whats(...lines)).toEqual(['go-test build-failed'])
  })

  test('events are tests and not an agent', async () => {
    const reading = await readSignals(bytesOf(`${event({ Action: 'pass', Package: 'example.com/b' })}\n`))
    expect(reading).toMatchObject({ agent: null, stage: 'final_test', structured: false })
  })

  test('a second run over the packages has new counts', async () => {
    expect(await whats('FAIL\texample.com/a\t0.01s', 'ok  \texample.com/a\t0.01s')).toEqual([
      'go-test tests-passed',
    ])
  })
})

describe('outputs written from documentation', () => {
  test('dotnet projects add up to one result', async () => {
    const [signal, ...others] = await told(
      '  Failed Shop.Tests.CartTests.Adds [12 ms]',
      'Failed!  - Failed:     1, Passed:    10, Skipped:     0, Total:    11, Duration: 20 ms - Shop.Tests.dll (net8.0)',
      'Passed!  - Failed:     0, Passed:     4, Skipped:     0, Total:     4, Duration: 9 ms - Web.Tests.dll (net8.0)',
    )
    expect(signal).toMatchObject({
      what: 'tests-failed',
      at: { line: 2 },
      detail: { failed: 1, passed: 14, names: ['Shop.Tests.CartTests.Adds'] },
    })
    expect(others).toEqual([])
  })

  test('dotnet compile errors and empty runs are reported', async () => {
    expect(
      (await whats('/home/dev/Cart.cs(3,5): error CS0103: The name x does not exist', 'Build FAILED.')).at(
        -1,
      ),
    ).toMatch(/build-failed/)
    expect(
      await whats(
        'No test is available in /home/dev/Shop.dll. Make sure that test discoverer is registered.',
      ),
    ).toEqual(['dotnet-test no-tests'])
    expect(
      await whats('Test summary: total: 3, failed: 0, succeeded: 3, skipped: 0, duration: 1.1s'),
    ).toEqual(['dotnet-test tests-passed'])
  })

  test('sbt counts the tests of ScalaTest once', async () => {
    const [signal] = await told(
      '[info] - adds *** FAILED ***',
      '[info] Tests: succeeded 4, failed 1, canceled 0, ignored 0, pending 0',
      '[error] Failed: Total 5, Failed 1, Errors 0, Passed 4',
    )
    expect(signal).toMatchObject({ what: 'tests-failed', detail: { failed: 1, passed: 4, names: ['adds'] } })
  })

  test('a module without tests does not undo a result', async () => {
    const lines = ['[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0', '[INFO] No tests to run.']
    expect(await whats(...lines)).toEqual(['surefire tests-passed'])
    expect(await whats('[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0', ...lines)).toEqual([
      'surefire tests-failed',
    ])
  })

  test('nextest, karma and pest are read too', async () => {
    expect(await whats('     Summary [   0.200s] 5 tests run: 4 passed, 1 failed, 0 skipped')).toEqual([
      'cargo-test tests-failed',
    ])
    expect(
      await whats('Chrome Headless 120.0 (Linux): Executed 3 of 3 (1 FAILED) (0.1 secs / 0.05 secs)'),
    ).toEqual(['jasmine tests-failed'])
    expect(await whats('  Tests:    2 failed, 5 passed (9 assertions)')).toEqual(['phpunit tests-failed'])
  })

  test('nose counts in capitals next to the failures', async () => {
    const [signal] = await told('Ran 39 tests in 46.244s', '', 'FAILED (SKIP=4, failures=1)')
    expect(signal).toMatchObject({ what: 'tests-failed', detail: { failed: 1, passed: 34 } })
  })
})

test('a log of a Rust program is not a list of tests', async () => {
  expect(
    await toolSignals('ERROR acme_login::auth::manager: Failed to refresh token: 401 Unauthorized'),
  ).toEqual([])
})
