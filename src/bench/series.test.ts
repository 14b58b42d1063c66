import * as fc from 'fast-check'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { valuesOf } from '../../tests/values-of.ts'
import { parseJson } from '../record/schema.ts'
import { attemptSchema, type AttemptRecord } from './attempt-record.ts'
import { parseAttempt } from './report/parse-attempt.ts'
import { liveAttemptSchema, seriesSchema } from './series.ts'

test('files of a series read back as written', () => {
  for (const schema of [seriesSchema, liveAttemptSchema])
    fc.assert(
      fc.property(valuesOf<v.GenericSchema>(schema), (value) => {
        expect(parseJson(schema, JSON.stringify(value))).toEqual(value)
      }),
      { numRuns: 50 },
    )
})

/** As Mayday writes them: an attempt passed if and only if there is no reason. */
const attempts = valuesOf(attemptSchema).map((record): AttemptRecord => ({
  ...record,
  passed: record.failure_reason === null,
  duration_ms: Math.abs(record.duration_ms),
}))

test('a line of attempts reads back as written', () => {
  fc.assert(
    fc.property(attempts, (record) => {
      expect(parseAttempt(JSON.stringify(record))).toEqual({ record, problem: null })
    }),
  )
})

test('a damaged series file is refused', () => {
  const damaged = { format: 'mayday.series/1', series: 's', tasks: 'none' }
  expect(parseJson(seriesSchema, JSON.stringify(damaged))).toBeNull()
})
