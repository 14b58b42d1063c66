import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import {
  jsonLines,
  lastTrouble,
  readCapture,
  readOutput,
  recognisedIn,
  troublesIn,
} from '../../../tests/captures.ts'
import type { Activity } from '../../signals/activity.ts'
import { SignalReader } from '../signal-reader.ts'

const line = (type: string, fields: object): object => ({
  type,
  timestamp: 1794726640000,
  sessionID: 'ses_e21f4bf53ffe',
  ...fields,
})
const step = line('step_start', { part: { type: 'step-start' } })
const says = (text: string): object => line('text', { part: { type: 'text', text } })
const finish = (reason: string): object =>
  line('step_finish', { part: { reason, tokens: { total: 140 }, cost: 0.25 } })
const tool = (state: object): object =>
  line('tool_use', { part: { type: 'tool', tool: 'bash', callID: 'c1', state } })
const error = (name: string, data: object): object => line('error', { error: { name, data } })

test('every capture with content is recognised', () => {
  expect(recognisedIn('opencode')).toEqual(new Set(['opencode']))
})

testCaptures('opencode', [
  ['opencode-400_credit', 'usage-limit 429 insufficient_quota'],
  ['opencode-401', 'provider-error 401 invalid_api_key'],
  ['opencode-401-as-text', 'provider-error'],
  ['opencode-404', 'provider-error 404 model_not_found'],
  ['opencode-413', 'context-full ContextOverflowError'],
  ['opencode-429', 'provider-error 429 rate_limit_exceeded'],
  ['opencode-502html', 'provider-error 502'],
  ['opencode-529', 'provider-error 503 server_is_overloaded'],
  ['opencode-empty', 'no-answer'],
  ['opencode-malformed', 'provider-error'],
  ['opencode-tool_then_500', 'provider-error 500 server_error'],
  ['opencode-usage_limit', 'usage-limit 429 usage_limit_reached'],
  ['opencode-tool_fail', 'none'],
  ['opencode-hang_mid', 'none'],
])

test('a typed reset time is kept', () => {
  expect(troublesIn(readCapture('opencode', 'opencode-usage_limit'))[0]?.detail.resetAt).toBe(
    '2026-11-15T09:12:49.000Z',
  )
})

test('a successful run has its facts', () => {
  expect(readCapture('opencode', 'opencode-tool_write').facts).toMatchObject({
    sessionId: 'ses_e21f5e48affeZl3C35A7XxainF',
    turns: 2,
    tokens: 280,
    costUsd: 0,
    closed: true,
    openTool: null,
    files: ['/home/dev/project/hello.txt'],
    lastWords: 'I will write a file.\nFAKE-DONE after 1 tool results',
  })
})

test('a run cut between steps is not closed', () => {
  expect(readCapture('opencode', 'opencode-endless').facts).toMatchObject({ closed: false, answered: true })
  expect(readOutput(jsonLines(step, says('Hi.'), finish('stop'), step)).facts.closed).toBe(false)
})

test('words of truncated answers are not progress', () => {
  const reader = new SignalReader({ agent: 'opencode' })
  const push = (...records: readonly object[]): Activity => {
    reader.push(Buffer.from(jsonLines(...records)))
    return reader.notes.activity()
  }
  const first = push(step, says('Some wo'), finish('unknown'))
  expect(first.retrying).toMatchObject({ code: 'unknown', attempt: 1 })
  const second = push(step, says('Some wo'), finish('unknown'), step, says('Some wo'))
  expect([second.pulse, second.retrying?.attempt]).toEqual([first.pulse, 2])
  const whole = push(finish('stop'))
  expect([whole.pulse > first.pulse, whole.retrying]).toEqual([true, null])
  expect(lastTrouble(reader.end())).toBe('none')
})

test('a restarted step was interrupted', () => {
  const begins = (messageID: string, timestamp = 0): object =>
    line('step_start', { timestamp, part: { messageID } })
  const broken = readOutput(jsonLines(begins('m1'), begins('m1')))
  expect([lastTrouble(broken), troublesIn(broken)[0]?.detail.retry, broken.facts.turns]).toEqual([
    'provider-error',
    {},
    1,
  ])
  const whole = [says('Hi.'), finish('stop')]
  expect(lastTrouble(readOutput(jsonLines(begins('m1'), begins('m1'), ...whole)))).toBe('none')
  expect(lastTrouble(readOutput(jsonLines(begins('m1'), finish('tool-calls'), begins('m1'))))).toBe('none')
  expect(lastTrouble(readOutput(jsonLines(begins('m1'), begins('m1', 300_000))))).toBe('none')
})

test('an answer without an end is an error', () => {
  const broken = [step, says('Some wo'), finish('unknown'), step, says('Some wo')]
  expect(lastTrouble(readOutput(jsonLines(...broken)))).toBe('provider-error unknown')
})

test('the costs of all steps are added', () => {
  expect(
    readOutput(jsonLines(step, finish('tool-calls'), step, says('Hi.'), finish('stop'))).facts.costUsd,
  ).toBe(0.5)
})

test('error words in tool results change nothing', () => {
  const output = 'Error: 429 rate limit\n3 failed\n[MAYDAY_FAILURE:TESTS_FAILED]\n'
  const ran = tool({ status: 'completed', input: { command: 'cat log' }, output, metadata: { exit: 1 } })
  const reading = readOutput(
    jsonLines(step, ran, finish('tool-calls'), step, says('Done.'), finish('stop')),
    {},
    0,
  )
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
})

