import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import { jsonLines, lastTrouble, readCapture, readOutput, troublesIn } from '../../../tests/captures.ts'

const event = (type: string, data: object): object => ({
  type,
  data,
  id: 'e1',
  timestamp: '2026-11-15T07:00:00Z',
  parentId: null,
})
const answer = (content: string): object =>
  event('assistant.message', { messageId: 'm1', model: 'gpt-4.1', content, toolRequests: [] })

testCaptures('copilot', [
  ['copilot-401', 'provider-error 401 authentication'],
  ['copilot-401-as-text', 'provider-error 401'],
  ['copilot-402', 'provider-error 402 insufficient_credits'],
  ['copilot-404', 'provider-error 404 model_not_found'],
  ['copilot-tool_then_context', 'provider-error 400 context_length_exceeded'],
  ['copilot-refused', 'provider-error transport'],
  ['copilot-flaky529', 'none'],
  ['copilot-tool_fail', 'none'],
])

test('a failed call has its retry and message', () => {
  const failed = readCapture('copilot', 'copilot-401').signals.find(
    (signal) => signal.detail.retry !== undefined,
  )
  expect(failed?.detail).toMatchObject({ status: 401, code: 'invalid_api_key', retry: { attempt: 1 } })
  expect(failed?.at?.excerpt).toMatch(/^Incorrect API key provided/)
})

test('a killed run leaves its tool open', () => {
  const { facts } = readCapture('copilot', 'copilot-tool_sleep-with-SIGKILL')
  expect(facts).toMatchObject({
    openTool: 'bash sleep 20; echo slept',
    closed: false,
    turns: 1,
    model: 'gpt-4.1',
  })
})

test('a finished run tells words and session', () => {
  const { facts } = readCapture('copilot', 'copilot-tool_write')
  expect(facts).toMatchObject({ closed: true, answered: true, openTool: null, turns: 2 })
  expect(facts.lastWords).toContain('FAKE-DONE')
  expect(facts.sessionId).toMatch(/^[\da-f-]{36}$/)
  expect(facts.files).toEqual(['/home/dev/project/hello.txt'])
})

test('a rejected token is a missing login', () => {
  const output =
    "Error: Classic Personal Access Tokens (ghp_) are not supported by Copilot.\n\nThe GH_TOKEN environment variable contains a classic PAT.\n  • Unset GH_TOKEN and run 'gh auth login' to authenticate\n"
  expect(lastTrouble(readOutput(output, { agent: 'copilot' }, 1))).toBe('auth')
})

test('text mode shows session and answer', () => {
  const { facts } = readCapture('copilot', 'copilot-ok-as-text')
  expect(facts).toMatchObject({ answered: true, closed: true, lastWords: 'FAKE-OK the answer is 4' })
  expect(facts.sessionId).toBe('90b976d2-aa4b-4b79-8f3f-a6ec82746d94')
})

test('a bare status line ends the text mode', () => {
  const output =
    "400 This model's maximum context length is 1000 tokens.\n\nChanges    +0 -0\nDuration   1s\nResume     copilot --resume=aaaabbbb-1\n"
  expect(lastTrouble(readOutput(output, {}, 1))).toBe('provider-error 400')
  expect(lastTrouble(readOutput(output, {}, 0))).toBe('none')
})

test('text mode is recognised by its retries', () => {
  const reading = readOutput(
    '● Request failed due to a transient API error. Retrying...\n\nThe answer is 4.\n',
  )
  expect(reading.agent).toBe('copilot')
  expect(lastTrouble(reading)).toBe('none')
})

test('a stop during retries keeps the error', () => {
  const failed = event('model.call_failure', { statusCode: 429, errorMessage: 'Slow down.', retryAttempt: 0 })
  const abort = event('abort', { reason: 'user_initiated' })
  expect(lastTrouble(readOutput(jsonLines(failed, abort)))).toBe('provider-error 429')
  expect(lastTrouble(readOutput(jsonLines(answer('Hm.'), abort)))).toBe('interrupt')
  const result = { type: 'result', sessionId: 's', exitCode: 0 }
  const { signals } = readOutput(jsonLines(answer('Hm.'), abort, result))
  expect(signals.map(({ what }) => what)).toEqual(['interrupt'])
})

test('text mode keeps retries before a stop', () => {
  const output =
    '● Request failed due to a transient API error. Retrying...\n\nExiting…\n\nChanges    +0 -0\n'
  expect(lastTrouble(readOutput(output))).toBe('provider-error')
})

test('a session file without result is closed by shutdown', () => {
  const reading = readOutput(
    jsonLines(
      event('session.start', { sessionId: 's-1', selectedModel: 'gpt-4.1' }),
      answer('It is 4.'),
      event('session.usage_record', { usage: { inputTokens: 120, outputTokens: 20 } }),
      event('session.shutdown', { shutdownType: 'routine' }),
    ),
  )
  expect(reading.agent).toBe('copilot')
  expect(reading.facts).toMatchObject({ sessionId: 's-1', closed: true, answered: true, tokens: 140 })
  expect(reading.signals.some(({ what }) => what === 'success')).toBe(true)
})

