import { expect, test } from 'vitest'
import type { TestComparison } from '../diagnosis/compare-tests.ts'
import { classifyFailure } from '../diagnosis/classify-failure.ts'
import { exampleDiagnosis } from '../../tests/examples/records.ts'
import type { RunRecord } from '../record/run.ts'
import { failedRun, situationAfter, taskRecord } from '../../tests/examples/situations.ts'
import { planNext, type Plan, type Situation } from './plan.ts'

type Kinds = NonNullable<TestComparison['kinds']>

/** A number of runs that failed for one reason, one after another. */
const times = (count: number, reason: string, more: Partial<RunRecord> = {}): readonly RunRecord[] =>
  Array.from({ length: count }, (_, index) => failedRun(index + 1, reason, more))

const planAfter = (count: number, reason: string, more: Partial<Situation> = {}): Plan =>
  planNext(situationAfter(times(count, reason), more))

const session = { sessionId: 'session-1', isPoisoned: false, canResume: true }
const good = { commit: 'abc123', certain: true } as const

test.each([
  ['syntax error', 0, 'abc123', 'rollback'],
  ['syntax error', 0, null, 'escalate'],
  ['test failed', 0, null, 'retry'],
  ['test failed', 2, null, 'retry'],
  ['test failed', 3, null, 'escalate'],
  ['token limit', 9, null, 'continue'],
  ['weird', 0, null, 'retry'],
  ['weird', 1, null, 'retry'],
  ['weird', 2, null, 'escalate'],
])('"%s" after %i attempts, good commit %s: %s', (error, priorAttempts, commit, kind) => {
  const { reason } = classifyFailure(error, {})
  // The attempts include the one that just failed. Each of them made progress.
  const runs = times(Math.max(1, priorAttempts), reason, { changedFiles: ['src/login.ts'] })
  expect(planNext(situationAfter(runs, { good: commit === null ? null : { ...good, commit } })).kind).toBe(
    kind,
  )
})

test('a success leaves nothing to do', () => {
  const run = failedRun(1, 'UNKNOWN', { status: 'succeeded', reason: null })
  expect(planNext(situationAfter([run])).kind).toBe('none')
  const at = '2026-11-03T12:00:00.000Z'
  const corrected = failedRun(1, 'TESTS_FAILED', { correction: { reason: null, note: null, at } })
  expect(planNext(situationAfter([corrected], { circular: true })).kind).toBe('none')
})

test('a run that has not ended gets no plan', () => {
  const run = failedRun(1, 'UNKNOWN', { status: 'running', reason: null, endedAt: null })
  expect(planNext(situationAfter([run])).kind).toBe('none')
  expect(planNext(situationAfter([])).kind).toBe('none')
})

test('a canceled run stops its task', () => {
  const run = failedRun(1, 'UNKNOWN', { status: 'canceled', reason: null })
  expect(planNext(situationAfter([run]))).toMatchObject({ kind: 'stop', countsAsAttempt: false })
})

test('failures from before the task go to a person', () => {
  const words = 'no new failure: 1 failed before the agent began'
  const kinds: Kinds = { new: [], old: ['a'], flaky: [], unnamed: 0 }
  const after = (more: Partial<Kinds>, reason = 'TESTS_FAILED'): Plan => {
    const diagnosis = exampleDiagnosis({ reason, compared: { kinds: { ...kinds, ...more }, words } })
    return planNext(situationAfter([failedRun(1, reason, { diagnosis })], { otherAgent: 'codex' }))
  }
  expect(after({})).toMatchObject({
    kind: 'escalate',
    why: `Verify failed with ${words}. Another attempt would not change that.`,
    escalation: {
      key: 'task:7:NO_NEW_FAILURE',
      actions: ['mayday show 1', 'mayday correct 1 --reason none', 'mayday retry 1', 'mayday skip 7'],
    },
  })
  expect(after({ new: ['b'] }).kind).toBe('retry')
  expect(after({ unnamed: 2 }).kind).toBe('retry')
  expect(after({}, 'STALLED').kind).not.toBe('escalate')
})

test('a repeated approach is skipped and named', () => {
  const diagnosis = exampleDiagnosis({
    reason: 'TESTS_FAILED',
    failing: ['tests/login.test.ts'],
    approach: 'I will mock the clock.',
    repeats: [1, 2],
  })
  const runs = times(2, 'TESTS_FAILED', { diagnosis })
  expect(planNext(situationAfter(runs, { circular: true })).escalation).toEqual({
    key: 'task:7:CIRCULAR_FIX',
    cause:
      'The agent goes in circles: the same approach as in runs 1, 2 was tried again: "I will mock the clock". Still failing: tests/login.test.ts. Skip the task.',
    actions: ['mayday show 2', 'mayday retry 2', 'mayday skip 7'],
  })
})

