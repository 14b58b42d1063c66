import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'

type Record_ = Readonly<Record<string, unknown>>

const read = (...records: readonly Record_[]): Promise<Explanation> =>
  explain(bytesOf(records.map((one) => JSON.stringify(one)).join('\n')))

const asked = { role: 'user', content: 'Add a flag.' }
const called = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c1', function: { name: 'edit', arguments: '{}' } }],
}
const given = { role: 'tool', tool_call_id: 'c1', content: 'Error: no such file' }
const answer = { role: 'assistant', content: 'The flag is in `cli.ts`, with a test beside it.' }

test('a transcript that ends with the answer succeeded', async () => {
  const found = await read(asked, called, given, answer)
  expect(found).toMatchObject({ verdict: 'succeeded', rule: 'success.stated' })
  expect(found.evidence[0]?.line).toBe(4)
})

test.each<readonly [string, Record_]>([
  ['a call', called],
  ['a result', given],
  ['a question', asked],
  ['a plan', { role: 'assistant', content: 'Let me look at the parser.' }],
  ['a call in words', { role: 'assistant', content: 'I look.\n```bash\nls\n```' }],
  ['a denial', { role: 'assistant', content: 'I was unable to make the tests pass.' }],
  ['a piece of an answer', { type: 'message_delta', role: 'assistant', content: 'The flag' }],
])('a transcript that ends with %s proves nothing', async (_, last) => {
  expect((await read(asked, called, given, answer, last)).verdict).not.toBe('succeeded')
})

test('an error after the answer is the ending', async () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  expect(await read(asked, answer, error)).toMatchObject({ verdict: 'failed', reason: 'RATE_LIMITED' })
})

test('an interrupt after the answer changes nothing', async () => {
  const interrupt = { role: 'user', kind: 'interrupt', time: '2026-01-01T10:00:00Z' }
  const idle = { role: 'system', kind: 'status_idle', raw: { stop_reason: { type: 'end_turn' } } }
  expect((await read(asked, called, given, answer, idle, interrupt)).verdict).toBe('succeeded')
})

test('a record that is marked successful reports no error', async () => {
  const found = await read({
    ok: true,
    expected: true,
    error: { code: 'unsupported', message: 'The model needs another provider' },
  })
  expect(found.verdict).not.toBe('failed')
})

test('a sequence of tasks is judged by its last one', async () => {
  const task = (name: string, end: string): string => `[2026-01-01T10:00:00Z] task ${name} ${end}`
  const lines = ['agent log', task('1.1', 'failed (attempts=3)'), task('1.2', 'ok (attempts=1)')]
  expect((await explain(bytesOf(lines.join('\n')))).verdict).toBe('succeeded')
  expect((await explain(bytesOf(lines.toReversed().join('\n')))).verdict).toBe('failed')
})

const claudeRun = (session: string, ...ends: readonly Record_[]): readonly Record_[] =>
  [
    { type: 'system', subtype: 'init', apiKeySource: 'none', model: 'm' },
    { type: 'assistant', message: { id: 'msg', content: [{ type: 'text', text: 'I look first.' }] } },
    ...ends,
  ].map((line) => ({ ...line, session_id: session }))
const ended = (fields: Record_): Record_ => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_api_ms: 1,
  num_turns: 1,
  total_cost_usd: 0.1,
  ...fields,
})
const fine = ended({ result: 'Done.' })
const limited = ended({ is_error: true, api_error_status: 429, result: "You've hit your session limit" })

test('streams of several runs are judged separately', async () => {
  const found = await read(
    ...claudeRun('s1', fine),
    ...claudeRun('s2', limited),
    ...claudeRun('s3'),
    ...claudeRun('s4', fine),
  )
  expect(found).toMatchObject({ verdict: 'succeeded', sessionId: 's4', costUsd: 0.1 })
  expect(found.evidence[0]?.line).toBe(11)
  expect(found.earlier).toEqual({ succeeded: 1, failed: 2, reasons: { USAGE_LIMIT: 1, UNKNOWN: 1 } })
})

test('a limit in the last of several streams decides', async () => {
  const found = await read(...claudeRun('s1', fine), ...claudeRun('s2', fine), ...claudeRun('s3', limited))
  expect(found).toMatchObject({ verdict: 'failed', reason: 'USAGE_LIMIT' })
  expect(found.earlier).toEqual({ succeeded: 2, failed: 0, reasons: {} })
})

test('a session that continues is one run', async () => {
  const found = await read(...claudeRun('s1', fine), ...claudeRun('s1', fine), ...claudeRun('s1', limited))
  expect(found).toMatchObject({ verdict: 'failed', reason: 'USAGE_LIMIT' })
  expect(found.earlier).toBeUndefined()
})

test("an error in the JSON of another program is not the model's", async () => {
  const served = { level: 'info', time: 1, msg: 'request completed', path: '/cart', status: 200 }
  const refused = { level: 'error', time: 2, msg: 'upstream answered 429 Too Many Requests', statusCode: 429 }
  const found = await read(served, served, refused)
  expect(found.reason).not.toBe('RATE_LIMITED')
  expect(found.stage).not.toBe('agent_run')
  const asking = { level: 'info', time: 1, msg: 'asks the model', model: 'm-1' }
  expect((await read(asking, refused)).reason).toBe('RATE_LIMITED')
})

test('an earlier edit does not settle failing tests', async () => {
  const log = [
    'Aider v0.86.1',
    'Model: acme/large with whole edit format',
    'I add the field.',
    'Tokens: 6.3k sent, 337 received. Cost: $0.01 message, $0.04 session.',
    'Applied edit to src/shop.py',
    'FAILED tests/test_shop.py::test_end - AssertionError',
    '1 failed, 8 passed in 0.05s',
  ]
  expect(await explain(bytesOf(log.join('\n')))).toMatchObject({ verdict: 'failed', reason: 'TESTS_FAILED' })
  expect((await explain(bytesOf(log.slice(0, 5).join('\n')))).verdict).toBe('succeeded')
})
