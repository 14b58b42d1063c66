import { expect, test } from 'vitest'
import type { Retrying } from './activity.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'

const claudeRetry = (attempt: number): object => ({
  type: 'system',
  subtype: 'api_retry',
  attempt,
  max_retries: 10,
  retry_delay_ms: 562.4,
  error_status: 529,
  error: 'overloaded',
  session_id: 's',
})
const claudeSays = {
  type: 'assistant',
  message: { id: 'm', content: [{ type: 'text', text: 'Hi' }] },
  session_id: 's',
}

/** The retry that a live reader reports after each of these lines. */
function live(agent: string, ...lines: readonly (object | string)[]): readonly (Retrying | null)[] {
  const reader = new SignalReader({ agent, stage: 'agent_run' })
  return lines.map((line) => {
    reader.push(Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`))
    return reader.notes.activity().retrying
  })
}

test('a retry is known until the agent works again', () => {
  expect(live('claude', claudeRetry(1), claudeRetry(2), claudeSays)).toEqual([
    { notice: 1, status: 529, code: 'overloaded', attempt: 1, of: 10, nextMs: 562 },
    { notice: 2, status: 529, code: 'overloaded', attempt: 2, of: 10, nextMs: 562 },
    null,
  ])
})

test('a retry of an unknown error has no code', () => {
  const [found] = live('claude', { ...claudeRetry(1), error_status: null, error: 'unknown' })
  expect(found).toMatchObject({ status: null, code: null, attempt: 1 })
})

test('a short text before a retry does not hide it', () => {
  const [, found] = live('claude', 'A warning.', claudeRetry(1))
  expect(found?.attempt).toBe(1)
})

test('Codex reports its reconnects', () => {
  const error = (message: string): object => ({ type: 'error', message })
  const found = live(
    'codex',
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    error('Reconnecting... 2/5 (unexpected status 503 Service Unavailable: busy)'),
    error('Reconnecting... waiting for network'),
  )
  expect(found.map((one) => one && [one.status, one.attempt, one.of])).toEqual([
    null,
    null,
    [503, 2, 5],
    [null, 1, null],
  ])
})

test('OpenCode reports its retries only in its log', () => {
  const failed = (small: boolean): string =>
    `timestamp=2026-11-15T15:55:26.474Z level=ERROR run=ad03 message="stream error" providerID=p small=${small} agent=build mode=primary error.error="AI_APICallError: Service Unavailable (503)"`
  const works = { type: 'step_start', sessionID: 'ses_1', part: {} }
  const said = { type: 'text', sessionID: 'ses_1', part: { text: 'Hi' } }
  const found = live('opencode', failed(true), failed(false), failed(false), works, said, failed(false))
  expect(found.map((one) => one && [one.status, one.attempt])).toEqual([
    null,
    [503, 1],
    [503, 2],
    [503, 2],
    null,
    [503, 1],
  ])
})

test('Gemini reports its retries in plain text', () => {
  const init = { type: 'init', timestamp: '2026-11-15T10:00:00Z', session_id: 's', model: 'm' }
  const says = { type: 'message', timestamp: '2026-11-15T10:00:09Z', role: 'assistant', content: 'Hi' }
  const notice = 'Attempt 3 failed with status 429. Retrying with backoff... _ApiError: {"error":{}}'
  const found = live('gemini', init, notice, 'x'.repeat(600), says)
  expect(found.map((one) => one && [one.status, one.attempt])).toEqual([null, [429, 3], [429, 3], null])
})

test('text in a tool result is no retry', () => {
  const shown = {
    type: 'user',
    message: {
      content: [{ type: 'tool_result', tool_use_id: 't', content: JSON.stringify(claudeRetry(1)) }],
    },
    session_id: 's',
  }
  expect(live('claude', claudeSays, shown)).toEqual([null, null])
})

test('invalid numbers are left out of the notice', () => {
  const odd = { ...claudeRetry(1), attempt: 1.5, max_retries: -1, retry_delay_ms: -3, error: 'x'.repeat(999) }
  const [found] = live('claude', odd)
  expect(found).toMatchObject({ attempt: 2, of: null, nextMs: null })
  expect(found?.code?.length).toBeLessThanOrEqual(200)
})

test.each([
  ['Session: mine-7', 'mine-7'],
  [JSON.stringify({ note: 'Session: mine-8' }), 'mine-8'],
  ['Session: --help', null],
  ['Session: a/../b', 'a'],
])("a project's pattern finds the session in %s", (line, id) => {
  const reader = new SignalReader({ sessionPattern: 'Session: ([\\w.-]+)' })
  reader.push(Buffer.from(`${line}\nSession: later\n`))
  expect(reader.end(0).facts.sessionId).toBe(id ?? 'later')
})