test('an external failure is no repeated approach', () => {
  expect(planAfter(3, 'LLM_ERROR', { circular: true }).kind).toBe('retry')
  expect(planAfter(3, 'STALLED', { circular: true }).kind).toBe('retry')
  expect(planAfter(1, 'AUTH_FAILED', { circular: true }).escalation?.key).toBe('login:claude:default')
})

test('a lost session is replaced by a new one', () => {
  const runs = [failedRun(1, 'WORKER_CRASHED'), failedRun(2, 'LAUNCH_REJECTED')]
  expect(planNext(situationAfter(runs, { wasResumed: true }))).toMatchObject({
    kind: 'retry',
    why: 'LAUNCH_REJECTED: The agent could not resume its session.',
    differs: 'a hand-off note says what is done and what is left, the session is new',
    countsAsAttempt: false,
  })
  expect(planNext(situationAfter(runs)).kind).toBe('escalate')
})

test('a resumed command that never started is escalated', () => {
  const run = failedRun(2, 'LAUNCH_REJECTED', { ending: { kind: 'never-started' } })
  expect(planNext(situationAfter([run], { wasResumed: true })).kind).toBe('escalate')
})

test('an escalation names the used up budget', () => {
  const spent = { attempts: 1, wallMs: 8 * 3_600_000, tokens: 0, costUsd: 0 }
  expect(planAfter(1, 'TESTS_FAILED', { spent })).toMatchObject({
    kind: 'escalate',
    escalation: {
      key: 'task:7:BUDGET',
      cause:
        'The task used up all its running time (1 attempt, 480 min). Last: The code runs, but its tests or checks fail.',
    },
  })
})

test('a task without budget still closes the gate', () => {
  const spent = { attempts: 5, wallMs: 0, tokens: 0, costUsd: 0 }
  const resetAt = '2026-11-03T15:00:00.000Z'
  expect(planAfter(1, 'USAGE_LIMIT', { spent, resetAt })).toMatchObject({
    kind: 'escalate',
    gateKey: 'usage:claude:default',
    until: '2026-11-03T15:00:30.000Z',
    escalation: { key: 'task:7:BUDGET' },
  })
  expect(planAfter(1, 'USAGE_LIMIT', { spent }).escalation?.key).toBe('usage:claude:default')
})

test('failed tests are retried with the lesson', () => {
  expect(planAfter(1, 'TESTS_FAILED')).toEqual({
    kind: 'retry',
    why: 'TESTS_FAILED (1 of 2): The code runs, but its tests or checks fail.',
    differs: 'the prompt says what failed before, the session is new',
    afterMs: 0,
    until: null,
    gateKey: null,
    source: null,
    sessionId: null,
    rollbackTo: null,
    limits: {},
    countsAsAttempt: true,
    escalation: null,
  })
})

test('a plan says that a command may not read', () => {
  const blind = taskRecord({ agent: null, argv: ['./agent.sh'] })
  expect(planAfter(1, 'TESTS_FAILED', { task: blind }).differs).toContain('may not read')
  const seeing = taskRecord({ agent: null, argv: ['./agent.sh', '{prompt}'] })
  expect(planAfter(1, 'TESTS_FAILED', { task: seeing }).differs).not.toContain('may not read')
})

test('a manual retry resets all counters', () => {
  expect(planAfter(3, 'TESTS_FAILED').kind).toBe('escalate')
  expect(planAfter(3, 'TESTS_FAILED', { task: taskRecord({ sinceRun: 2 }) }).kind).toBe('retry')
})

test('each reason has a separate counter', () => {
  const runs = ['TESTS_FAILED', 'NO_CHANGES', 'TESTS_FAILED'].map((reason, at) => failedRun(at + 1, reason))
  expect(planNext(situationAfter(runs)).kind).toBe('retry')
  expect(planNext(situationAfter([...runs, failedRun(4, 'NO_CHANGES')])).kind).toBe('escalate')
})

test('only a healthy session is resumed', () => {
  for (const reason of ['TIMEOUT', 'MAX_TURNS', 'STALLED', 'WORKER_CRASHED']) {
    expect(planAfter(1, reason, { resume: session })).toMatchObject({
      kind: 'resume',
      sessionId: 'session-1',
    })
    for (const resume of [null, { ...session, isPoisoned: true }, { ...session, canResume: false }]) {
      const plan = planAfter(1, reason, { resume })
      expect(plan).toMatchObject({ kind: 'retry', sessionId: null })
      expect(plan.differs).toContain('hand-off note')
    }
  }
  expect(planAfter(3, 'TIMEOUT', { resume: session }).kind).toBe('escalate')
})

