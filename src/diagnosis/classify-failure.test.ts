import { expect, test } from 'vitest'
import { classifyFailure } from './classify-failure.ts'

test.each([
  ["Error: Cannot find module './utils' from 'src/index.js'", 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ['AssertionError: Expected 200 but got 404', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Error: Maximum context length (128k tokens) exceeded', 'CONTEXT_EXHAUSTED', 'CONTEXT_EXHAUSTED'],
  ['Error: Connection refused to database server', 'UNKNOWN', 'UNKNOWN'],
  ['Context length exceeded', 'CONTEXT_EXHAUSTED', 'CONTEXT_EXHAUSTED'],
  ['syntax error', 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ['SyntaxError: invalid syntax', 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ["ModuleNotFoundError: No module named 'flask'", 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ['IndentationError: unexpected indent', 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ["error TS2345: Argument of type 'string' is not assignable", 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ["main.c:(.text+0x1): undefined reference to `foo'", 'BROKEN_BUILD', 'BROKEN_BUILD'],
  ['FAILED tests/test_a.py::test_x - assert 1 == 2', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Failed to connect to database server', 'UNKNOWN', 'UNKNOWN'],
  ['FAILED to start the browser', 'UNKNOWN', 'UNKNOWN'],
  ['Unexpected status code: 404 (expected 200)', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Expected: 200\nReceived: 404', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Expected: 200 / Received: 404', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['3 failed, 12 passed in 1.2s', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Tests failed: 4', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['test failed', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['verification failed', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['expected status code 200 but got 500', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['Unexpected status code 503 from provider', 'UNKNOWN', 'LLM_ERROR'],
  ['request failed with status code 429', 'UNKNOWN', 'RATE_LIMITED'],
  ['HTTP 429 rate limit exceeded', 'UNKNOWN', 'RATE_LIMITED'],
  ['unexpected EOF while reading response from api.anthropic.com', 'UNKNOWN', 'LLM_ERROR'],
  ['rpc error: context deadline exceeded', 'UNKNOWN', 'TIMEOUT'],
  ['timeout: sent SIGTERM after 600s', 'UNKNOWN', 'TIMEOUT'],
  ['TypeError: React context is undefined', 'VERIFICATION_FAILED', 'TESTS_FAILED'],
  ['prompt is too long: 210000 tokens > 200000 maximum', 'CONTEXT_EXHAUSTED', 'CONTEXT_EXHAUSTED'],
  ['token limit', 'CONTEXT_EXHAUSTED', 'CONTEXT_EXHAUSTED'],
  ['Everything went as expected', 'UNKNOWN', 'UNKNOWN'],
  ['Killed', 'UNKNOWN', 'UNKNOWN'],
  ['BrowserContext was closed', 'UNKNOWN', 'UNKNOWN'],
  ['weird', 'UNKNOWN', 'UNKNOWN'],
  ['', 'UNKNOWN', 'UNKNOWN'],
])('%s is %s', (error, type, reason) => {
  expect(classifyFailure(error)).toEqual({ type, reason })
})

test('history decides only if the message is unspecific', () => {
  const attempts = ['Using async await for fetch', 'Using async/await with try-catch']
  const approach = 'Using async await pattern'
  expect(classifyFailure('weird', { approach, attempts })).toEqual({
    type: 'CIRCULAR_FIX',
    reason: 'CIRCULAR_FIX',
  })
  expect(classifyFailure('test failed', { approach, attempts }).type).toBe('VERIFICATION_FAILED')
  expect(classifyFailure('weird', { attempts }).type).toBe('UNKNOWN')
})
