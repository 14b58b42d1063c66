import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const AT = '2026-11-18T09:37:15.585Z'
const header = {
  type: 'session_start',
  id: '5d6b29da-11d3-42b1-b104-05eb09e81b79',
  title: 'Make the file.',
  owner: 'unknown',
  version: 2,
  cwd: '/home/dev/p',
}
const entry = (message: object): object => ({ type: 'message', id: 'd8b4', timestamp: AT, message })
const user = (text: string, more: object = {}): object =>
  entry({ role: 'user', content: [{ type: 'text', text }], ...more })
const prompt = user('Make the file.', { interactionMode: 'auto' })
const call = entry({
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c1', name: 'Execute', input: { command: 'echo hi > made.txt' } }],
  modelId: 'gpt-5.6-sol',
})
const resultOf = (content: string): object =>
  entry({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', is_error: false, content }] })
const said = entry({ role: 'assistant', content: [{ type: 'text', text: 'The file is made.' }] })
const outcome = (reason: string): object => ({
  type: 'agent_turn_outcome',
  turnId: 'd8b4',
  reason,
  resultKind: 'text',
})
const notice = (text: string): object => user(text, { visibility: 'user_only' })
const ended = (text: string, reason: string): string =>
  jsonLines(header, prompt, notice(text), outcome(reason))

test('a session file that was completed succeeded', () => {
  const reading = readOutput(
    jsonLines(header, prompt, call, resultOf('[Process exited with code 0]'), said, outcome('completed')),
  )
  expect(reading).toMatchObject({
    agent: 'droid',
    facts: { closed: true, turns: 2, model: 'gpt-5.6-sol', lastWords: 'The file is made.' },
  })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', resolved: false })
})

test.each([
  [
    'BYOK Error: 401 Incorrect API key provided: k.\n\nUpstream error: no',
    'model_authentication_failed',
    'auth',
  ],
  ['BYOK Error: 429 The usage limit has been reached\n\nMore', 'model_usage_exhausted', 'usage-limit'],
  ['Request blocked by model provider safety checks. Please modify it.', 'model_request_rejected', 'refusal'],
  ['BYOK Error: 429 Rate limit reached\n\nMore', 'model_rate_limited', 'provider-error'],
  ['Cancelled.', 'cancelled', 'interrupt'],
])('the notice %j is the cause of %s', (text, reason, what) => {
  const [trouble] = troublesIn(readOutput(ended(text, reason)))
  expect(trouble).toMatchObject({ what, at: { line: 3 } })
})

test('a completed turn without an answer is no success', () => {
  expect(lastTrouble(readOutput(ended('The model produced several empty responses.', 'completed')))).toBe(
    'no-answer',
  )
})

test.each([
  ['a turn without an outcome', [header, prompt, call]],
  ['a process that exited early', [header, prompt, call, outcome('process_exit')]],
])('%s is not finished', (_, records) => {
  const reading = readOutput(jsonLines(...records))
  expect(reading).toMatchObject({ agent: 'droid', facts: { closed: false } })
  expect(troublesIn(reading)).toEqual([])
})

test('text in the result of a tool does not count', () => {
  const quoted = resultOf(ended('BYOK Error: 401 no', 'model_authentication_failed'))
  expect(troublesIn(readOutput(jsonLines(header, prompt, call, quoted, said, outcome('completed'))))).toEqual(
    [],
  )
})

const session_id = header.id
const init = { type: 'system', subtype: 'init', session_id, model: 'gpt-5.6-sol', reasoning_effort: 'none' }

test('the stream of a good run succeeded', () => {
  const reading = readOutput(
    jsonLines(
      init,
      { type: 'message', role: 'user', text: 'Make the file.', session_id },
      {
        type: 'tool_call',
        id: 'c1',
        messageId: 'm',
        toolId: 'Execute',
        toolName: 'Execute',
        parameters: { command: 'make' },
        session_id,
      },
      { type: 'tool_result', id: 'c1', messageId: 'n', isError: false, value: 'ok', session_id },
      { type: 'message', role: 'assistant', text: 'The file is made.', session_id },
      {
        type: 'completion',
        finalText: 'The file is made.',
        usage: { input_tokens: 240, output_tokens: 40 },
        session_id,
      },
    ),
  )
  expect(reading).toMatchObject({
    agent: 'droid',
    facts: { closed: true, tokens: 280, sessionId: session_id },
  })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success' })
})

test('the stream of a failed run names the cause', () => {
  const output = jsonLines(
    init,
    { type: 'error', source: 'agent_loop', message: "400 This model's maximum context length", session_id },
    { type: 'error', source: 'cli', message: 'Exec failed', session_id },
  )
  expect(troublesIn(readOutput(output))).toMatchObject([{ what: 'provider-error', detail: { status: 400 } }])
})
