import { expect, test } from 'vitest'
import { plainSummary, withoutRules } from './plain-words.ts'

test('an exit code before a reason is left out', () => {
  expect(plainSummary('exit code 1; 1 failed, 7 passed in 0.42s')).toBe('1 failed, 7 passed in 0.42s')
  expect(plainSummary('exit code 1')).toBe('exit code 1')
})

test('a record of a program is no sentence', () => {
  expect(plainSummary('"subtype":"error_max_turns","is_error":true,"num_turns":60}')).toBe('')
  expect(plainSummary('{"type":"result"}')).toBe('')
  expect(plainSummary('exit code 1; {"type":"result","is_error":true}')).toBe('')
  expect(plainSummary('API Error: 529 {"type":"error"}')).toBe('API Error: 529')
})

test('rules of tools and markers of agents are left out', () => {
  expect(withoutRules('===== 1 failed, 2 passed =====')).toBe('1 failed, 2 passed')
  expect(withoutRules('[MAYDAY_FAILURE:TESTS_FAILED]')).toBe('the agent said so itself')
})
