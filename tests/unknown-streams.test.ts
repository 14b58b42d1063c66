/** Event streams of unknown agents, from the first record to the diagnosis. */
import { expect, test } from 'vitest'
import { explain } from '../src/agents/explain.ts'

const reasonOf = async (records: readonly object[], exitCode: number): Promise<string | null> => {
  const text = records.map((record) => JSON.stringify(record)).join('\n')
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${text}\n`)
  }
  return (await explain(bytes(), { stage: 'agent_run', exitCode })).reason
}

const asked = { type: 'message', role: 'user', text: 'Do it.' }
const answered = { type: 'message', role: 'assistant', text: 'Done as you wished.' }
const packed = (status: number, type: string): string =>
  `${status} ${JSON.stringify({ type: 'error', error: { type, message: 'no' }, request_id: 'r' })}`

test.each([
  [{ status: 'error', message: '401 Incorrect key provided: abc' }, 'AUTH_FAILED'],
  [{ status: 'error', message: 'request ended without sending any events' }, 'LLM_ERROR'],
  [{ type: 'error', message: 'The socket connection was closed unexpectedly.' }, 'LLM_ERROR'],
  [{ type: 'auto_retry_end', success: false, attempt: 3, finalError: 'terminated' }, 'LLM_ERROR'],
  [{ type: 'error', message: 'Request too large' }, 'CONTEXT_EXHAUSTED'],
  [{ type: 'error', message: packed(403, 'permission_error') }, 'AUTH_FAILED'],
  [{ type: 'error', message: packed(402, 'billing_error') }, 'USAGE_LIMIT'],
  [{ type: 'error', message: packed(404, 'not_found_error') }, 'MODEL_UNAVAILABLE'],
  [{ type: 'error', error: { name: 'ContextOverflowError', data: { message: 'no' } } }, 'CONTEXT_EXHAUSTED'],
  [
    {
      type: 'event',
      event: { type: 'error', error: { name: 'Error', message: 'no' }, errorClass: 'auth_error' },
    },
    'AUTH_FAILED',
  ],
])('the last error %j tells the reason', async (error, reason) => {
  expect(await reasonOf([asked, error, { type: 'error', source: 'cli', message: 'Run failed' }], 1)).toBe(
    reason,
  )
})

test('an error as the last answer fails', async () => {
  const told = { role: 'assistant', content: 'Sorry, I encountered an error: Acme API error: 429 slow down' }
  expect(await reasonOf([asked, told], 0)).toBe('RATE_LIMITED')
  expect(await reasonOf([asked, told, answered], 0)).toBeNull()
})

test('an empty answer is no success', async () => {
  const empty = { type: 'message_end', message: { role: 'assistant', content: [] } }
  expect(await reasonOf([asked, empty], 0)).toBe('LLM_ERROR')
  expect(await reasonOf([asked, empty, answered], 0)).toBeNull()
  expect(await reasonOf([asked, { ...empty, type: 'message_start' }, { type: 'x', note: 'a' }], 0)).toBeNull()
})

test('a stream without an end has no answer', async () => {
  expect(await reasonOf([{ type: 'agent_start' }, asked], 0)).toBe('LLM_ERROR')
  expect(await reasonOf([{ type: 'agent_start' }, asked, { type: 'output', body: 'Done.' }], 0)).toBeNull()
})

test('an error followed by streamed text passes', async () => {
  const text = { type: 'agent_event', event: { type: 'content_start', contentType: 'text', text: 'Well' } }
  expect(
    await reasonOf([asked, { type: 'error', message: '500 The server had an error' }, text], 0),
  ).toBeNull()
})

test('a failed tool in a content event is shown', async () => {
  const tool = (type: string, rest: object): object => ({
    type: 'agent_event',
    event: { type, contentType: 'tool', toolName: 'shell', toolCallId: 'c', ...rest },
  })
  const records = [asked, tool('content_start', { input: {} }), tool('content_end', { error: 'exit 3' })]
  expect(await reasonOf([...records, answered], 0)).toBeNull()
  expect(await reasonOf(records, 0)).toBeNull()
})

test('a warning about continuing is no error', async () => {
  const warning = { type: 'error', message: 'Model metadata not found. Defaulting to fallback metadata.' }
  expect(await reasonOf([asked, warning], 124)).toBe('TIMEOUT')
})

test('signals end an unknown agent like any', async () => {
  expect(await reasonOf([asked, answered], 143)).toBe('INTERRUPTED')
  expect(await reasonOf([asked, answered], 137)).toBe('WORKER_CRASHED')
})

test.each([
  { type: 'result', is_error: true, result: 'It broke.' },
  { event: 'end', is_error: true },
  { type: 'error' },
  { type: 'error', error: { message: 'boom' } },
])('a stream that ends in %j failed', async (last) => {
  expect(await reasonOf([asked, answered, last], 0)).toBe('UNKNOWN')
  expect(await reasonOf([asked, last, answered], 0)).toBeNull()
})
