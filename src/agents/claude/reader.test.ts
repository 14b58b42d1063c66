import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import { jsonLines, lastTrouble, readCapture, readOutput, troublesIn } from '../../../tests/captures.ts'

const ids = { session_id: 's-1', parent_tool_use_id: null }
const init = { type: 'system', subtype: 'init', apiKeySource: 'none', model: 'claude-sonnet-4-5', ...ids }
const assistant = (content: readonly object[], more: object = {}): object => ({
  type: 'assistant',
  message: {
    id: `msg_${JSON.stringify(content).length}`,
    model: 'claude-sonnet-4-5',
    content,
    usage: { input_tokens: 10, output_tokens: 2 },
  },
  ...ids,
  ...more,
})
const says = (text: string, more: object = {}): object => assistant([{ type: 'text', text }], more)
const calls = (id: string, command: string): object =>
  assistant([{ type: 'tool_use', id, name: 'Bash', input: { command } }])
const toolResult = (id: string, content: string, isError = false): object => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
  ...ids,
})
const result = (more: object): object => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 2,
  total_cost_usd: 0.01,
  ...ids,
  ...more,
})

testCaptures('claude', [
  ['claude-400_credit', 'usage-limit 400 billing_error'],
  ['claude-400_credit-as-text', 'usage-limit'],
  ['claude-401', 'provider-error 401 authentication_failed'],
  ['claude-401-as-text', 'auth'],
  ['claude-402', 'provider-error 402 billing_error'],
  ['claude-404-as-json', 'provider-error 404 not_found_error'],
  ['claude-429-as-text', 'provider-error 429'],
  ['claude-529-with-retry1', 'provider-error 529 server_error'],
  ['claude-endless', 'turn-limit'],
  ['claude-endless-as-text', 'turn-limit'],
  ['claude-endless-with-budget', 'budget-limit'],
  ['claude-hang-with-SIGINT', 'interrupt'],
  ['claude-hang-with-wd', 'provider-error server_error'],
  ['claude-tool_then_context', 'context-full'],
  ['claude-tool_write-with-perm-default', 'permission-denied'],
  ['claude-flaky429', 'none'],
  ['claude-tool_fail', 'none'],
])

test('a retry has its attempt and pause', () => {
  const last = troublesIn(readCapture('claude', 'claude-429')).at(-1)
  expect(last?.detail.retry).toEqual({ attempt: 8, of: 10, delayMs: 35786 })
})

test('a finished run has all its facts', () => {
  const { facts } = readCapture('claude', 'claude-tool_write')
  expect(facts).toMatchObject({
    closed: true,
    answered: true,
    openTool: null,
    turns: 2,
    costUsd: 0.00132,
    tokens: 280,
  })
  expect(facts.model).toBe('claude-sonnet-4-5')
  expect(facts.files).toEqual(['/home/dev/project/hello.txt'])
})

test('a background task stays open after the result', () => {
  const reading = readCapture('claude', 'claude-tool_hang-with-default')
  expect(reading.facts).toMatchObject({ closed: true, openTool: 'tail -f /dev/null' })
  expect(lastTrouble(reading)).toBe('none')
})

test('a task backgrounded after the result is open', () => {
  const started = {
    type: 'system',
    subtype: 'background_tasks_changed',
    tasks: [{ task_id: 'b1', description: 'make' }],
    ...ids,
  }
  expect(readOutput(jsonLines(init, result({ result: 'ok' }), started)).facts.openTool).toBe('make')
})

test('an error message without a result counts', () => {
  const synthetic = {
    model: '<synthetic>',
    content: [{ type: 'text', text: 'API Error: 500 Internal server error' }],
  }
  const failed = {
    type: 'assistant',
    message: synthetic,
    error: 'server_error',
    isApiErrorMessage: true,
    apiErrorStatus: 500,
    ...ids,
  }
  const reading = readOutput(jsonLines(init, failed))
  expect([lastTrouble(reading), reading.facts.answered]).toEqual(['provider-error 500 server_error', false])
})

test('an agent that continues after its result is open', () => {
  const output = [init, says('One.'), result({ result: 'One.' }), says('Two more.')]
  expect(readOutput(jsonLines(...output)).facts.closed).toBe(false)
  const limit = result({ subtype: 'error_max_turns', is_error: true })
  expect(lastTrouble(readOutput(jsonLines(...output, limit)))).toBe('turn-limit')
})

test('a finished background task is not open', () => {
  const started = {
    type: 'system',
    subtype: 'background_tasks_changed',
    tasks: [{ task_id: 'b1', description: 'make' }],
    ...ids,
  }
  const done = { type: 'system', subtype: 'task_notification', task_id: 'b1', status: 'completed', ...ids }
  expect(readOutput(jsonLines(init, started, result({ result: 'ok' }), done)).facts.openTool).toBeNull()
})

test('a run cut off in a tool leaves it open', () => {
  const heartbeat = { type: 'tool_progress', tool_use_id: 't1-heartbeat-0', tool_name: 'Bash', ...ids }
  const { facts } = readOutput(jsonLines(init, calls('t1', 'npm test'), heartbeat))
  expect(facts).toMatchObject({ openTool: 'Bash npm test', closed: false })
})

test('an older result hides its error behind success', () => {
  const old = result({
    is_error: true,
    terminal_reason: 'completed',
    result: 'API Error: 503 upstream connect error',
  })
  expect(lastTrouble(readOutput(jsonLines(old)))).toBe('provider-error 503')
})

test('a result without terminal reason is complete', () => {
  const old = result({ subtype: 'error_max_turns', is_error: false })
  expect(lastTrouble(readOutput(JSON.stringify(old, null, 2)))).toBe('turn-limit')
})

