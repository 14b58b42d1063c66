import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleGate } from '../../tests/examples/records.ts'
import { agentAccounts } from '../../tests/knowing-agents.ts'
import { accountOf as accountGiven } from './account.ts'
import { failedRun, taskRecord } from '../../tests/examples/situations.ts'
import {
  afterCanary,
  agentNameOf,
  decideAt,
  decidingGate,
  gateFor,
  gateKeysOf,
  releaseAfterMs,
  type CanaryVerdict,
} from './gates.ts'

const accountOf = (agent: string, env: Readonly<Record<string, string>>): string =>
  accountGiven(agent, env, agentAccounts)

const until = '2026-11-03T15:00:00.000Z'
const before = new Date('2026-11-03T14:59:59.999Z')
const after = new Date(until)

test('gates are shared by account or by machine', () => {
  expect(gateFor('USAGE_LIMIT', 'claude', 'default')).toBe('usage:claude:default')
  expect(gateFor('RATE_LIMITED', 'codex', 'default')).toBe('rate:codex:default')
  expect(gateFor('AUTH_FAILED', 'claude', '1a2b')).toBe('login:claude:1a2b')
  expect(gateFor('DISK_FULL', 'claude', 'default')).toBe('machine:disk')
  expect(gateFor('SANDBOX_ERROR', 'claude', 'default')).toBe('machine:docker')
  expect(gateFor('TESTS_FAILED', 'claude', 'default')).toBeNull()
  expect(gateFor('toString', 'claude', 'default')).toBeNull()
})

test('a task lists every gate it waits at', () => {
  const keys = gateKeysOf(taskRecord({ agent: null, argv: ['/opt/my agent.sh', '{prompt}'] }), 'default', [])
  expect(keys).toContain('usage:my-agent.sh:default')
  expect(keys).toContain('machine:disk')
  expect(keys).toContain('breaker:LLM_ERROR:my-agent.sh')
  expect(keys).toContain('breaker:SETUP_FAILED:no-setup')
  expect(keys).not.toContain('usage:claude:default')
  expect(agentNameOf({ agent: 'claude', argv: null })).toBe('claude')
})

test('a task waits at the breaker of a custom reason', () => {
  const key = 'breaker:FLAKY_VPN:claude'
  const task = taskRecord({ agent: 'claude', argv: null })
  expect(gateKeysOf(task, 'default', [exampleGate({ key, reason: 'FLAKY_VPN' })])).toContain(key)
})

test('a gate admits one run after its time', () => {
  const gate = exampleGate({ until })
  expect(decideAt(gate, before, { isCanaryAlive: false })).toBe('closed')
  expect(decideAt(gate, after, { isCanaryAlive: false })).toBe('probe')
  expect(decideAt({ ...gate, canary: 'run-1' }, after, { isCanaryAlive: true })).toBe('closed')
  expect(decideAt({ ...gate, canary: 'run-1' }, after, { isCanaryAlive: false })).toBe('probe')
  expect(decideAt(null, before, { isCanaryAlive: false })).toBe('open')
})

test('a gate without a time waits for a person', () => {
  for (const unknown of [null, 'tomorrow']) {
    expect(decideAt(exampleGate({ until: unknown }), after, { isCanaryAlive: false })).toBe('closed')
  }
})

test('no run is a canary while another gate holds', () => {
  const due = exampleGate({ key: 'usage:claude:default', until })
  const held = exampleGate({ key: 'machine:disk', until: null })
  const decide = (...gates: readonly (typeof due)[]): unknown => decidingGate(gates, after, () => false)
  expect(decide(due, held)).toEqual({ gate: held, decision: 'closed' })
  expect(decide(due)).toEqual({ gate: due, decision: 'probe' })
  expect(decide()).toBeNull()
})

const verdictOn = (
  reason: string | null,
  gate: { reason: string; probes: number } = { reason: 'USAGE_LIMIT', probes: 0 },
  resetAt: string | null = null,
): CanaryVerdict =>
  afterCanary(
    gate,
    reason === null ? failedRun(1, '', { status: 'succeeded', reason: null }) : failedRun(1, reason),
    { now: after, resetAt, random: () => 0.5 },
  )

