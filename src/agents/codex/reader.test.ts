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

const started = { type: 'thread.started', thread_id: '01a1de08-0000-7000-8000-000000000001' }
const turn = { type: 'turn.started' }
const says = (text: string): object => ({
  type: 'item.completed',
  item: { id: 'item_1', type: 'agent_message', text },
})
const done = { type: 'turn.completed', usage: { input_tokens: 120, output_tokens: 20 } }
const ran = (output: string, exitCode = 0): object => ({
  type: 'item.completed',
  item: {
    id: 'item_2',
    type: 'command_execution',
    command: 'cat log',
    aggregated_output: output,
    exit_code: exitCode,
    status: 'completed',
  },
})
const SCARY =
  'ERROR: exceeded retry limit, last status: 429 Too Many Requests\nTraceback (most recent call last):\n3 failed, 1 passed in 0.5s\n[MAYDAY_FAILURE:TESTS_FAILED]\nFATAL: context window exceeded\n'

const banner = `OpenAI Codex v0.166.0
--------
workdir: /home/dev/project
model: gpt-5.5
session id: 01a1de21-5a7f-72d2-ac63-6a254980cc7a
--------
user
Fix the build. The log says:
ERROR: Could not find a version
[MAYDAY_FAILURE:BROKEN_BUILD]
`
const session = (name: string): Reading => readSession('codex', name)

test('every capture is recognised by its content', () => {
  expect(recognisedIn('codex')).toEqual(new Set(['codex']))
})

testCaptures('codex', [
  ['codex-400_bad', 'provider-error unsupported_parameter'],
  ['codex-400_context', 'context-full context_length_exceeded'],
  ['codex-400_context-as-text', 'context-full context_length_exceeded'],
  ['codex-401raw', 'provider-error 401'],
  ['codex-402', 'provider-error 402'],
  ['codex-429_long', 'provider-error 429'],
  ['codex-529', 'provider-error'],
  ['codex-dns', 'provider-error'],
  ['codex-empty', 'no-answer'],
  ['codex-max_tokens-as-text', 'provider-error'],
  ['codex-tool_then_context', 'context-full context_length_exceeded'],
  ['codex-usage_limit', 'usage-limit'],
  ['codex-usage_limit-as-text', 'usage-limit'],
  ['codex-tool_sleep-with-SIGINT', 'none'],
  ['codex-hang_headers', 'none'],
  ['codex-flaky429', 'none'],
  ['codex-tool_bash-as-text', 'none'],
])

test('a retry notice has its attempt number', () => {
  const [notice] = troublesIn(readCapture('codex', 'codex-429_long'))
  expect(notice).toMatchObject({ source: 'typed', detail: { status: 429, retry: { attempt: 1, of: 5 } } })
  expect(notice?.at?.excerpt).toMatch(/^exceeded retry limit, last status: 429/)
})

test('a successful run tells its facts', () => {
  expect(readCapture('codex', 'codex-tool_bash').facts).toMatchObject({
    sessionId: expect.stringMatching(/^01a1de/),
    turns: 1,
    tokens: 280,
    closed: true,
    openTool: null,
    lastWords: 'I will run a command.\nFAKE-DONE after 1 tool results',
    actions: ["exec /bin/bash -lc 'echo tool-ran > ran.txt; cat ran.txt'"],
  })
})

test('a killed run leaves its command open', () => {
  const { facts } = readCapture('codex', 'codex-tool_sleep-with-SIGKILL')
  expect(facts).toMatchObject({ closed: false, openTool: "exec /bin/bash -lc 'sleep 20; echo slept'" })
})

test('error words in tool results change nothing', () => {
  const reading = readOutput(jsonLines(started, turn, ran(SCARY, 1), says('All done.'), done), {}, 0)
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
})

test('a warning item is no error', () => {
  const warning = {
    type: 'item.completed',
    item: { id: 'item_0', type: 'error', message: 'Falling back from WebSockets' },
  }
  expect(lastTrouble(readOutput(jsonLines(started, warning, turn, says('Done.'), done)))).toBe('none')
})

test('a stream without its beginning is recognised', () => {
  const reading = readOutput(jsonLines(says('Done.'), done))
  expect(reading).toMatchObject({ agent: 'codex', structured: true, facts: { closed: true } })
})

test('a new turn after success is open again', () => {
  const reading = readOutput(jsonLines(started, turn, says('Done.'), done, turn))
  expect(reading.facts.closed).toBe(false)
  expect(reading.signals.filter(({ what, resolved }) => what === 'success' && !resolved)).toEqual([])
})

test('a declined command is a denied permission', () => {
  const item = { id: 'item_3', type: 'command_execution', command: 'rm -rf build', status: 'declined' }
  const reading = readOutput(
    jsonLines(started, turn, { type: 'item.completed', item }, says('I could not.'), done),
  )
  expect(lastTrouble(reading)).toBe('permission-denied')
})

