import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const AT = 1795036513928
const start = { type: 'cline_start', timestamp: AT, session_id: '1795036512951_hcsuh', cwd: '/home/dev/p' }
const message = (role: string, content: readonly object[], more: object = {}): object => ({
  type: 'cline_message',
  role,
  timestamp: AT,
  content,
  ...more,
})
const prompt = message('user', [{ type: 'text', text: '<user_input mode="act">Make the file.</user_input>' }])
const call = message(
  'assistant',
  [{ type: 'tool_use', id: 'c1', name: 'run_commands', input: { commands: ['echo hi > made.txt'] } }],
  { metrics: { inputTokens: 120, outputTokens: 20 } },
)
const resultOf = (result: string): object =>
  message('user', [
    { type: 'tool_result', tool_use_id: 'c1', content: [{ query: 'x', result, success: true }] },
  ])
const said = message('assistant', [{ type: 'text', text: 'The file is made.' }])
const failed = (text: string): object =>
  message('assistant', [{ type: 'text', text }], {
    metadata: { displayOnly: true, displayRole: 'error' },
  })
const LIMIT = 'Rate limit reached for gpt-5.5 on tokens per min (TPM): Limit 30000. Please try again in 1s.'

test('a session that ends with words succeeded', () => {
  const reading = readOutput(jsonLines(start, prompt, call, resultOf(''), said))
  expect(reading).toMatchObject({
    agent: 'cline',
    facts: { closed: true, turns: 2, tokens: 140, lastWords: 'The file is made.' },
  })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', resolved: false })
})

test('a failed request has the words of the provider', () => {
  const reading = readOutput(jsonLines(start, prompt, failed(LIMIT)))
  expect(troublesIn(reading).at(-1)).toMatchObject({ source: 'typed', message: LIMIT })
})

test('an empty answer and a cancelled session are reported', () => {
  expect(lastTrouble(readOutput(jsonLines(start, prompt, failed('Model returned empty response'))))).toBe(
    'no-answer',
  )
  const end = { type: 'cline_end', timestamp: AT, status: 'cancelled' }
  expect(lastTrouble(readOutput(jsonLines(start, prompt, call, end)))).toBe('interrupt')
})

test('a session that ends in a tool is not finished', () => {
  expect(readOutput(jsonLines(start, prompt, call)).facts.closed).toBe(false)
})

test('text in the result of a tool does not count', () => {
  const records = [start, prompt, call, resultOf(JSON.stringify(failed(LIMIT))), said]
  expect(troublesIn(readOutput(jsonLines(...records)))).toEqual([])
})

const event = (told: object): object => ({ ts: '2026-11-18T21:15:13.945Z', type: 'agent_event', event: told })
const result = (finishReason: string, text: string): object => ({
  ts: '2026-11-18T21:15:16.045Z',
  type: 'run_result',
  finishReason,
  iterations: 1,
  usage: { inputTokens: 240, outputTokens: 40 },
  text,
})

test('the stream of a good run succeeded', () => {
  const words = event({ type: 'content_end', contentType: 'text', text: 'The file is made.' })
  const reading = readOutput(
    jsonLines(event({ type: 'iteration_start' }), words, result('completed', 'Done.')),
  )
  expect(reading).toMatchObject({ agent: 'cline', facts: { closed: true, turns: 1, tokens: 280 } })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success' })
})

test('the stream of a failed run shows its error', () => {
  const error = event({ type: 'error', error: { name: 'Error', message: LIMIT } })
  expect(troublesIn(readOutput(jsonLines(error, result('error', LIMIT)))).at(-1)).toMatchObject({
    message: LIMIT,
  })
})
