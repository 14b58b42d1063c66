import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReason, planKinds, reasonNames } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import type { RunRecord } from '../record/run.ts'
import { parseJson } from '../record/schema.ts'
import { spentBy, usedUp } from './budgets.ts'
import { decidedPlanSchema } from './decided-plan.ts'
import { failedRun, situationAfter, taskRecord } from '../../tests/examples/situations.ts'
import { planNext, type Plan, type Situation } from './plan.ts'
import { classOf, isTransient } from './policy.ts'

const anyReason = fc.constantFrom(...reasonNames, 'FLAKY_VPN')

const anyOverrides = fc.dictionary(
  anyReason,
  fc.record(
    { plan: fc.constantFrom(...planKinds), retries: fc.integer({ min: 0, max: 9 }), backoff: fc.boolean() },
    { requiredKeys: [] },
  ),
  { maxKeys: 4 },
)

const anySurroundings: fc.Arbitrary<Partial<Situation>> = fc.record({
  circular: fc.boolean(),
  evidenceIsTransient: fc.boolean(),
  resume: fc.option(
    fc.record({ sessionId: fc.constant('s'), isPoisoned: fc.boolean(), canResume: fc.boolean() }),
    { nil: null },
  ),
  good: fc.constantFrom(null, { commit: 'abc', certain: true } as const, {
    reason: 'a rebase is in progress',
  }),
  resetAt: fc.constantFrom(null, '2026-11-03T10:00:00.000Z', '2026-11-03T20:00:00.000Z', 'soon'),
  random: fc.double({ min: 0, max: 0.999, noNaN: true }).map((value) => () => value),
  overrides: anyOverrides,
})

const anyEnd = fc.record({
  reason: anyReason,
  changedFiles: fc.constantFrom(null, [], ['src/a.ts']),
  durationMs: fc.integer({ min: 0, max: 7_200_000 }),
  tokens: fc.constantFrom(null, 1000),
  costUsd: fc.constantFrom(null, 0.5),
})

const STARTS: ReadonlySet<Plan['kind']> = new Set(['retry', 'resume', 'continue', 'rollback', 'wait'])

/** What is really different for a worker, read from the fields of the plan and not from its text. */
function isDifferent(plan: Plan, reason: string): boolean {
  const spoke =
    ['agent', 'work', 'unknown'].includes(classOf(reason, {})) ||
    (isReason(reason) && reasons[reason].difference === 'lesson')
  return (
    plan.sessionId !== null ||
    plan.rollbackTo !== null ||
    Object.keys(plan.limits).length > 0 ||
    /hand-off note/.test(plan.differs) ||
    (spoke && /what failed before/.test(plan.differs))
  )
}

test('no identical run follows a permanent reason', () => {
  fc.assert(
    fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 8 }), anySurroundings, (ends, around) => {
      const runs = ends.map(({ reason, ...more }, at) => failedRun(at + 1, reason, more))
      const reason = ends.at(-1)?.reason ?? ''
      const plan = planNext(situationAfter(runs, around))
      if (!STARTS.has(plan.kind) || isTransient(reason, around.evidenceIsTransient ?? false, {})) return
      expect(plan.differs).not.toBe('')
      expect(isDifferent(plan, reason)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('every situation gets a consistent plan', () => {
  fc.assert(
    fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 8 }), anySurroundings, (ends, around) => {
      const runs = ends.map(({ reason, ...more }, at) => failedRun(at + 1, reason, more))
      const situation = situationAfter(runs, around)
      const plan = planNext(situation)
      expect(planNext(situation)).toEqual(plan)
      expect(plan.kind).not.toBe('none')
      expect(plan.escalation !== null).toBe(plan.kind === 'escalate')
      expect(plan.sessionId !== null).toBe(plan.kind === 'resume')
      expect(plan.rollbackTo !== null).toBe(plan.kind === 'rollback')
      expect(STARTS.has(plan.kind)).toBe(plan.differs !== '')
      expect(plan.afterMs).toBeGreaterThanOrEqual(0)
      expect(plan.kind === 'wait' ? Date.parse(plan.until ?? '') > situation.now.getTime() : true).toBe(true)
      expect(plan.until === null || plan.kind === 'wait' || plan.gateKey !== null).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

/** Runs a task until its plan starts no more runs. A kill at any point only repeats the planning. */
function livesOf(
  budget: Situation['task']['budget'],
  ends: readonly { readonly reason: string }[],
  around: Partial<Situation>,
): readonly RunRecord[] {
  const task = taskRecord({ budget })
  const runs: RunRecord[] = []
  for (const { reason, ...more } of ends) {
    runs.push(failedRun(runs.length + 1, reason, more))
    const afterRestart = JSON.parse(JSON.stringify(runs))
    const plan = planNext(situationAfter(afterRestart, { ...around, task }))
    if (!STARTS.has(plan.kind)) break
  }
  return runs
}

test('attempts never exceed the budget of a task', () => {
  const anyBudget = fc.record({
    attempts: fc.integer({ min: 1, max: 6 }),
    wallMs: fc.constant(8 * 3_600_000),
    tokens: fc.constantFrom(null, 5000),
    costUsd: fc.constantFrom(null, 2),
  })
  const manyRuns = fc.array(anyEnd, { minLength: 10, maxLength: 40 })
  fc.assert(
    fc.property(anyBudget, manyRuns, anySurroundings, (budget, ends, around) => {
      const runs = livesOf(budget, ends, { ...around, circular: false })
      expect(spentBy(runs, 0).attempts).toBeLessThanOrEqual(budget.attempts)
      // Only the last run may exceed a budget that is not counted in runs.
      expect(usedUp(budget, spentBy(runs.slice(0, -1), 0))).toBeNull()
    }),
    { numRuns: 1000 },
  )
})

test.each(reasonNames)('%s without any progress eventually ends', (reason) => {
  const runs: RunRecord[] = []
  const task = taskRecord()
  let nowMs = Date.parse('2026-11-03T10:00:00.000Z')
  for (;;) {
    const endedAt = new Date(nowMs).toISOString()
    runs.push(failedRun(runs.length + 1, reason, { endedAt, durationMs: 1000 }))
    const plan = planNext(
      situationAfter(runs, { task, resume: { sessionId: 's', isPoisoned: false, canResume: true } }),
    )
    if (!STARTS.has(plan.kind)) break
    nowMs += plan.afterMs + 1000
  }
  expect(runs.length).toBeLessThanOrEqual(40)
})

test('every plan reads back as it was decided', () => {
  fc.assert(
    fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 8 }), anySurroundings, (ends, around) => {
      const runs = ends.map(({ reason, ...more }, at) => failedRun(at + 1, reason, more))
      const plan = planNext(situationAfter(runs, around))
      expect(parseJson(decidedPlanSchema, JSON.stringify(plan))).toEqual(plan)
    }),
  )
})