test('text sections keep prompt and tools fenced', () => {
  const log = `${banner}codex
I look at the log.
exec
/bin/bash -lc 'cat log' in /home/dev/project
 exited 1 in 12ms:
${SCARY}
codex
It is repaired.
tokens used
1,280
`
  const reading = readOutput(log, {}, 0)
  expect(reading.signals.map(({ source, what }) => `${source} ${what}`)).toContain('declared success')
  expect(reading.signals.filter(({ source }) => source === 'marker' || source === 'tool')).toEqual([])
  expect(troublesIn(reading)).toEqual([])
  expect(reading.facts).toMatchObject({
    model: 'gpt-5.5',
    tokens: 1280,
    closed: true,
    lastWords: 'I look at the log.\nIt is repaired.',
    actions: ["exec /bin/bash -lc 'cat log'"],
  })
})

test('a marker in the words of text mode counts', () => {
  const reading = readOutput(`${banner}codex\n[MAYDAY_FAILURE:AGENT_GAVE_UP]\ntokens used\n10\n`)
  const words = reading.signals.filter(({ source }) => source === 'marker').map(({ detail }) => detail.word)
  expect(words).toEqual(['AGENT_GAVE_UP'])
})

test('an error after a tool section is noted', () => {
  const log = `${banner}exec\nbash -lc make in /home/dev\n succeeded in 3ms:\nfine\n\nERROR: unexpected status 503 Service Unavailable: busy\n`
  expect(lastTrouble(readOutput(log))).toBe('provider-error 503')
})

test('an unknown error counts if printed twice', () => {
  expect(lastTrouble(readOutput(`${banner}ERROR: the moon is full\nERROR: the moon is full\n`))).toBe(
    'provider-error',
  )
  expect(lastTrouble(readOutput(`${banner}ERROR: the moon is full\n`))).toBe('none')
})

test('an interrupted text run is an interrupt', () => {
  const log = `${banner}exec\nbash -lc 'sleep 20' in /home/dev\nturn interrupted\ntokens used\n140\n`
  expect(lastTrouble(readOutput(log, {}, 1))).toBe('interrupt')
})

test.each([
  "error: unexpected argument '--no-such-flag' found\n\nUsage: codex exec [OPTIONS] [PROMPT]\n",
  'Reading additional input from stdin...\nNot inside a trusted directory and --skip-git-repo-check was not specified.\n',
  'Error: thread/resume: thread/resume failed: no rollout found for thread id 01a1 (code -32600)\n',
])('a bad start is known from its line', (log) => {
  expect(lastTrouble(readOutput(log, {}, 1))).toBe('bad-start')
})

test.each([
  ['usage_limit', 'usage-limit usage_limit_exceeded'],
  ['429', 'provider-error 429 response_too_many_failed_attempts'],
  ['400_context', 'context-full context_length_exceeded'],
  ['tool_then_500', 'provider-error internal_server_error'],
  ['tool_sleep-with-SIGINT', 'interrupt'],
  ['refusal', 'no-answer'],
  ['tool_bash', 'none'],
])('the session file %s ends with %s', (name, expected) => {
  const reading = session(name)
  expect(lastTrouble(reading)).toBe(expected)
  expect(reading).toMatchObject({ agent: 'codex', facts: { closed: true, model: 'gpt-5.5', turns: 1 } })
})

test('a session file shows when the limit resets', () => {
  expect(troublesIn(session('usage_limit'))[0]?.detail.resetAt).toBe('2026-11-15T11:25:54.000Z')
})

test('a session file names the patched files', () => {
  expect(session('tool_write').facts).toMatchObject({ files: ['hello.txt'], tokens: 280, openTool: null })
})

test('an answer stopped by a filter is a refusal', () => {
  const message =
    'stream disconnected before completion: Incomplete response returned, reason: content_filter'
  const failed = { type: 'turn.failed', error: { message } }
  expect(lastTrouble(readOutput(jsonLines(started, turn, failed), {}, 1))).toBe('refusal')
})

test('a text run ending inside a command was truncated', () => {
  const log = `${banner}exec\nbash -lc 'ls' in /home/dev\n succeeded in 5ms:\na.ts\n`
  expect(lastTrouble(readOutput(log))).toBe('failure')
  expect(lastTrouble(readOutput(`${log}\ncodex\nDone.\ntokens used\n140\n`))).toBe('none')
})

test.each([
  'stream disconnected before completion: Rate limit is exceeded. Try again in 17 seconds.; retrying 5/5 in 3.32s…',
  '■ stream disconnected before completion: Rate limit is exceeded. Try again in 11 seconds.',
])("the error that its screen shows is the provider's", (line) => {
  expect(lastTrouble(readOutput(`${line}\n`))).toBe('provider-error')
})
