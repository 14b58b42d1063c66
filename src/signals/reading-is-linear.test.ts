import { expect, test } from 'vitest'
import { nastyShapes } from '../../tests/nasty-shapes.ts'
import { totalWork } from './bytes/work.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'

const CHUNK_BYTES = 64 * 1024

function workOf(bytes: Buffer): number {
  const before = totalWork()
  const reader = new SignalReader({ stage: 'agent_run' })
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) reader.push(bytes.subarray(at, at + CHUNK_BYTES))
  reader.end(1)
  return totalWork() - before
}

/** The most work per byte of any output, and the fixed cost of starting. */
const MOST_PER_BYTE = 60
const SLACK_BYTES = 100_000

test.each(Object.entries(nastyShapes))('twice the input takes at most twice the work: %s', (_, make) => {
  const half = make(128 * 1024)
  const whole = make(256 * 1024)
  const [once, twice] = [workOf(half), workOf(whole)]
  expect(twice).toBeLessThanOrEqual(2.3 * once + SLACK_BYTES)
  expect(twice).toBeLessThanOrEqual(MOST_PER_BYTE * whole.length + SLACK_BYTES)
})

const deep = Object.entries(nastyShapes).filter(([name]) => name.startsWith('deep'))

test.each(deep)('a deeply nested value does not throw: %s', (_, make) => {
  const reader = new SignalReader({ stage: 'agent_run' })
  reader.push(make(4 * 1024 * 1024))
  expect(() => reader.end(1)).not.toThrow()
})
