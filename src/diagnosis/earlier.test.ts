import { expect, test } from 'vitest'
import { describeEarlier } from './earlier.ts'

test('earlier runs are described in one line', () => {
  expect(describeEarlier({ succeeded: 6, failed: 1, reasons: { USAGE_LIMIT: 1 } })).toBe(
    '7 earlier iterations: 6 succeeded, 1 hit a usage limit',
  )
  expect(describeEarlier({ succeeded: 0, failed: 0, undetermined: 1, reasons: {} })).toBe(
    '1 earlier iteration: 1 without a clear result',
  )
})
