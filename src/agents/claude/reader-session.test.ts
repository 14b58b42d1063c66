import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const line = (more: object): object => ({
  parentUuid: 'p',
  isSidechain: false,
  sessionId: 's-9',
  version: '2.1.325',
  ...more,
})
const spoken = (text: string, more: object = {}): object =>
  line({
    type: 'assistant',
    message: {
      id: `msg_${text}`,
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
    },
    ...more,
  })
const apiError = line({
  type: 'system',
  subtype: 'api_error',
  error: { message: '401 {"type":"error"}', status: 401, formatted: '401 invalid x-api-key' },
  retryInMs: 590,
  retryAttempt: 1,
  maxRetries: 10,
})

test('a session file contains its failed requests', () => {
  const found = troublesIn(readOutput(jsonLines({ type: 'queue-operation', sessionId: 's-9' }, apiError))).at(
    -1,
  )
  expect(found).toMatchObject({
    message: '401 invalid x-api-key',
    detail: { status: 401, retry: { attempt: 1, of: 10 } },
  })
})

test('a session file that ends well is closed', () => {
  const reading = readOutput(
    jsonLines(apiError, spoken('Done.'), { type: 'cost-state', sessionId: 's-9', totalCostUSD: 0.5 }),
  )
  expect(reading.agent).toBe('claude')
  expect(reading.facts).toMatchObject({ closed: true, sessionId: 's-9', costUsd: 0.5, lastWords: 'Done.' })
  expect(lastTrouble(reading)).toBe('none')
})

const successesIn = (output: string): number =>
  readOutput(output).signals.filter(({ what, resolved }) => what === 'success' && !resolved).length

test('a session file that ends with an answer succeeded', () => {
  const asked = line({ type: 'user', message: { role: 'user', content: 'and now?' } })
  expect(successesIn(jsonLines(spoken('Done.')))).toBe(1)
  expect(successesIn(jsonLines(spoken('Done.'), asked))).toBe(0)
})

test('a reminder of an empty answer is no answer', () => {
  const content = '[Your previous response had no visible output. Please continue.]'
  const reminded = line({ type: 'user', isMeta: true, message: { role: 'user', content } })
  expect(lastTrouble(readOutput(jsonLines(reminded)))).toBe('no-answer')
  expect(lastTrouble(readOutput(jsonLines(reminded, spoken('Done.'))))).toBe('none')
})

test('an empty answer in a session is none', () => {
  const silent = line({
    type: 'assistant',
    message: { id: 'msg_1', model: 'claude-sonnet-4-5', content: [], stop_reason: 'end_turn' },
  })
  const asked = line({ type: 'user', message: { role: 'user', content: 'Fix the test.' } })
  const reading = readOutput(jsonLines(asked, silent))
  expect(reading.facts.closed).toBe(true)
  expect(lastTrouble(reading)).toBe('no-answer')
  expect(lastTrouble(readOutput(jsonLines(asked, silent, spoken('Done.'))))).toBe('none')
})

test('a session file cut in a turn is open', () => {
  const asked = line({ type: 'user', message: { role: 'user', content: 'and now?' } })
  expect(readOutput(jsonLines(spoken('Done.'), asked)).facts.closed).toBe(false)
})

test('words of a subagent do not count', () => {
  const side = spoken('[MAYDAY_FAILURE:TESTS_FAILED]', { isSidechain: true })
  const reading = readOutput(jsonLines(spoken('I ask a helper.'), side, spoken('Done.')))
  expect(reading.signals.filter((signal) => signal.source === 'marker')).toEqual([])
})

test("a subagent's own file has its words", () => {
  expect(readOutput(jsonLines(spoken('Found it.', { isSidechain: true }))).facts.lastWords).toBe('Found it.')
})

test('an interrupt followed by work is resolved', () => {
  const stop = line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
  })
  expect(lastTrouble(readOutput(jsonLines(spoken('Hm.'), stop)))).toBe('interrupt')
  expect(lastTrouble(readOutput(jsonLines(spoken('Hm.'), stop, spoken('Done.'))))).toBe('none')
})

test('a session file shows the turn limit', () => {
  const limit = line({ type: 'attachment', attachment: { type: 'max_turns_reached', maxTurns: 6 } })
  expect(lastTrouble(readOutput(jsonLines(spoken('Hm.'), limit)))).toBe('turn-limit')
})

const opened = (mode: string): object =>
  line({ type: 'user', permissionMode: mode, entrypoint: 'cli', message: { role: 'user', content: 'Go.' } })
const calls = (name: string, more: object = {}): object =>
  line({
    type: 'assistant',
    entrypoint: 'cli',
    message: {
      id: 'msg_7',
      content: [{ type: 'tool_use', id: 't7', name, input: { command: 'rm -rf build' } }],
      stop_reason: 'tool_use',
    },
    ...more,
  })
const closing = { type: 'cost-state', sessionId: 's-9', totalCostUSD: 0.5 }

test.each([
  ['default', 'Bash'],
  ['default', 'Edit'],
  ['plan', 'Write'],
  ['acceptEdits', 'Bash'],
  ['auto', 'AskUserQuestion'],
])('in mode %s an unanswered %s waits for permission', (mode, tool) => {
  const found = troublesIn(readOutput(jsonLines(opened(mode), calls(tool), closing))).at(-1)
  expect(found).toMatchObject({ what: 'permission-open', at: { line: 2 } })
  expect(found?.message).toContain(`${tool} waits for a person's permission (permission mode ${mode})`)
})

test.each([
  ['bypassPermissions', 'Bash'],
  ['auto', 'Bash'],
  ['acceptEdits', 'Edit'],
  ['default', 'Read'],
])('in mode %s an unanswered %s waits for nobody', (mode, tool) => {
  expect(lastTrouble(readOutput(jsonLines(opened(mode), calls(tool))))).toBe('none')
})

test('an answered or progressing call no longer waits', () => {
  const answered = line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't7', content: 'ok' }] },
  })
  const reports = line({ type: 'progress', toolUseID: 't7', data: { type: 'bash_progress' } })
  const headless = calls('Bash', { entrypoint: 'sdk-cli' })
  for (const lines of [[calls('Bash'), answered], [calls('Bash'), reports], [headless]])
    expect(lastTrouble(readOutput(jsonLines(opened('default'), ...lines)))).toBe('none')
})

/** The reader skims longer lines before it parses them. */
const LONG = 'x'.repeat(5000)

test('a long result in a session file answers its call', () => {
  const call = (id: string): object => ({
    type: 'tool_use',
    id,
    name: 'Bash',
    input: { command: `run ${id}` },
  })
  const calls = line({
    type: 'assistant',
    permissionMode: 'default',
    message: { id: 'msg_1', model: 'm', content: [call('t-1'), call('t-2')] },
  })
  const result = (tool_use_id: string, content: string): object =>
    line({
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id, type: 'tool_result', content }] },
    })
  const reading = readOutput(jsonLines(calls, result('t-2', LONG)))
  expect(reading.facts.openTool).toBe('Bash run t-1')
  expect(readOutput(jsonLines(calls, result('t-2', 'short'))).facts).toEqual(reading.facts)
})

test('a long failed result in a session file is read in full', () => {
  const denied = line({
    type: 'user',
    message: {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't-1', is_error: true, content: LONG },
        { type: 'text', text: '[Request interrupted by user for tool use]' },
      ],
    },
  })
  expect(lastTrouble(readOutput(jsonLines(spoken('I look.'), denied)))).toBe('interrupt')
})
