import * as fc from 'fast-check'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { valuesOf } from '../../tests/values-of.ts'
import { exampleIntent, exampleResult } from '../../tests/examples/records.ts'
import { resultSchema } from '../record/run-result.ts'
import { fits, parseJson } from '../record/schema.ts'
import { eventSchema } from './event-schema.ts'
import { opinionSchema } from './opinion/kept-opinion.ts'
import { identitySchema } from './processes/processes.ts'
import { knownTestsSchema } from '../diagnosis/test-schemas.ts'
import { eventIn } from './run-shapes.ts'

const isResult = (value: unknown): boolean => fits(resultSchema, value)
const isRecorded = (value: unknown): boolean => eventIn(JSON.stringify(value)) !== null

const result = exampleResult(exampleIntent(), { run: 1, taskId: '0', attempt: 1 })

test('a result that Mayday wrote is valid', () => {
  expect(isResult(result)).toBe(true)
  expect(isResult({ ...result, ofANewerVersion: 1 })).toBe(true)
})

test.each(Object.keys(result))('a result with a strange %s is invalid', (name) => {
  expect(isResult({ ...result, [name]: Symbol('strange') })).toBe(false)
})

test.each([
  { status: 'exploded' },
  { durationMs: -1 },
  { startedAt: 'soon' },
  { stages: {} },
  { ending: { kind: 'exit' } },
  { status: 'canceled', reason: 'TIMEOUT' },
])('a result with %j is invalid', (wrong) => {
  expect(isResult({ ...result, ...wrong })).toBe(false)
})

test('each kind of event has its shape', () => {
  const at = '2026-11-03T10:00:00.000Z'
  expect(isRecorded({ at, event: 'stage:starting', stage: 'agent_run', from: 0, fromLine: 0 })).toBe(true)
  expect(isRecorded({ at, event: 'stage:starting', stage: 'agent_run', from: -1, fromLine: 0 })).toBe(false)
  expect(isRecorded({ at, event: 'of:tomorrow' })).toBe(true)
  expect(isRecorded({ event: 'of:tomorrow' })).toBe(false)
})

test('data kept of a run reads back unchanged', () => {
  for (const schema of [eventSchema, identitySchema, knownTestsSchema, opinionSchema])
    fc.assert(
      fc.property(valuesOf<v.GenericSchema>(schema), (value) => {
        expect(parseJson(schema, JSON.stringify(value))).toEqual(value)
      }),
      { numRuns: 50 },
    )
})
