import { expect, test } from 'vitest'
import {
  benchPrecedence,
  benchWordOf,
  benchWords,
  fromPytestExitCode,
  fromStage,
  toBench,
} from './dialects/bench.ts'
import { dialectNames, dialects } from './dialects/dialects.ts'
import { reasonOfWord } from './dialects/gza.ts'
import { toSupervisor } from './dialects/supervisor.ts'
import { isReason, precedence, reasonNames } from './reason.ts'
import { claimableReasons, reasons } from './table.ts'

test('each reason has its row and its precedence', () => {
  expect(reasonNames.map(precedence)).toEqual(reasonNames.map((_, index) => index + 1))
  expect(reasonNames.at(-1)).toBe('UNKNOWN')
  expect(new Set(Object.keys(reasons))).toEqual(new Set(reasonNames))
})

test('the bench order matches our order', () => {
  const ours = reasonNames.filter((name) => benchWords.some((word) => word === name))
  expect(ours).toEqual([...benchWords])
})

test('every dialect has a word for every reason', () => {
  for (const name of dialectNames) {
    for (const reason of reasonNames) expect(dialects[name](reason)).toMatch(/^\w+$/)
  }
})

test('an agent may claim only seven reasons', () => {
  expect(claimableReasons).toEqual([
    'CONTEXT_EXHAUSTED',
    'PERMISSION_BLOCKED',
    'TOOL_ERROR',
    'MAX_TURNS',
    'AGENT_GAVE_UP',
    'BROKEN_BUILD',
    'TESTS_FAILED',
  ])
})

test.each([
  ['git_clone', 1, 'GIT_CLONE_FAILED'],
  ['git_clone', 124, 'TIMEOUT'],
  ['git_clone', 137, 'TIMEOUT'],
  ['git_clone', 130, 'GIT_CLONE_FAILED'],
  ['git_checkout', 0, null],
  ['git_checkout', 2, 'GIT_CHECKOUT_FAILED'],
  ['setup', 1, 'SETUP_FAILED'],
  ['setup', 124, 'SETUP_TIMEOUT'],
  ['setup', 137, 'SETUP_TIMEOUT'],
  ['setup', -9, 'SETUP_FAILED'],
  ['baseline_run', 0, 'BASELINE_NOT_FAILING'],
  ['baseline_run', 1, null],
  ['baseline_run', 5, null],
  ['agent_run', 0, null],
  ['agent_run', 2, 'INTERRUPTED'],
  ['final_test', 1, 'TESTS_FAILED'],
  ['final_test', 4, 'INTERNAL_ERROR'],
  ['final_test', 5, 'NO_TESTS_COLLECTED'],
  ['final_test', 143, 'UNKNOWN'],
])('the literal map gives %s %i as %s', (stage, code, word) => {
  expect(fromStage(stage, code)).toBe(word)
})

test('an exception comes before every exit code', () => {
  expect(fromStage('setup', 0, { interrupted: true })).toBe('INTERRUPTED')
  expect(fromStage('setup', 124, { error: new Error('x') })).toBe('UNKNOWN')
})

test('an unknown stage is a clear error', () => {
  expect(() => fromStage('invalid_stage', 0)).toThrow("Unknown stage 'invalid_stage'")
  expect(() => fromStage('launch', 124)).toThrow('git_clone')
})

test('pytest codes follow their table', () => {
  expect([0, 1, 2, 3, 4, 5, 124, 137, 99].map(fromPytestExitCode)).toEqual([
    null,
    'TESTS_FAILED',
    'INTERRUPTED',
    'INTERNAL_ERROR',
    'INTERNAL_ERROR',
    'NO_TESTS_COLLECTED',
    'TIMEOUT',
    'TIMEOUT',
    'UNKNOWN',
  ])
})

test('an attempt takes the lowest bench precedence', () => {
  expect(benchWordOf(['TESTS_FAILED', 'USAGE_LIMIT', 'STALLED'])).toBe('LLM_ERROR')
  expect(benchWordOf([])).toBeNull()
  expect(benchPrecedence('UNKNOWN')).toBe(15)
})

test('a word that bench lacks has no precedence', () => {
  // @ts-expect-error callers without types pass any word
  expect(() => benchPrecedence('NOPE')).toThrow("Unknown bench word 'NOPE'. Known: GIT_CLONE_FAILED")
})

test("the supervisor's word describes the ending first", () => {
  expect(toSupervisor('RATE_LIMITED', { kind: 'stopped', by: 'timeout' })).toBe('timeout')
  expect(toSupervisor('LAUNCH_REJECTED', { kind: 'exit', code: 1 })).toBe('exit')
  expect(toSupervisor('UNKNOWN', { kind: 'lost' })).toBe('crash')
  expect(toSupervisor('STALLED')).toBe('timeout')
})

test('later words of gza are known too', () => {
  expect(reasonOfWord('AGENT_FORFEIT')).toBe('AGENT_GAVE_UP')
  expect(reasonOfWord('TEST_FAILURE')).toBe('TESTS_FAILED')
  expect(reasonOfWord('NO_SUCH_WORD')).toBeNull()
})

test('an inherited property is no reason', () => {
  expect(isReason('toString')).toBe(false)
})

test('every word of the bench table exists', () => {
  expect(new Set(reasonNames.map(toBench))).toEqual(new Set(benchWords))
})
