import type { Reason } from '../reasons/reason.ts'
import type { What } from '../signals/signal.ts'
import type { DiagnoseInput, Diagnosis } from './diagnosis.ts'
import { signalOfEnding } from './endings.ts'

/** Runners whose summary always has the numbers of passed and failed tests. */
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

/** The number of tests that ran, by runner. Its last summary counts. Skipped tests did not run. */
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

/** Why the passing tests do not count. Null if they do. */
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
        message: `${failed} of ${left} tests failed, although the exit code of the command is 0`,
      }
  }
  return null
}

/**
 * Compares the tests before and after the agent: a test that no longer runs does not pass. Null if at least as many
 * ran as before and none failed, or if their runner does not count them.
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
