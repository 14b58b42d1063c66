import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import { jsonLines, lastTrouble, readCapture, readOutput, troublesIn } from '../../../tests/captures.ts'
import type { Retrying } from '../../signals/activity.ts'
import { SignalReader } from '../signal-reader.ts'

const ids = { session_id: 's-1', parent_tool_use_id: null }
const says = (text: string): object => ({
  type: 'assistant',
  uuid: `u-${text}`,
  message: {
    id: `u-${text}`,
    role: 'assistant',
    model: 'qwen3',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 5, output_tokens: 1 },
  },
  ...ids,
})
const result = (more: object): object => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_api_ms: 1,
  permission_denials: [],
  ...ids,
  ...more,
})
const chat = (more: object): object => ({
  uuid: 'u',
  parentUuid: 'p',
  sessionId: 's-2',
  version: '0.24.4',
  ...more,
})
const telemetry = (event: object): object =>
  chat({ type: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: event } })

testCaptures('qwen', [
  ['qwen-400_context', 'provider-error 400'],
  ['qwen-401raw', 'provider-error 401'],
  ['qwen-413', 'provider-error 413'],
  ['qwen-dns', 'provider-error'],
  ['qwen-endless', 'turn-limit'],
  ['qwen-reset_mid', 'provider-error'],
  ['qwen-html200', 'provider-error'],
  ['qwen-flaky429', 'none'],
  ['qwen-tool_unknown', 'none'],
])

test('an error message is not its own words', () => {
  const reading = readCapture('qwen', 'qwen-error_mid')
  expect(reading.facts).toMatchObject({ answered: false, lastWords: '' })
  expect(troublesIn(reading).at(-1)?.at?.excerpt).toMatch(/^The server had an error/)
})

test('a finished run has all its facts', () => {
  const reading = readCapture('qwen', 'qwen-tool_write')
  expect(reading.agent).toBe('qwen')
  expect(reading.facts).toMatchObject({
    closed: true,
    answered: true,
    turns: 2,
    tokens: 280,
    model: 'fake-model',
  })
})

test('turns are counted without a result', () => {
  expect(readCapture('qwen', 'qwen-endless').facts).toMatchObject({ turns: 6, closed: false })
})

test('it is distinguished from Claude Code', () => {
  expect(readOutput(jsonLines(says('Four.'))).agent).toBe('qwen')
  expect(readOutput(jsonLines(result({ result: 'Four.' }))).agent).toBe('qwen')
  expect(readOutput(jsonLines(result({ result: 'Four.', total_cost_usd: 0 }))).agent).toBe('claude')
})

test('retries without later output are an error', () => {
  const retry = { type: 'system', subtype: 'retry', data: { reason: 'retry', discardedToolCalls: 0 }, ...ids }
  expect(lastTrouble(readOutput(jsonLines(retry)))).toBe('provider-error')
  expect(lastTrouble(readOutput(jsonLines(retry, says('Four.'))))).toBe('none')
})

test('a retry has its attempt and pause', () => {
  const data = { reason: 'retry', attempt: 2, maxRetries: 10, delayMs: 60_000, discardedToolCalls: 0 }
  const retry = { type: 'system', subtype: 'retry', data, ...ids }
  expect(troublesIn(readOutput(jsonLines(retry)))[0]?.detail.retry).toEqual({
    attempt: 2,
    of: 10,
    delayMs: 60_000,
  })
})

test('a loop that it detects is reported', () => {
  const message =
    'Loop detection halted the run (consecutive_identical_tool_calls: the model repeated itself).'
  const failed = result({ subtype: 'error_during_execution', is_error: true, error: { message } })
  expect(lastTrouble(readOutput(jsonLines(failed)))).toBe('loop')
})

test('text mode shows the error and its status', () => {
  const reading = readOutput('[API Error: 401 Incorrect API key provided.]\n')
  expect([reading.agent, lastTrouble(reading)]).toEqual(['qwen', 'provider-error 401'])
})

test('a bad flag is a bad start', () => {
  const reading = readOutput('Unknown argument: bogus\nUsage: qwen [options] [command]\n')
  expect([reading.agent, lastTrouble(reading)]).toEqual(['qwen', 'bad-start'])
})

