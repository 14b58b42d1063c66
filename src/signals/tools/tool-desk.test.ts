import { expect, test } from 'vitest'
import { bytesOf } from '../../../tests/bytes-of.ts'
import { readSignals } from '../../../tests/knowing-agents.ts'

test('outputs that are read later give the same result', async () => {
  const output = 'npm test\nTests:       1 failed, 2 passed, 3 total\nnpm ERR! Test failed.\n'
  const found: string[] = []
  for (let time = 0; time < 6; time += 1) {
    const { signals } = await readSignals(bytesOf(output))
    found.push(signals.map(({ what, message }) => `${what} ${message}`).join('\n'))
  }
  expect(new Set(found).size).toBe(1)
})
