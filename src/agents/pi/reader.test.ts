import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const AT = '2026-11-18T02:51:20.498Z'
const header = { type: 'session', version: 3, id: '01a1ec90-e1bb-72f9', timestamp: AT, cwd: '/home/dev/p' }
const entry = (message: object): object => ({ type: 'message', id: 'ad0969ca', timestamp: AT, message })
const streamed = (message: object): object => ({ type: 'message_end', message })
const asks = { role: 'user', content: [{ type: 'text', text: 'Make the file.' }], timestamp: 1794970280496 }
const answer = (stopReason: string, content: readonly object[], more: object = {}): object => ({
  role: 'assistant',
  content,
  api: 'anthropic-messages',
  provider: 'anthropic',
  model: 'claude-sonnet-5-5',
  usage: { input: 120, output: 20, totalTokens: 140, cost: { total: 0.01 } },
  stopReason,
  timestamp: 1794970280696,
  ...more,
})
const call = { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'echo hi > made.txt' } }
const result = { role: 'toolResult', toolCallId: 't1', toolName: 'bash', content: [], isError: false }
const said = answer('stop', [{ type: 'text', text: 'The file is made.' }])
const limited = answer('error', [], {
  errorMessage:
    '429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your rate limit."}}',
})

const good = [asks, answer('toolUse', [call]), result, said]

test.each([
  ['a session file', [header, ...good.map(entry)]],
  ['the stream', [header, { type: 'agent_start' }, ...good.map(streamed), { type: 'agent_end' }]],
])('%s that ends with an answer succeeded', (_, records) => {
  const reading = readOutput(jsonLines(...records))
  expect(reading).toMatchObject({
    agent: 'pi',
    facts: { closed: true, turns: 2, tokens: 280, costUsd: 0.02, lastWords: 'The file is made.' },
  })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', resolved: false })
})

test('a failed request has the words of the provider', () => {
  const reading = readOutput(jsonLines(header, entry(asks), entry(limited), entry(limited)))
  expect(troublesIn(reading).at(-1)).toMatchObject({
    what: 'provider-error',
    message: 'This request would exceed your rate limit.',
    detail: { status: 429, code: 'rate_limit_error' },
  })
})

test('a failed request that worked at the second try is recovered', () => {
  const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: '429' }
  expect(
    troublesIn(readOutput(jsonLines(header, streamed(asks), streamed(limited), retry, streamed(said)))),
  ).toEqual([])
})

test.each([
  ['aborted', 'interrupt'],
  ['length', 'provider-error length'],
  ['stop', 'no-answer'],
])('an empty answer that ended with %s is %s', (reason, what) => {
  expect(lastTrouble(readOutput(jsonLines(header, entry(asks), entry(answer(reason, [])))))).toBe(what)
})

test('a session that ends in a tool is not finished', () => {
  const reading = readOutput(jsonLines(header, entry(asks), entry(answer('toolUse', [call]))))
  expect(reading).toMatchObject({ agent: 'pi', facts: { closed: false } })
  expect(troublesIn(reading)).toEqual([])
})

test('text in the result of a tool does not count', () => {
  const quoted = { ...result, content: [{ type: 'text', text: JSON.stringify(entry(limited)) }] }
  const records = [header, entry(asks), entry(answer('toolUse', [call])), entry(quoted), entry(said)]
  expect(troublesIn(readOutput(jsonLines(...records)))).toEqual([])
})