test('an error repeated outside the stream adds nothing', () => {
  const failed = result({
    subtype: 'error_during_execution',
    is_error: true,
    error: { message: '[API Error: 401 no]' },
  })
  const repeated = JSON.stringify(
    { error: { type: 'AlreadyReportedError', message: '[API Error: 401 no]', code: 1 } },
    null,
    2,
  )
  expect(troublesIn(readOutput(`${JSON.stringify([failed])}\n${repeated}\n`))).toHaveLength(1)
})

test('retries on standard error resolve nothing', () => {
  const reading = readOutput(
    'The answer is 4.\nRetrying provider attempt (0 buffered tool call(s) discarded).\n',
  )
  expect([reading.agent, lastTrouble(reading), reading.facts.answered]).toEqual(['qwen', 'none', true])
})

test('its fixed messages are no answer', () => {
  const noise =
    'Ripgrep not available: spawn rg EACCES.\nRetrying provider attempt (0 buffered tool call(s) discarded).\n'
  expect(readOutput(noise).facts).toMatchObject({ answered: false, lastWords: '' })
})

test('a session file shows words, tools and tokens', () => {
  const call = { functionCall: { id: 'c1', name: 'run_shell_command', args: { command: 'ls' } } }
  const reading = readOutput(
    jsonLines(
      chat({ type: 'user', message: { role: 'user', parts: [{ text: 'Do it.' }] } }),
      chat({
        type: 'assistant',
        model: 'qwen3',
        message: { role: 'model', parts: [{ text: 'I look.' }, call] },
        usageMetadata: { totalTokenCount: 140 },
      }),
    ),
  )
  expect(reading.agent).toBe('qwen')
  expect(reading.facts).toMatchObject({
    sessionId: 's-2',
    model: 'qwen3',
    tokens: 140,
    openTool: 'run_shell_command ls',
    lastWords: 'I look.',
  })
})

test('a session file that ends well is closed', () => {
  const done = chat({
    type: 'assistant',
    model: 'qwen3',
    message: { role: 'model', parts: [{ text: 'Done.' }] },
  })
  const asked = chat({ type: 'user', message: { role: 'user', parts: [{ text: 'And now?' }] } })
  const counted = telemetry({ 'event.name': 'qwen-code.api_response', status_code: 200 })
  expect(readOutput(jsonLines(asked, done, counted)).facts.closed).toBe(true)
  expect(readOutput(jsonLines(done, asked)).facts.closed).toBe(false)
  const ended = (output: string): boolean => readOutput(output).signals.some(({ what }) => what === 'success')
  expect(ended(jsonLines(asked, done))).toBe(true)
  expect(ended(jsonLines(done, asked))).toBe(false)
})

test('a session file shows its failed requests', () => {
  const failed = telemetry({
    'event.name': 'qwen-code.api_error',
    error_message: '401 Incorrect API key',
    error_type: 'AuthenticationError',
    status_code: 401,
  })
  expect(lastTrouble(readOutput(jsonLines(failed)))).toBe('provider-error 401 AuthenticationError')
})

test('a failed request is open until an answer', () => {
  const failed = { 'event.name': 'qwen-code.api_error', error_message: '500 oops', status_code: 500 }
  const reader = new SignalReader({ agent: 'qwen' })
  const push = (event: object): Retrying | null => {
    reader.push(Buffer.from(jsonLines(telemetry(event))))
    return reader.notes.activity().retrying
  }
  expect(push(failed)).toMatchObject({ status: 500, attempt: 1 })
  expect(push(failed)).toMatchObject({ status: 500, attempt: 2 })
  expect(push({ 'event.name': 'qwen-code.api_response', status_code: 200 })).toBeNull()
})

test('error words in tool results change nothing', () => {
  const scary =
    '[API Error: 401 Unauthorized]\nrate limit exceeded (429)\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: quota'
  const shown = {
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true, content: scary }],
    },
    ...ids,
  }
  const reading = readOutput(
    jsonLines(says('I look.'), shown, says('All is well.'), result({ result: 'All is well.' })),
  )
  expect(reading.signals.map((signal) => signal.what)).toEqual(['success'])
})
