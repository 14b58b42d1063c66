import { expect, test } from 'vitest'
import { failuresIn } from '../../../tests/tool-signals.ts'

test.each([
  ['Unhandled exception. System.AccessViolationException: no session', 'shell: segfault'],
  ['Fatal error. Internal CLR error. (0x80131506)', 'shell: segfault'],
  ['Process terminated. Assertion failed.', 'shell: segfault'],
  ['Error: model requires more system memory (40 GiB) than is available (15 GiB)', 'memory: out-of-memory'],
  ["error: builder for '/nix/store/abc-app.drv' failed with exit code 1;", 'make: build-failed'],
  ['File "bin/main.ml", line 3, characters 10-13:', 'ruby-php-elixir: build-failed'],
  ['-- TYPE MISMATCH ------------------------ src/Main.elm', 'ruby-php-elixir: build-failed'],
  ['[!] CocoaPods could not find compatible versions for pod "Cart":', 'ruby-php-elixir: install-failed'],
  ['Dockerfile:3 DL3008 warning: Pin versions in apt get install', 'shellcheck: lint-failed'],
  ['docs/a.md:3:81 MD013/line-length Line length', 'shellcheck: lint-failed'],
  ['error: Found 2 not formatted files in 3 files', 'lint: lint-failed'],
  ['container shop-db-1 is unhealthy', 'docker: engine-failed'],
  ['+++++++++++ Timeout +++++++++++', 'timeout: time-limit'],
  ['     Failure/Error: expect(cart).to be_empty', 'rspec: tests-failed'],
])('%j is reported as %s', async (line, told) => {
  expect(await failuresIn(`${line}\n`)).toContain(told)
})

test('a failed Swift assertion is no broken build', async () => {
  const line = '/home/dev/CartTests.swift:14: error: -[AppTests.CartTests testRemove] : XCTAssertTrue failed'
  expect(await failuresIn(`${line}\n`)).toEqual(['cut-tests: tests-cut-off'])
})

test('the counts of Playwright need no header', async () => {
  const report = '  1) [chromium] › login.spec.ts:15:1 › shows an error ───'
  expect(await failuresIn(`${report}\n\n  1 failed\n  11 passed (41.2s)\n`)).toEqual([
    'playwright: tests-failed',
  ])
})
