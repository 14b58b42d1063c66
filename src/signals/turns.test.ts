import { expect, test } from 'vitest'
import { nastyShapes } from '../../tests/nasty-shapes.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'

const readerOf = (bytes: Buffer): SignalReader => {
  const reader = new SignalReader({ stage: 'agent_run', now: new Date(0) })
  reader.push(bytes)
  return reader
}

const long = Buffer.alloc(2 * 1024 * 1024, 'error\n')

test('other work runs while text is read', async () => {
  const reader = readerOf(long)
  const seen: string[] = []
  setImmediate(() => seen.push('somebody else'))
  await reader.endInTurns(1)
  seen.push('the end')
  expect(seen).toEqual(['somebody else', 'the end'])
})

test('without turns no other work runs', () => {
  let turns = 0
  setImmediate(() => (turns += 1))
  readerOf(long).end(1)
  expect(turns).toBe(0)
})

test.each(['lines of colours', 'fences', 'records of errors', 'stated reasons'])(
  'turn by turn the same is read: %s',
  async (name) => {
    const bytes = nastyShapes[name]?.(64 * 1024) ?? long
    expect(await readerOf(bytes).endInTurns(1)).toEqual(readerOf(bytes).end(1))
  },
)
