import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import {
  jsonLines,
  lastTrouble,
  readCapture,
  readOutput,
  readSession,
  recognisedIn,
  troublesIn,
} from '../../../tests/captures.ts'
import type { Reading } from '../../signals/signal.ts'

const at = (fields: object): object => ({ timestamp: '2026-11-15T07:10:00.000Z', ...fields })
const init = at({ type: 'init', session_id: '48b91842-0000-4000-8000-000000000001', model: 'gemini-2.5-pro' })
const says = (content: string): object => at({ type: 'message', role: 'assistant', content, delta: true })
const calls = at({
  type: 'tool_use',
  tool_name: 'run_shell_command',
  tool_id: 't1',
  parameters: { command: 'make' },
})
const result = (output: string): object =>
  at({ type: 'tool_result', tool_id: 't1', status: 'success', output })
const success = at({ type: 'result', status: 'success', stats: { total_tokens: 140 } })
const attempt = (count: number): string =>
  `Attempt ${count} failed with status 503. Retrying with backoff... _ApiError: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\n    at retry (file:///opt/x.js:1:2) {\n  status: 503\n}\n`
const session = (name: string): Reading => readSession('gemini', name)

test('every capture is recognised by its content', () => {
  expect(recognisedIn('gemini')).toEqual(new Set(['gemini']))
})

testCaptures('gemini', [
  ['gemini-404', 'provider-error 404 ModelNotFoundError'],
  ['gemini-413', 'provider-error 413 INVALID_ARGUMENT'],
  ['gemini-429_long', 'provider-error 429 TerminalQuotaError'],
  ['gemini-529', 'provider-error 503 UNAVAILABLE'],
  ['gemini-502html', 'provider-error 502 Bad Gateway'],
  ['gemini-tool_then_401', 'provider-error 400 API_KEY_INVALID'],
  ['gemini-usage_limit', 'usage-limit'],
  ['gemini-usage_limit-as-json', 'usage-limit 429'],
  ['gemini-refused', 'provider-error'],
  ['gemini-empty', 'no-answer'],
  ['gemini-empty-as-json', 'no-answer INVALID_STREAM'],
  ['gemini-empty-as-text', 'no-answer'],
  ['gemini-error_mid', 'provider-error'],
  ['gemini-endless', 'turn-limit FatalTurnLimitedError'],
  ['gemini-endless-as-json', 'turn-limit FatalTurnLimitedError'],
  ['gemini-endless-as-text', 'turn-limit'],
  ['gemini-loop', 'loop'],
  ['gemini-ok-with-bad-flag', 'bad-start'],
  ['gemini-ok-with-bad-settings', 'bad-start'],
  ['gemini-ok-with-untrusted', 'bad-start'],
  ['gemini-ok-with-no-key', 'auth'],
  ['gemini-flaky500', 'none'],
  ['gemini-hang_mid', 'none'],
  ['gemini-ok-as-json', 'none'],
])

test('the evidence is the human message of the provider', () => {
  const [trouble] = troublesIn(readCapture('gemini', 'gemini-tool_then_401'))
  expect(trouble?.message).toBe('API key not valid. Please pass a valid API key.')
  expect(trouble?.at?.excerpt).toMatch(/^API key not valid/)
})

test('a successful run has its facts', () => {
  expect(readCapture('gemini', 'gemini-tool_write').facts).toMatchObject({
    model: 'gemini-2.5-pro',
    turns: 2,
    tokens: 280,
    closed: true,
    openTool: null,
    lastWords: 'I will write a file.\nFAKE-DONE after 1 tool results',
    files: ['/home/dev/project/hello.txt'],
  })
})

test('a whole JSON answer has its facts', () => {
  expect(readCapture('gemini', 'gemini-ok-as-json').facts).toMatchObject({
    model: 'gemini-2.5-pro',
    tokens: 140,
    closed: true,
    lastWords: 'FAKE-OK the answer is 4',
  })
})

test('a killed run leaves its command open', () => {
  const { facts } = readCapture('gemini', 'gemini-tool_sleep-with-SIGKILL')
  expect(facts).toMatchObject({ closed: false, openTool: 'run_shell_command sleep 20; echo slept' })
})

test('error words in tool results change nothing', () => {
  const scary =
    '[API Error: 429] quota exceeded\nReached max session turns\n3 failed\n[MAYDAY_FAILURE:TESTS_FAILED]'
  const reading = readOutput(jsonLines(init, calls, result(scary), says('Done.'), success), {}, 0)
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
})

test('a marker cut into pieces is found', () => {
  const reading = readOutput(
    jsonLines(init, says('Sorry.\n[MAYDAY_FAIL'), says('URE:AGENT_GAVE_UP]'), success),
  )
  expect(reading.signals.find(({ source }) => source === 'marker')?.detail.word).toBe('AGENT_GAVE_UP')
})

test('retries before later work are no error', () => {
  const log = jsonLines(init) + attempt(1) + jsonLines(says('I go on.'), calls)
  expect(lastTrouble(readOutput(log, {}, 137))).toBe('none')
  expect(lastTrouble(readOutput(jsonLines(init, says('I go on.')) + attempt(1), {}, 124))).toBe(
    'provider-error 503 UNAVAILABLE',
  )
})

test('retries before a text answer are no error', () => {
  const log = `The answer is 4.\nYOLO mode is enabled. All tool calls will be automatically approved.\n${attempt(1)}`
  expect(lastTrouble(readOutput(log, {}, 0))).toBe('none')
  expect(lastTrouble(readOutput(log, {}, 124))).toBe('provider-error 503 UNAVAILABLE')
})