test('a broken build is rolled back', () => {
  expect(planAfter(1, 'BROKEN_BUILD', { good })).toMatchObject({
    kind: 'rollback',
    rollbackTo: 'abc123',
    differs:
      'the files are back in the last good state, the prompt says what failed before, the session is new',
  })
  expect(planAfter(3, 'BROKEN_BUILD', { good }).kind).toBe('escalate')
})

test('an unsafe rollback asks a person', () => {
  const uncertain = planAfter(1, 'BROKEN_BUILD', { good: { reason: 'a rebase is in progress' } })
  expect(uncertain).toMatchObject({ kind: 'escalate', rollbackTo: null })
  expect(uncertain.escalation?.cause).toContain('a rebase is in progress')
  expect(planAfter(1, 'BROKEN_BUILD').escalation?.cause).toContain('No good state is known')
})

test('a full context continues while files change', () => {
  const [empty, full] = [{ changedFiles: [] }, { changedFiles: ['src/login.ts'] }]
  const after = (...changes: readonly Partial<RunRecord>[]): Plan['kind'] =>
    planNext(situationAfter(changes.map((more, at) => failedRun(at + 1, 'CONTEXT_EXHAUSTED', more)))).kind
  expect(after(empty)).toBe('continue')
  expect(after(empty, full)).toBe('continue')
  expect(after(full, empty)).toBe('continue')
  expect(after(full, empty, empty)).toBe('escalate')
  expect(planAfter(1, 'CONTEXT_EXHAUSTED').differs).toContain('hand-off note')
})

test('external failures do not interrupt a row', () => {
  const between = (reason: string): Plan['kind'] => {
    const reasons = ['CONTEXT_EXHAUSTED', reason, 'CONTEXT_EXHAUSTED']
    return planNext(situationAfter(reasons.map((each, at) => failedRun(at + 1, each)))).kind
  }
  expect(between('TESTS_FAILED')).toBe('continue')
  expect(between('LLM_ERROR')).toBe('escalate')
})

test('a usage limit is waited for until its reset', () => {
  const resetAt = '2026-11-03T15:00:00.000Z'
  expect(planAfter(1, 'USAGE_LIMIT', { resetAt })).toMatchObject({
    kind: 'wait',
    until: '2026-11-03T15:00:30.000Z',
    gateKey: 'usage:claude:default',
    source: 'the provider',
    countsAsAttempt: false,
    afterMs: 4 * 3_600_000 + 59 * 60_000 - 30_000 + 30_000,
  })
})

test('a reset in two seconds waits two seconds', () => {
  const now = new Date('2026-11-03T10:00:00.000Z')
  const plan = planAfter(1, 'USAGE_LIMIT', { now, resetAt: '2026-11-03T10:00:02.000Z', random: () => 0.99 })
  expect(plan.afterMs).toBe(2198)
})

test('a limit without a reset needs a person', () => {
  expect(planAfter(1, 'USAGE_LIMIT')).toMatchObject({
    kind: 'escalate',
    gateKey: 'usage:claude:default',
    until: null,
    escalation: { key: 'usage:claude:default' },
  })
  for (const resetAt of ['2099-01-01T00:00:00.000Z', 'tomorrow']) {
    expect(planAfter(1, 'USAGE_LIMIT', { resetAt }).kind).toBe('escalate')
  }
})

test('a reset that just passed has limited retries', () => {
  const resetAt = '2026-11-03T09:00:00.000Z'
  expect(planAfter(1, 'USAGE_LIMIT', { resetAt })).toMatchObject({ kind: 'wait', afterMs: 30_000 })
  expect(planAfter(6, 'USAGE_LIMIT', { resetAt }).kind).toBe('escalate')
})

test('a rate limit is escalated after two hours', () => {
  const now = (minutes: number): Date => new Date(Date.parse('2026-11-03T10:01:30.000Z') + minutes * 60_000)
  expect(planAfter(2, 'RATE_LIMITED')).toMatchObject({
    kind: 'wait',
    afterMs: 60_000,
    gateKey: 'rate:claude:default',
  })
  expect(planAfter(9, 'RATE_LIMITED', { now: now(119) })).toMatchObject({ kind: 'wait', afterMs: 300_000 })
  expect(planAfter(9, 'RATE_LIMITED', { now: now(120) })).toMatchObject({
    kind: 'escalate',
    gateKey: 'rate:claude:default',
    until: now(125).toISOString(),
    escalation: { key: 'rate:claude:default' },
  })
})

