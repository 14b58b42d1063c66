import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join('\n')}\n`)
}

const explained = (...lines: string[]): Promise<Explanation> => explain(bytesOf(lines))

test('a module without tests does not fail a good build', async () => {
  const { verdict, evidence } = await explained(
    '[INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ shop ---',
    '[INFO] No tests to run.',
    '[INFO] --- maven-jar-plugin:2.6:jar (default-jar) @ shop ---',
    '[INFO] BUILD SUCCESS',
    '[INFO] Total time:  3.100 s',
  )
  expect({ verdict, line: evidence[0]?.line }).toEqual({ verdict: 'succeeded', line: 4 })
})

test('a measured error is no error of the program', async () => {
  const { verdict } = await explained('checking 12 gradients', 'Worst relative error: 0.00311363', 'PASS')
  expect(verdict).not.toBe('failed')
})

test('the failed count of dotnet test is the proof', async () => {
  const { reason, evidence } = await explained(
    'Test Run Failed.',
    'Total tests: 12',
    '     Passed: 3',
    '     Failed: 9',
    ' Total time: 1.3273 Seconds',
  )
  expect({ reason, excerpt: evidence[0]?.excerpt.trim() }).toEqual({
    reason: 'TESTS_FAILED',
    excerpt: 'Failed: 9',
  })
})

test('a failed target proves a failure without a reason', async () => {
  const { reason, evidence } = await explained('./hooks', 'make: *** [Makefile:106: test_hooks] Error 1')
  expect({ reason, line: evidence[0]?.line }).toEqual({ reason: 'UNKNOWN', line: 2 })
})

test.each([
  ['Tests run: 4, Passed: 1, Failed: 2, Skipped: 1', 'TESTS_FAILED'],
  ['Test Count: 7, Passed: 5, Failed: 2, Warnings: 0, Inconclusive: 0, Skipped: 0', 'TESTS_FAILED'],
  ['Tests run: 4, Passed: 4, Failed: 0, Skipped: 0', null],
  ['1>main.cpp(17): error : expected a ";"', 'BROKEN_BUILD'],
  ['shaders/sky.hlsl(29,53): error X3004: undeclared identifier', 'BROKEN_BUILD'],
  ['/src/scan.adb:23:36: error: identifier cannot start with underline', 'BROKEN_BUILD'],
  [" [javadoc] /src/shop/Cart.java:26: error: bad use of '>'", 'BROKEN_BUILD'],
  ['/src/CartTests.m:132: error: -[CartTests testAdds] : ((sum == 2) is true) failed', 'TESTS_FAILED'],
])('%o means %s', async (line, reason) => {
  expect((await explained('it begins', line)).reason).toBe(reason)
})

test('a record without a message is shown from its beginning', async () => {
  const record = '{"at":"2026-01-02T10:00:00Z","source":"executor","success":false,"failure_count":2}'
  const { evidence } = await explained(record)
  expect(evidence[0]?.excerpt).toBe(record)
})