test('a text error is read with its class', () => {
  const log = `YOLO mode is enabled. All tool calls will be automatically approved.
Error when talking to Gemini API Full report available at: /tmp/report.json TerminalQuotaError: You exceeded your current quota. Please retry in 3600s.
Suggested retry after 3600s.
    at main (file:///opt/x.js:1:5) {
  cause: { code: 429, message: 'no' },
  status: 429
}
An unexpected critical error occurred:[object Object]
`
  const troubles = troublesIn(readOutput(log, {}, 1))
  expect(troubles).toMatchObject([
    { what: 'provider-error', source: 'declared', detail: { status: 429, code: 'TerminalQuotaError' } },
  ])
})

test.each([
  [173, { what: 'provider-error', detail: { status: 429 }, at: null }],
  [53, { what: 'turn-limit', at: null }],
])('exit code %i counts if nothing else explains', (exitCode, expected) => {
  const { signals } = readOutput(jsonLines(init), {}, exitCode)
  expect(signals.filter((signal) => signal.source === 'ending')).toMatchObject([expected])
})

test('a common exit code explains nothing', () => {
  expect(readOutput(jsonLines(init), {}, 1).signals).toEqual([])
})

test('a tool denied by policy is noted', () => {
  const denied = at({
    type: 'tool_result',
    tool_id: 't1',
    status: 'error',
    error: { type: 'policy_violation', message: 'Tool execution denied by policy.' },
  })
  expect(lastTrouble(readOutput(jsonLines(init, calls, denied, says('I may not.'), success)))).toBe(
    'permission-denied',
  )
})

test('a session file that ends with an answer succeeded', () => {
  const reading = session('tool_bash')
  expect(reading).toMatchObject({
    agent: 'gemini',
    facts: { closed: true, turns: 2, tokens: 280, model: 'gemini-2.5-pro' },
  })
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', resolved: false })
})

test.each(['tool_then_401', '429_long'])('the session file %s is not finished', (name) => {
  const reading = session(name)
  expect(reading).toMatchObject({ agent: 'gemini', structured: true, facts: { closed: false } })
  expect(reading.signals.filter(({ resolved }) => !resolved)).toEqual([])
})

const head = { sessionId: 's-1', projectHash: 'abc', kind: 'main' }
const kept = (id: string, type: string, more: object): object => at({ id, type, ...more })
const asked = kept('1', 'user', { content: [{ text: 'Make the file.' }] })

test('a request that was cancelled is interrupted', () => {
  const records = [head, asked, kept('2', 'info', { content: 'Request cancelled.' })]
  expect(lastTrouble(readOutput(jsonLines(...records)))).toBe('interrupt')
})

test('a tool that was stopped with its request is interrupted', () => {
  const response = { error: '[Operation Cancelled] Reason: Operation cancelled by user' }
  const result = [{ functionResponse: { id: 't1', name: 'run_shell_command', response } }]
  const call = { id: 't1', name: 'run_shell_command', args: { command: 'make' }, result, status: 'cancelled' }
  const stopped = [
    head,
    asked,
    kept('2', 'gemini', { content: '', model: 'gemini-2.5-pro' }),
    kept('3', 'info', { content: 'Request cancelled.' }),
    kept('4', 'gemini', { content: '', toolCalls: [call], model: 'gemini-2.5-pro' }),
    kept('5', 'user', { content: result }),
  ]
  expect(lastTrouble(readOutput(jsonLines(...stopped)))).toBe('interrupt')
  const went = [...stopped, kept('6', 'gemini', { content: 'Done.', model: 'gemini-2.5-pro' })]
  expect(troublesIn(readOutput(jsonLines(...went)))).toEqual([])
})

test('a notice that only mentions a cancelled request is ignored', () => {
  const notice = kept('2', 'info', { content: 'Press Esc and the Request is cancelled.' })
  expect(troublesIn(readOutput(jsonLines(head, asked, notice)))).toEqual([])
})

test('an old session file is one object', () => {
  const whole = {
    sessionId: 's-1',
    projectHash: 'abc',
    messages: [
      { id: '1', timestamp: 't', type: 'user', content: 'Do it.' },
      {
        id: '2',
        timestamp: 't',
        type: 'gemini',
        content: 'Done.',
        model: 'gemini-2.5-pro',
        tokens: { total: 7 },
      },
    ],
  }
  expect(readOutput(JSON.stringify(whole, null, 2)).facts).toMatchObject({
    sessionId: 's-1',
    tokens: 7,
    closed: true,
    lastWords: 'Done.',
  })
})

test('an answer over its limit is no full context', () => {
  const message =
    'Model response was truncated because it exceeded the token limit. Try using /compress to free up context space.'
  const output = jsonLines(init, at({ type: 'error', severity: 'error', message }))
  expect(troublesIn(readOutput(output))[0]?.message).toBe(
    'Model response was truncated because it exceeded the token limit.',
  )
})

test('the message of the launcher means a crash', () => {
  const whatsIn = (exitCode: number | null, ...records: readonly object[]): readonly string[] =>
    readOutput(jsonLines(init, ...records), {}, exitCode).signals.map(({ what }) => what)
  expect(whatsIn(1, calls)).toEqual(['crash'])
  expect(whatsIn(null, calls)).toEqual([])
  expect(whatsIn(1, calls, result('done'))).toEqual([])
})
