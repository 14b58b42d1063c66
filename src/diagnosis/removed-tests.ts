import type { Reason } from '../reasons/reason.ts'
import type { What } from '../signals/signal.ts'
import type { DiagnoseInput, Diagnosis } from './diagnosis.ts'
import { signalOfEnding } from './endings.ts'

/** Runners whose summary always tells how many tests passed and how many failed. */
const COUNTING: ReadonlySet<string> = new Set([
  'pytest',
  'unittest',
  'jest',
  'vitest',
  'mocha',
  'tap',
  'node-test',
  'cargo-test',
  'phpunit',
  'rspec',
  'bun-test',
])

type Counts = { readonly failed: number; readonly ran: number }

/** How many tests ran, by runner: its last summary counts. Skipped tests did not run. */
function countTests({ signals }: DiagnoseInput): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const { what, detail } of signals) {
    const { by = '', failed = 0, passed = 0 } = detail
    if (SUMMARIES.has(what) && COUNTING.has(by)) counts.set(by, { failed, ran: failed + passed })
  }
  return counts
}

const SUMMARIES: ReadonlySet<What> = new Set(['tests-failed', 'tests-passed', 'no-tests'])

type Objection = { readonly reason: Reason; readonly rule: string; readonly message: string }

/** Why it does not count that the tests pass; null where it does. */
function objectionTo(before: DiagnoseInput, after: DiagnoseInput): Objection | null {
  const now = countTests(after)
  for (const [by, { ran }] of countTests(before)) {
    const { ran: left, failed } = now.get(by) ?? { ran: 0, failed: 0 }
    const then = `${ran} ${ran === 1 ? 'test' : 'tests'} ran before the agent`
    if (left === 0)
      return { reason: 'NO_TESTS_COLLECTED', rule: 'tests.none-left', message: `${then} and none after it` }
    if (left < ran)
      return {
        reason: 'TESTS_FAILED',
        rule: 'tests.removed',
        message: `${then} and only ${left} after it: some were removed or skipped`,
      }
    if (failed > 0)
      return {
        reason: 'TESTS_FAILED',
        rule: 'tests.fail-with-exit-0',
        message: `${failed} of ${left} tests failed, although the command ended with 0`,
      }
  }
  return null
}

/**
 * The same tests before the agent and after it: a test that is not run any more does not pass. Null where as many ran
 * as before and none failed, or where their runner does not count them.
 */
export function diagnoseRemovedTests(
  before: DiagnoseInput,
  after: DiagnoseInput,
  passed: Diagnosis,
): Diagnosis | null {
  const objection = objectionTo(before, after)
  if (objection === null) return null
  const { reason, rule, message } = objection
  const evidence = [{ ...signalOfEnding(passed.ending, passed.stage), message }]
  return { ...passed, reason, rule, confidence: 'high', evidence }
}
