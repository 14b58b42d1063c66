import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  canceled,
  exampleDiagnosis,
  exampleIntent,
  exampleResult,
  succeeded,
} from '../../tests/examples/records.ts'
import type { RunResult } from './run-result.ts'
import { mayBecome, runActionsOf, runStatuses, type RunStatus } from './run-states.ts'
import { Store } from './store.ts'

const AT = '2026-11-03T10:00:00.000Z'

let root: string
let store: Store

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(join(root, 'record'))
})

afterEach(() => {
  store.close()
  rmSync(root, { recursive: true })
})

const ended = { succeeded, failed: {}, canceled } satisfies Record<string, Partial<RunResult>>

const steps = fc.array(
  fc.oneof(
    fc.record({ event: fc.constant('start' as const) }),
    fc.record({
      event: fc.constant('finish' as const),
      to: fc.constantFrom('succeeded' as const, 'failed' as const, 'canceled' as const),
    }),
    fc.record({
      event: fc.constant('rediagnose' as const),
      to: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
    fc.record({ event: fc.constant('correct' as const) }),
  ),
  { maxLength: 12 },
)

type Walk = typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never

/** The state after a step; null if the table refuses it. */
function expected(state: RunStatus, step: Walk): RunStatus | null {
  if (step.event === 'correct') return runActionsOf(state).includes('correct') ? state : null
  const to: RunStatus = step.event === 'start' ? 'running' : step.to
  return mayBecome(to, state, step.event) ? to : null
}

test('every walk of a run follows the table', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const intent = exampleIntent()
      const numbers = store.begin(intent)
      let state: RunStatus = 'launching'
      for (const step of walk) {
        const then = expected(state, step)
        expect(take(step, exampleResult(intent, numbers))).toBe(then !== null)
        state = then ?? state
        expect(store.find(numbers.run)).toMatchObject({ status: state, actions: runActionsOf(state) })
      }
    }),
    { numRuns: 60 },
  )
})

/** False if the step is refused. */
function take(step: Walk, result: RunResult): boolean {
  switch (step.event) {
    case 'start':
      return store.running(result.runId)
    case 'finish':
      return store.finish({ ...result, ...ended[step.to] })
    case 'rediagnose':
      return store.rediagnosed(
        result.runId,
        exampleDiagnosis({ reason: step.to === 'failed' ? 'TIMEOUT' : null }),
        AT,
      )
    case 'correct':
      return isCorrected(result.run)
  }
}

function isCorrected(run: number): boolean {
  try {
    store.correct(run, { reason: 'TIMEOUT', note: null, at: AT })
    return true
  } catch {
    // A live or canceled run has nothing to correct.
    return false
  }
}

test('the database knows exactly the states of runs', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../tests/schemas/record.sql'), 'utf8')
  const [, listed = ''] = /status TEXT NOT NULL CHECK \(status IN \(([^)]*)\)/.exec(schema) ?? []
  expect(listed.match(/\w+/g)).toEqual([...runStatuses])
})
