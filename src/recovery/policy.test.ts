import { expect, test } from 'vitest'
import { reasonNames } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import { isCounted, isTransient, policyFor } from './policy.ts'

test('every reason has the policy of the table', () => {
  const told = reasonNames.map((reason) => {
    const { plan, limit, backoff, gate } = policyFor(reason, {})
    return [reason, plan, limit ?? 'unnumbered', backoff && 'backoff', gate && 'gate']
      .filter(Boolean)
      .join(' ')
  })
  expect(told).toMatchInlineSnapshot(`
    [
      "LAUNCH_REJECTED escalate",
      "GIT_CLONE_FAILED retry 2 backoff",
      "GIT_CHECKOUT_FAILED escalate",
      "SETUP_TIMEOUT retry 1 backoff",
      "SETUP_FAILED retry 1 backoff",
      "BASELINE_NOT_FAILING stop",
      "SANDBOX_ERROR wait 3 backoff gate",
      "DISK_FULL escalate gate",
      "OUT_OF_MEMORY retry 1 backoff",
      "AUTH_FAILED escalate gate",
      "USAGE_LIMIT wait unnumbered gate",
      "RATE_LIMITED wait unnumbered backoff gate",
      "MODEL_UNAVAILABLE escalate",
      "CONTEXT_EXHAUSTED continue unnumbered",
      "REFUSED escalate",
      "LLM_ERROR retry 3 backoff",
      "PERMISSION_BLOCKED escalate",
      "TOOL_ERROR retry 2",
      "WORKER_CRASHED resume 5 backoff",
      "STALLED resume 5 backoff",
      "TIMEOUT resume 2",
      "BUDGET_EXCEEDED escalate",
      "MAX_TURNS resume 2",
      "AGENT_GAVE_UP retry 2",
      "CIRCULAR_FIX escalate",
      "BROKEN_BUILD rollback 2",
      "TESTS_FAILED retry 2",
      "NO_CHANGES retry 1",
      "NO_TESTS_COLLECTED retry 1",
      "INTERNAL_ERROR retry 1",
      "INTERRUPTED stop",
      "UNKNOWN retry 1",
    ]
  `)
})

test('agent, work and unknown failures are counted', () => {
  const counted = reasonNames.filter((reason) => /^(?:agent|work|unknown)$/.test(reasons[reason].class))
  expect(reasonNames.filter((reason) => isCounted(reason, {}))).toEqual(counted)
})

test('setup failures are transient only by evidence', () => {
  expect(isTransient('SETUP_FAILED', true, {})).toBe(true)
  expect(isTransient('SETUP_FAILED', false, {})).toBe(false)
  expect(isTransient('LLM_ERROR', false, {})).toBe(true)
  expect(isTransient('TESTS_FAILED', true, {})).toBe(false)
})

test('a project can change parts of a policy', () => {
  expect(policyFor('LLM_ERROR', { LLM_ERROR: { retries: 1 } })).toMatchObject({
    plan: 'retry',
    limit: 1,
    backoff: true,
  })
  expect(policyFor('TESTS_FAILED', { TESTS_FAILED: { backoff: true } })).toMatchObject({
    limit: 2,
    backoff: true,
  })
  expect(policyFor('TESTS_FAILED', { LLM_ERROR: { retries: 1 } }).limit).toBe(2)
})

test('another plan drops the bounds of the default', () => {
  expect(policyFor('CONTEXT_EXHAUSTED', { CONTEXT_EXHAUSTED: { plan: 'retry' } })).toEqual({
    plan: 'retry',
    backoff: false,
    gate: null,
    limit: 1,
  })
  expect(policyFor('CONTEXT_EXHAUSTED', { CONTEXT_EXHAUSTED: { retries: 4 } })).toMatchObject({
    plan: 'continue',
    bound: 'progress',
    limit: 4,
  })
})

test('an unknown word is treated as UNKNOWN', () => {
  expect(policyFor('FLAKY_VPN', {})).toEqual(policyFor('UNKNOWN', {}))
  expect(policyFor('toString', {})).toEqual(policyFor('UNKNOWN', {}))
  expect(policyFor('FLAKY_VPN', { FLAKY_VPN: { plan: 'wait', retries: 3, backoff: true } })).toMatchObject({
    plan: 'wait',
    limit: 3,
  })
  expect(isCounted('FLAKY_VPN', {})).toBe(true)
})