test('an array of all records is read', () => {
  const whole = JSON.stringify([init, says('Four.'), result({ result: 'Four.' })])
  const reading = readOutput(whole)
  expect(reading.facts).toMatchObject({ closed: true, lastWords: 'Four.', sessionId: 's-1' })
  expect(reading.signals.map((signal) => signal.what)).toEqual(['success'])
})

test('a whole object has words and markers', () => {
  const reading = readOutput(JSON.stringify(result({ result: 'I stop.\n[MAYDAY_FAILURE:TESTS_FAILED]' })))
  expect(
    reading.signals.filter((signal) => signal.source === 'marker').map((signal) => signal.detail.word),
  ).toEqual(['TESTS_FAILED'])
})

test('a marker in a stream is noted once', () => {
  const words = '[MAYDAY_FAILURE:TESTS_FAILED]'
  const reading = readOutput(jsonLines(init, says(words), result({ result: words })))
  expect(reading.signals.filter((signal) => signal.source === 'marker')).toHaveLength(1)
})

test('an execution error alone proves no reason', () => {
  const reading = readOutput(
    jsonLines(
      init,
      result({ subtype: 'error_during_execution', is_error: true, errors: ['something broke'] }),
    ),
  )
  expect(troublesIn(reading).map(({ what, specific, message }) => [what, specific, message])).toEqual([
    ['failure', false, 'something broke'],
  ])
})

test('an aborted tool is an interrupt', () => {
  const aborted = result({
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: 'aborted_tools',
  })
  expect(lastTrouble(readOutput(jsonLines(init, calls('t1', 'sleep 9'), aborted)))).toBe('interrupt')
})

test('an unknown session is a bad start', () => {
  const bad = result({
    subtype: 'error_during_execution',
    is_error: true,
    errors: ['No conversation found with session ID: x'],
  })
  expect(lastTrouble(readOutput(jsonLines(bad)))).toBe('bad-start')
})

test('success without any answer is no answer', () => {
  const reading = readOutput(jsonLines(init, assistant([]), result({ result: '' })))
  expect(lastTrouble(reading)).toBe('no-answer')
  expect(reading.signals.some((signal) => signal.what === 'success')).toBe(false)
})

test('tools without last words are an answer', () => {
  expect(
    lastTrouble(
      readOutput(jsonLines(init, calls('t1', 'ls'), toolResult('t1', 'a'), result({ result: '' }))),
    ),
  ).toBe('none')
})

const denials = { result: 'Done.', permission_denials: [{ tool_name: 'Write', tool_use_id: 't1' }] }

test('denials only in the result are noted', () => {
  const stream = jsonLines(
    init,
    calls('t1', 'x'),
    toolResult('t1', 'not granted', true),
    says('Done.'),
    result(denials),
  )
  expect(lastTrouble(readOutput(stream))).toBe('permission-denied')
  expect(lastTrouble(readOutput(JSON.stringify(result(denials))))).toBe('permission-denied')
})

test('a denial followed by work is resolved', () => {
  const stream = jsonLines(
    init,
    calls('t1', 'x'),
    toolResult('t1', 'no', true),
    calls('t22', 'yy'),
    toolResult('t22', 'ok'),
    result(denials),
  )
  expect(lastTrouble(readOutput(stream))).toBe('none')
  expect(lastTrouble(readOutput(JSON.stringify(result({ ...denials, num_turns: 9 }))))).toBe('none')
})

test('a result alone that asks for permission is blocked', () => {
  const asks = result({ ...denials, num_turns: 9, result: 'Bloqueado: faltan permisos para escribir.' })
  expect(lastTrouble(readOutput(JSON.stringify(asks)))).toBe('permission-denied')
  const isBlocked = result({ ...denials, num_turns: 9, result: 'I am blocked on writing to the cart.' })
  expect(lastTrouble(readOutput(JSON.stringify(isBlocked)))).toBe('permission-denied')
})

test('a denied result never counts as working', () => {
  const denied = {
    type: 'system',
    subtype: 'permission_denied',
    tool_name: 'Write',
    tool_use_id: 't1',
    message: 'not granted',
    ...ids,
  }
  expect(
    lastTrouble(
      readOutput(jsonLines(init, denied, toolResult('t1', 'not granted'), result({ result: 'Done.' }))),
    ),
  ).toBe('permission-denied')
})

test('a plan limit has its reset', () => {
  const event = {
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: 1754000000, rateLimitType: 'five_hour' },
    ...ids,
  }
  const end = result({ is_error: true, result: "You've hit your 5-hour limit · resets 9:21am (UTC)" })
  const found = troublesIn(readOutput(jsonLines(init, event, end)))
  expect(found.map(({ what, detail }) => [what, detail.resetAt])).toEqual([
    ['usage-limit', '2025-07-31T22:13:20.000Z'],
    ['usage-limit', '2025-07-31T22:13:20.000Z'],
  ])
})

test('a stream cut at its beginning is recognised', () => {
  const reading = readOutput(
    `_result","content":"x"}]}}\n${jsonLines(says('Four.'), result({ result: 'Four.' }))}`,
  )
  expect([reading.agent, reading.facts.closed]).toEqual(['claude', true])
})

test('error words in tool results change nothing', () => {
  const scary =
    'API Error: 401 Unauthorized\nPrompt is too long\n[Request interrupted by user]\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: quota'
  const reading = readOutput(
    jsonLines(
      init,
      calls('t1', 'cat log'),
      toolResult('t1', scary),
      says('All is well.'),
      result({ result: 'All is well.' }),
    ),
  )
  expect(reading.signals.map((signal) => signal.what)).toEqual(['success'])
})
