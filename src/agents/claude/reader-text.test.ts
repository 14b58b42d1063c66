import { expect, test } from 'vitest'
import { lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

test.each([
  ['Claude AI usage limit reached|1754000000', 'usage-limit'],
  ['You’ve hit your weekly limit · resets Aug 18 at 2pm (America/Los_Angeles)', 'usage-limit'],
  ["You're out of extra usage · resets 9pm", 'usage-limit'],
  ["You've hit your org's monthly usage limit", 'usage-limit'],
  ['Prompt is too long', 'context-full'],
  ['Request too large (max 32MB). Remove older images.', 'context-full'],
  ["API Error: Sonnet 4.5 can't help with this. Start a new session to continue.", 'refusal'],
  ["API Error: Opus 5.5's safeguards flagged this message (https://example.com/aup). It happens.", 'refusal'],
  ['Not logged in · Please run /login', 'auth'],
  ['API Error: 500 Internal server error.', 'provider-error 500'],
  [
    '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons',
    'bad-start',
  ],
  ['Error: When using --print, --output-format=stream-json requires --verbose', 'bad-start'],
])('text mode understands "%s"', (line, expected) => {
  const reading = readOutput(`${line}\n`)
  expect([reading.agent, lastTrouble(reading)]).toEqual(['claude', expected])
})

test('the reset after the bar is read', () => {
  expect(troublesIn(readOutput('Claude AI usage limit reached|1754000000\n'))[0]?.detail.resetAt).toBe(
    '2025-07-31T22:13:20.000Z',
  )
})

test.each([
  'The API Error: 500 was fixed in the client.',
  'Tests for "Prompt is too long" pass.',
  'error: unknown option --bogus',
  'Rate limit reached in the mock server',
])('text mode ignores "%s"', (line) => {
  const reading = readOutput(`${line}\n`)
  expect([reading.agent, troublesIn(reading)]).toEqual([null, []])
})