test('a canary that succeeds opens its gate', () => {
  expect(verdictOn(null)).toEqual({ kind: 'open' })
  expect(verdictOn('TESTS_FAILED')).toEqual({ kind: 'open' })
  expect(verdictOn('UNKNOWN')).toEqual({ kind: 'open' })
  expect(verdictOn('AGENT_GAVE_UP', { reason: 'TOOL_ERROR', probes: 0 })).toEqual({ kind: 'open' })
})

test('a canary that fails alike moves its gate', () => {
  expect(verdictOn('USAGE_LIMIT', undefined, '2026-11-03T20:00:00.000Z')).toEqual({
    kind: 'move',
    until: '2026-11-03T20:00:30.000Z',
  })
  expect(verdictOn('RATE_LIMITED', { reason: 'RATE_LIMITED', probes: 1 })).toEqual({
    kind: 'move',
    until: '2026-11-03T15:01:00.000Z',
  })
})

test('another provider failure does not open the gate', () => {
  expect(verdictOn('LLM_ERROR')).toEqual({ kind: 'move', until: '2026-11-03T15:00:30.000Z' })
})

test('a canary without output proves nothing', () => {
  expect(verdictOn('SETUP_FAILED')).toEqual({ kind: 'release' })
  expect(verdictOn('INTERRUPTED')).toEqual({ kind: 'release' })
  const canceled = failedRun(1, '', { status: 'canceled', reason: null })
  const options = { now: after, resetAt: null, random: () => 0.5 }
  expect(afterCanary({ reason: 'USAGE_LIMIT', probes: 0 }, canceled, options)).toEqual({ kind: 'release' })
})

test('the third failed probe asks a person', () => {
  const probe = (probes: number): CanaryVerdict =>
    verdictOn('SANDBOX_ERROR', { reason: 'SANDBOX_ERROR', probes })
  expect(probe(1)).toMatchObject({ kind: 'move', until: expect.any(String) })
  expect(probe(2)).toEqual({ kind: 'move', until: null })
})

test('waiting tasks start at different times', () => {
  expect(releaseAfterMs(() => 0)).toBe(0)
  expect(releaseAfterMs(() => 0.999)).toBe(9990)
})

/** Ten runs check the gate repeatedly, and all events happen in any order. */
test('at most one run passes an untested gate', () => {
  const anyStep = fc.record({
    who: fc.integer({ min: 0, max: 9 }),
    kind: fc.constantFrom('look', 'die', 'pass'),
  })
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      let canary: number | null = null
      const alive = new Set<number>()
      for (const { who, kind } of steps) {
        if (kind === 'pass' && alive.has(who)) break
        const gate = exampleGate({ until, canary: canary === null ? null : String(canary) })
        const isCanaryAlive = canary !== null && alive.has(canary)
        if (kind === 'die') alive.delete(who)
        else if (decideAt(gate, after, { isCanaryAlive }) === 'probe') {
          canary = who
          alive.add(who)
        }
        expect(alive.size).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('an account name does not contain its key', () => {
  const key = 'sk-ant-api03-secret'
  const account = accountOf('claude', { ANTHROPIC_API_KEY: key })
  expect(account).toMatch(/^[0-9a-f]{12}$/)
  expect(accountOf('claude', { ANTHROPIC_API_KEY: key, PATH: '/bin' })).toBe(account)
  expect(accountOf('claude', { ANTHROPIC_API_KEY: `${key}2` })).not.toBe(account)
  expect(accountOf('claude', { OPENAI_API_KEY: key })).toBe('default')
  expect(accountOf('claude', { ANTHROPIC_API_KEY: '' })).toBe('default')
  expect(accountOf('agent.sh', { OPENAI_API_KEY: key })).toMatch(/^[0-9a-f]{12}$/)
})

test('two variables never give the same account', () => {
  const one = accountOf('codex', { OPENAI_API_KEY: 'a', CODEX_API_KEY: 'b' })
  const other = accountOf('codex', { OPENAI_API_KEY: 'b', CODEX_API_KEY: 'a' })
  expect(one).not.toBe(other)
  expect(accountOf('codex', { OPENAI_API_KEY: 'a' })).not.toBe(accountOf('codex', { CODEX_API_KEY: 'a' }))
})