test('a known reset does not extend two hours', () => {
  const now = new Date('2026-11-03T12:01:30.000Z')
  const resetAt = '2026-11-03T12:02:00.000Z'
  expect(planAfter(9, 'RATE_LIMITED', { now, resetAt }).kind).toBe('escalate')
  expect(planAfter(1, 'RATE_LIMITED', { resetAt: '2026-11-03T10:02:00.000Z' }).afterMs).toBe(31_500)
})

test('progress restarts the time of a rate limit', () => {
  const runs = [
    failedRun(1, 'RATE_LIMITED'),
    failedRun(150, 'RATE_LIMITED', { changedFiles: ['src/login.ts'] }),
    failedRun(152, 'RATE_LIMITED'),
  ]
  expect(planNext(situationAfter(runs)).kind).toBe('wait')
})

test('an expired login pauses everything with one escalation', () => {
  expect(planAfter(1, 'AUTH_FAILED')).toMatchObject({
    kind: 'escalate',
    gateKey: 'login:claude:default',
    until: null,
    countsAsAttempt: false,
    escalation: {
      key: 'login:claude:default',
      cause: 'The provider did not accept the login. Everything on this account waits.',
      actions: [
        'claude, then /login',
        'mayday show 1',
        'mayday wait --open login:claude:default',
        'mayday retry 1',
        'mayday skip 7',
      ],
    },
  })
  expect(planAfter(1, 'DISK_FULL').escalation?.key).toBe('machine:disk')
})

test('a broken sandbox is probed three times', () => {
  expect(planAfter(3, 'SANDBOX_ERROR')).toMatchObject({ kind: 'wait', gateKey: 'machine:docker' })
  expect(planAfter(4, 'SANDBOX_ERROR')).toMatchObject({
    kind: 'escalate',
    until: null,
    gateKey: 'machine:docker',
  })
})

test('a failed setup is retried only if transient', () => {
  expect(planAfter(1, 'SETUP_FAILED', { evidenceIsTransient: true })).toMatchObject({
    kind: 'retry',
    afterMs: 30_000,
    differs: 'nothing: the cause may be temporary',
  })
  expect(planAfter(1, 'SETUP_FAILED').kind).toBe('escalate')
  expect(planAfter(2, 'SETUP_FAILED', { evidenceIsTransient: true }).kind).toBe('escalate')
})

test('a setup that timed out gets more time', () => {
  const task = taskRecord({ limits: { setupMs: 1000 } })
  expect(planAfter(1, 'SETUP_TIMEOUT', { task })).toMatchObject({ kind: 'retry', limits: { setupMs: 2000 } })
  expect(planAfter(1, 'SETUP_TIMEOUT', { evidenceIsTransient: true }).limits).toEqual({})
})

test('a provider error is retried with growing pauses', () => {
  const pauses = [1, 2, 3].map((count) => planAfter(count, 'LLM_ERROR').afterMs)
  expect(pauses).toEqual([30_000, 60_000, 120_000])
  expect(planAfter(4, 'LLM_ERROR').kind).toBe('escalate')
})

test('an identical run that cannot help is refused', () => {
  const overrides = { AUTH_FAILED: { plan: 'retry', retries: 3 }, LAUNCH_REJECTED: { plan: 'wait' } } as const
  for (const reason of Object.keys(overrides)) {
    const plan = planAfter(1, reason, { overrides })
    expect(plan.kind).toBe('escalate')
    expect(plan.why).toContain('Another run would be the same')
  }
})

test('a project chooses another plan for a reason', () => {
  const overrides = {
    TESTS_FAILED: { plan: 'rollback', retries: 1 },
    USAGE_LIMIT: { plan: 'escalate' },
  } as const
  expect(planAfter(1, 'TESTS_FAILED', { overrides, good }).kind).toBe('rollback')
  expect(planAfter(2, 'TESTS_FAILED', { overrides, good }).kind).toBe('escalate')
  expect(planAfter(1, 'USAGE_LIMIT', { overrides, resetAt: '2026-11-03T15:00:00.000Z' }).kind).toBe(
    'escalate',
  )
})

test('an interrupted run stops without counting', () => {
  expect(planAfter(1, 'INTERRUPTED')).toMatchObject({ kind: 'stop', countsAsAttempt: false })
  expect(planAfter(1, 'BASELINE_NOT_FAILING').kind).toBe('stop')
})
