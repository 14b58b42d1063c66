/** I13. tests/long/reading-is-linear.test.ts checks the same with outputs that are larger than every window. */
import { test } from 'vitest'
import { nastyShapes } from '../../tests/nasty-shapes.ts'
import { expectLinear } from '../../tests/work-of-reading.ts'

test.each(Object.entries(nastyShapes))('twice the input takes at most twice the work: %s', (_, make) => {
  expectLinear(make, 24 * 1024)
})
