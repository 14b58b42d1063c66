import { expect, test } from 'vitest'
import { outcomeOf } from './outcomes.ts'

test.each([
  ['SUCCESS', 'success'],
  ['plan_complete', 'success'],
  ['maxTurnsExceeded', 'turn-limit'],
  ['max_iterations', 'turn-limit'],
  ['LimitsExceeded', 'turn-limit'],
  ['max_cost', 'budget-limit'],
  ['MAX_RUNTIME', 'time-limit'],
  ['AgentTimeoutError', 'time-limit'],
  ['context_length_exceeded', 'context-full'],
  ['rate_limit_error', 'provider-error'],
  ['insufficient_quota', 'usage-limit'],
  ['loop_thrashing', 'loop'],
  ['no_progress', 'loop'],
  ['aborted', 'interrupt'],
  ['content_filter', 'refusal'],
  ['consecutive_failures', 'failure'],
  ['FAILED', 'failure'],
])('the word %s means %s', (word, what) => {
  expect(outcomeOf(word)).toBe(what)
})

test.each([
  'running',
  'none',
  'unset',
  'no_errors',
  'not failed',
  'safety_circuit_breaker',
  'end_turn',
  'tool_use',
  '',
  'a sentence about a timeout that is far too long to be a word for how a run has ended',
])('the word %s says nothing about an ending', (word) => {
  expect(outcomeOf(word)).toBeNull()
})