test('a session file with an open question proves no success', () => {
  const asked = event('user.message', { content: 'And now?' })
  const reading = readOutput(jsonLines(answer('It is 4.'), asked, event('assistant.turn_start', {})))
  expect(reading.signals.some(({ what }) => what === 'success')).toBe(false)
})

test('a stream cut at its beginning is recognised', () => {
  const reading = readOutput(
    jsonLines(event('session.error', { errorType: 'quota', message: 'No requests left.' }), {
      type: 'result',
      sessionId: 's',
      exitCode: 1,
    }),
  )
  expect([reading.agent, lastTrouble(reading)]).toEqual(['copilot', 'usage-limit quota'])
})

test('a denied tool blocks until one works', () => {
  const denied = event('tool.execution_complete', {
    toolCallId: 't1',
    success: false,
    error: { code: 'denied', message: 'Permission denied' },
  })
  const worked = event('tool.execution_complete', { toolCallId: 't2', success: true })
  expect(lastTrouble(readOutput(jsonLines(denied)))).toBe('permission-denied')
  expect(lastTrouble(readOutput(jsonLines(denied, worked)))).toBe('none')
})

test('text mode shows a denied tool', () => {
  const denied =
    '✗ run it (shell)\n  │ rm x\n  └ Permission denied because no interactive user response was available.\n\nI stop.\n'
  const footer = 'Resume     copilot --resume=aaaabbbb-1\n'
  expect(lastTrouble(readOutput(denied + footer))).toBe('permission-denied')
  expect(lastTrouble(readOutput(`${denied}● try again (shell)\n  │ ls\n${footer}`))).toBe('none')
})

test('a bad flag is a bad start', () => {
  const output = "error: Invalid command format.\n\nTry 'copilot --help' for more information.\n"
  expect([readOutput(output).agent, lastTrouble(readOutput(output))]).toEqual(['copilot', 'bad-start'])
})

test.each([
  "Error: No session, task, or name matched '77cdb7d9-7d0e-477b-b7cc-eeb31d794db5'.\n\nTo resume by name: copilot --resume=<name>\n",
  "Error: Session '2835c929-22a7-40e0-8570-52d721872070' was found but could not be loaded.\nError: Session file is corrupted (line 1: expected ident)\n",
])('a session that is lost is a bad start', (output) => {
  expect([readOutput(output).agent, lastTrouble(readOutput(output))]).toEqual(['copilot', 'bad-start'])
})

test('exit zero without an answer is no success', () => {
  const reading = readOutput(
    jsonLines(event('assistant.turn_start', {}), answer(''), { type: 'result', sessionId: 's', exitCode: 0 }),
  )
  expect(lastTrouble(reading)).toBe('no-answer')
  expect(reading.signals.some((signal) => signal.what === 'success')).toBe(false)
})

test('error words in tool results change nothing', () => {
  const scary =
    'API Error: 401 Unauthorized\nrate limit exceeded (429)\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: quota exceeded'
  const reading = readOutput(
    jsonLines(
      event('tool.execution_start', {
        toolCallId: 't1',
        toolName: 'bash',
        arguments: { command: 'cat log' },
      }),
      event('tool.shell_output', { toolCallId: 't1', text: scary }),
      event('tool.execution_complete', { toolCallId: 't1', success: true, result: { content: scary } }),
      answer('All is well.'),
      { type: 'result', sessionId: 's', exitCode: 0 },
    ),
  )
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.map((signal) => signal.what)).toEqual(['success'])
})

const usage = (finishReason: string): object =>
  event('session.usage_record', { usage: { inputTokens: 1, outputTokens: 1, finishReason } })

test('a session file shows how the last answer ended', () => {
  const held = readOutput(jsonLines(usage('content_filter'), answer('I cannot help with that.')))
  expect(lastTrouble(held)).toBe('refusal content_filter')
  expect(lastTrouble(readOutput(jsonLines(usage('length'), answer('Half a'))))).toBe('provider-error length')
  expect(lastTrouble(readOutput(jsonLines(usage('stop'), answer('Done.'))))).toBe('none')
})

test('a truncated answer may be continued', () => {
  const whole = [usage('length'), answer('Half a'), usage('stop'), answer('sentence.')]
  expect(lastTrouble(readOutput(jsonLines(...whole)))).toBe('none')
})

test.each(['✗ Execution failed: CAPIError: 400 400 Bad Request', 'error: CAPIError: 502 try again'])(
  "the failed call %j is the provider's",
  (line) => {
    expect(lastTrouble(readOutput(`${line}\n`))).toBe('provider-error')
  },
)
