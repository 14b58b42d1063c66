import { expect } from 'vitest'
import { copying } from '../src/secrets/growing-bytes.ts'
import { work } from '../src/signals/bytes/work.ts'
import { SignalReader } from './knowing-agents.ts'

const CHUNK_BYTES = 64 * 1024

/** All counters together. A thrown error costs as much as reading 4096 characters. */
const totalWork = (): number =>
  Object.entries(work).reduce(
    (sum, [name, count]) => sum + (name === 'throws' ? 4096 * count : count),
    copying.bytes,
  )

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

/** Reads an output of some size and one of twice the size, and compares the work. */
export function expectLinear(make: (bytes: number) => Buffer, bytes: number): void {
  const whole = make(2 * bytes)
  const [once, twice] = [workOf(make(bytes)), workOf(whole)]
  expect(twice).toBeLessThanOrEqual(2.3 * once + SLACK_BYTES)
  expect(twice).toBeLessThanOrEqual(MOST_PER_BYTE * whole.length + SLACK_BYTES)
}