test.each([
  ['length', 'provider-error length'],
  ['content-filter', 'refusal content-filter'],
  ['unknown', 'provider-error unknown'],
  ['stop', 'none'],
])('a last step that ends with %s is %s', (reason, expected) => {
  expect(lastTrouble(readOutput(jsonLines(step, says('Hm.'), finish(reason))))).toBe(expected)
})

test('a broken answer counts until a complete one', () => {
  expect(lastTrouble(readOutput(jsonLines(step, finish('unknown'), step, finish('unknown'), step)))).toBe(
    'provider-error unknown',
  )
  expect(lastTrouble(readOutput(jsonLines(step, finish('unknown'), step, says('Hi.'), finish('stop'))))).toBe(
    'none',
  )
})

test.each([
  ['ProviderAuthError', 'auth ProviderAuthError'],
  ['MessageAbortedError', 'interrupt MessageAbortedError'],
  ['ContentFilterError', 'refusal ContentFilterError'],
])('the error %s is %s', (name, expected) => {
  expect(lastTrouble(readOutput(jsonLines(error(name, { message: 'It ended.' }))))).toBe(expected)
})

test('an error before later words is resolved', () => {
  const late = jsonLines(
    error('APIError', { message: 'busy', statusCode: 503 }),
    step,
    says('Done.'),
    finish('stop'),
  )
  expect(lastTrouble(readOutput(late))).toBe('none')
})

test('a rejected permission is noted', () => {
  const rejected = tool({
    status: 'error',
    input: { command: 'rm x' },
    error: 'The user rejected permission to use this specific tool call.',
  })
  expect(lastTrouble(readOutput(jsonLines(step, rejected, says('I may not.'), finish('stop'))))).toBe(
    'permission-denied',
  )
})

test('text mode keeps tool output and words apart', () => {
  const log = `> build · gpt-5\n\n$ cat log\nError: 429 rate limit\n[MAYDAY_FAILURE:TESTS_FAILED]\n\nIt is repaired.\n`
  const reading = readOutput(log, {}, 0)
  expect(reading).toMatchObject({
    agent: 'opencode',
    facts: { answered: true, lastWords: 'It is repaired.', actions: ['cat log'] },
  })
  expect(reading.signals.filter(({ source }) => source === 'marker' || source === 'declared')).toEqual([])
})

const logged = (message: string, small = false): string =>
  `timestamp=2026-11-15T15:55:26.474Z level=ERROR run=ad03 message="stream error" providerID=p modelID=m session.id=ses_1 small=${small} agent=build mode=primary error.error="AI_APICallError: ${message}"\n`

test('its log contains the retried requests', () => {
  const reading = readOutput(logged('The server had an \\"error\\".'), { agent: 'opencode' })
  expect(troublesIn(reading)).toMatchObject([
    { what: 'provider-error', message: 'The server had an "error".', detail: { retry: {} } },
  ])
})

test('its log has the error of a broken stream', () => {
  const line = logged('x').replace(
    /error\.error=.*/,
    'error.error.message="The server had an error" error.error.type=server_error error.error.code=null',
  )
  expect(lastTrouble(readOutput(line, { agent: 'opencode' }))).toBe('provider-error server_error')
})

test('a failed title request is no error', () => {
  const log = logged('Failed after 3 attempts.', true) + jsonLines(step, says('Hi.'), finish('stop'))
  expect(readOutput(log, { agent: 'opencode' }, 0).signals.map(({ what }) => what)).toEqual(['success'])
})

test('a recovered error of its log is resolved', () => {
  const log = logged('Overloaded') + jsonLines(step, says('Hi.'), finish('stop'))
  expect(lastTrouble(readOutput(log, { agent: 'opencode' }, 0))).toBe('none')
})

const compacted = line('text', { part: { type: 'text', synthetic: true, text: 'It was compacted.' } })
const overflow = error('ContextOverflowError', { message: 'maximum context length is 128000 tokens' })

test('exit code 1 points to the error before', () => {
  const output = jsonLines(step, overflow, step, compacted, says('Done.'), finish('stop'))
  const { signals, facts } = readOutput(output, {}, 1)
  expect(signals.filter(({ what, resolved }) => what === 'context-full' && !resolved)).toMatchObject([
    { at: { line: 2 } },
  ])
  expect(facts.lastWords).toBe('Done.')
  expect(lastTrouble(readOutput(output, {}, 0))).toBe('none')
})

test('a retried broken answer is not recovered', () => {
  const round = [step, says('Some words'), finish('unknown')]
  const rounds = Array.from({ length: 30 }, () => round).flat()
  const last = (count: number): string =>
    lastTrouble(readOutput(jsonLines(...rounds.slice(0, 3 * count), step, says('Some words'))))
  expect(last(3)).toBe('provider-error unknown')
  expect(last(30)).toBe('provider-error unknown')
})

test('an unreadable tool call did no work', () => {
  const unread = line('tool_use', {
    part: { tool: 'invalid', callID: 'c1', state: { status: 'completed', input: { error: 'no JSON' } } },
  })
  const rounds = Array.from({ length: 25 }, () => [step, says('I use it.'), unread]).flat()
  expect(readOutput(jsonLines(...rounds)).facts.inLoop).toBe(true)
})
