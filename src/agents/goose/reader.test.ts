import { expect, test } from 'vitest'
import { testCaptures } from '../../../tests/agent-contract.ts'
import { jsonLines, lastTrouble, readCapture, readOutput, troublesIn } from '../../../tests/captures.ts'

const message = (content: object, role = 'assistant', id = 'm1'): object => ({
  type: 'message',
  message: { id, role, created: 1794727740, content: [content], metadata: { userVisible: true } },
})
const says = (text: string, id = 'm1'): object => message({ type: 'text', text }, 'assistant', id)
const complete = { type: 'complete', total_tokens: 140 }
const banner =
  '\n    __( O)>  ● new session · openai gpt-4.1\n   \\____)    20261115_1 · /home/dev/project\n     L L     goose is ready\n'

testCaptures('goose', [
  ['goose-401raw', 'provider-error 401'],
  ['goose-402', 'usage-limit creditsExhausted'],
  ['goose-404', 'provider-error 404'],
  ['goose-413', 'context-full'],
  ['goose-502html', 'provider-error 502'],
  ['goose-refused', 'provider-error'],
  ['goose-loop', 'turn-limit'],
  ['goose-html200', 'no-answer'],
  ['goose-hang-with-SIGINT', 'interrupt'],
  ['goose-tool_then_500', 'provider-error 500'],
  ['goose-flaky429', 'none'],
  ['goose-tool_unknown', 'none'],
])

test('its error messages are declared, not words', () => {
  const reading = readCapture('goose', 'goose-404')
  const [trouble] = troublesIn(reading)
  expect(trouble).toMatchObject({ source: 'declared' })
  expect(trouble?.at?.excerpt).toMatch(/^Ran into this error: Request failed/)
  expect(reading.facts).toMatchObject({ answered: false, lastWords: '' })
})

test('the banner shows session and model', () => {
  const { facts } = readCapture('goose', 'goose-tool_write')
  expect(facts).toMatchObject({
    sessionId: '20261115_1',
    model: 'gpt-4.1',
    turns: 2,
    tokens: 280,
    closed: true,
  })
  expect(facts.files).toEqual(['/home/dev/project/hello.txt'])
  expect(facts.actions).toEqual(['write /home/dev/project/hello.txt'])
})

test('a marker split over deltas is read once', () => {
  const output = jsonLines(says('I stop.\n[MAYDAY_FAIL'), says('URE:TESTS_'), says('FAILED]\nBye'), complete)
  const markers = readOutput(output).signals.filter((signal) => signal.source === 'marker')
  expect(markers.map((signal) => signal.detail.word)).toEqual(['TESTS_FAILED'])
  expect(markers[0]?.at?.line).toBe(1)
})

test('deltas of different messages are not joined', () => {
  const tool = message({
    type: 'toolRequest',
    id: 't1',
    toolCall: { value: { name: 'shell', arguments: { command: 'ls' } } },
  })
  const output = jsonLines(says('[MAYDAY_FAIL'), tool, says('URE:TESTS_FAILED]', 'm2'), complete)
  expect(readOutput(output).signals.filter((signal) => signal.source === 'marker')).toEqual([])
})

test('an error quoted by the model is ignored', () => {
  const reading = readOutput(
    jsonLines(says('The log says: '), says('"Ran into this error: Server error (500)"'), complete),
  )
  expect(lastTrouble(reading)).toBe('none')
})

test('a session file without wrappers is read', () => {
  const part = {
    type: 'toolRequest',
    id: 't1',
    toolCall: { value: { name: 'shell', arguments: { command: 'ls' } } },
  }
  const reading = readOutput(jsonLines({ id: 'a', role: 'assistant', created: 1, content: [part] }))
  expect([reading.agent, reading.facts.openTool]).toEqual(['goose', 'shell ls'])
})

test('text mode finds an error glued to output', () => {
  const reading = readOutput(
    `${banner}tool-ranRan into this error: Server error (500 Internal Server Error): Sorry.\n\nPlease retry if you think so.\n`,
  )
  expect([reading.agent, lastTrouble(reading)]).toEqual(['goose', 'provider-error 500'])
})

test('text mode says when the answer was cut', () => {
  const reading = readOutput(
    `${banner}This answer is cut in the mid\nWarning: Response reached the model's output-token limit and may be incomplete.\n`,
  )
  expect(lastTrouble(reading)).toBe('provider-error')
})

test('the whole JSON form is read like the stream', () => {
  const text = 'Ran into this error: Rate limit exceeded: Status: 429 Too Many Requests.\n\nPlease retry.'
  const output = JSON.stringify({
    messages: [{ id: 'a', role: 'assistant', created: 1, content: [{ type: 'text', text }] }],
    metadata: { total_tokens: null },
  })
  expect([readOutput(output).agent, lastTrouble(readOutput(output))]).toEqual(['goose', 'provider-error 429'])
})

test('a typed error part is read by its kind', () => {
  const part = {
    type: 'error',
    kind: 'authentication',
    message: 'Ran into this error: Status: 401 Unauthorized.',
  }
  expect(lastTrouble(readOutput(jsonLines(message(part), complete)))).toBe(
    'provider-error 401 authentication',
  )
})

test('an approval without a user is a block', () => {
  const output = `${jsonLines(says('I run it.'))}Error: Tool approval required in non-interactive mode with GooseMode::approve.\n`
  expect(lastTrouble(readOutput(output))).toBe('permission-denied')
})

test('a bad flag is a bad start', () => {
  const output = "error: unexpected argument '--bogus' found\n\nUsage: goose run --text <TEXT>\n"
  expect([readOutput(output).agent, lastTrouble(readOutput(output))]).toEqual(['goose', 'bad-start'])
})

test('a session that is gone is a bad start', () => {
  const output = '\n  error: Cannot resume session 20261115_1 - no such session exists\n'
  expect([readOutput(output).agent, lastTrouble(readOutput(output))]).toEqual(['goose', 'bad-start'])
})

test('a tool that never answered stays open', () => {
  const tool = message({
    type: 'toolRequest',
    id: 't1',
    toolCall: { value: { name: 'shell', arguments: { command: 'sleep 9' } } },
  })
  expect(readOutput(jsonLines(tool)).facts.openTool).toBe('shell sleep 9')
})

test('error words in tool results change nothing', () => {
  const scary =
    'Ran into this error: Server error (500)\nrate limit exceeded\n[MAYDAY_FAILURE:TESTS_FAILED]\nFAILURE_REASON: quota'
  const result = { status: 'success', value: { content: [{ type: 'text', text: scary }], isError: false } }
  const reading = readOutput(
    jsonLines(
      message({ type: 'toolResponse', id: 't1', toolResult: result }, 'user'),
      says('All is well.'),
      complete,
    ),
  )
  expect(reading.signals.map((signal) => signal.what)).toEqual(['success'])
})
