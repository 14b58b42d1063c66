import { expect, test } from 'vitest'
import { jsonLines, readOutput } from '../../../tests/captures.ts'

const item = (payload: object): object => ({
  timestamp: '2026-11-16T10:00:00.000Z',
  type: 'response_item',
  payload,
})
const call = item({
  type: 'function_call',
  name: 'exec_command',
  arguments: '{"cmd":"npm test"}',
  call_id: 'c-1',
})
const declined = {
  timestamp: '2026-11-16T10:00:00.000Z',
  type: 'event_msg',
  payload: { type: 'item_completed', item: { status: 'declined' } },
}
const output = (code: number, more: string): object =>
  item({ type: 'function_call_output', call_id: 'c-1', output: `Process exited with code ${code}\n${more}` })

/** The reader skims longer lines before it parses them. */
const LONG = 'x'.repeat(5000)

test.each([0, 1])('a long result is read like a short one: %i', (code) => {
  const long = readOutput(jsonLines(call, declined, output(code, LONG)))
  const short = readOutput(jsonLines(call, declined, output(code, '')))
  expect(long.facts).toEqual(short.facts)
  expect(long.facts.openTool).toBeNull()
  const states = short.signals.map(({ what, resolved }) => [what, resolved])
  expect(long.signals.map(({ what, resolved }) => [what, resolved])).toEqual(states)
  expect(states).toEqual([['permission-denied', code === 0]])
})
