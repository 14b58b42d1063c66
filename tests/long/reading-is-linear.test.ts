/** I13, with outputs that are larger than the windows in which they are read. */
import { expect, test } from 'vitest'
import { SignalReader } from '../knowing-agents.ts'
import { nastyShapes } from '../nasty-shapes.ts'
import { expectLinear } from '../work-of-reading.ts'

test.each(Object.entries(nastyShapes))('twice the input takes at most twice the work: %s', (_, make) => {
  expectLinear(make, 128 * 1024)
})

const deep = Object.entries(nastyShapes).filter(([name]) => name.startsWith('deep'))

test.each(deep)('a deeply nested value does not throw: %s', (_, make) => {
  const reader = new SignalReader({ stage: 'agent_run' })
  reader.push(make(4 * 1024 * 1024))
  expect(() => reader.end(1)).not.toThrow()
})
