import { expect, test } from 'vitest'
import { lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const history = (...lines: readonly string[]): string =>
  [
    '',
    '# aider chat started at 2026-01-02 03:04:05',
    '',
    '> Aider v0.86.1  ',
    '> Model: acme/large with diff edit format  ',
    '',
    ...lines,
    '',
  ].join('\n')
const tokens = '> Tokens: 6.3k sent, 337 received. Cost: $0.01 message, $0.04 session.  '
const rateLimit = '> litellm.RateLimitError: RateLimitError: AcmeException - slow down  '

test('twelve retries and an applied edit are a success', () => {
  const retries = Array.from({ length: 12 }, (_, at) => [
    rateLimit,
    '> The API provider has rate limited you.  ',
    `> Retrying in ${at + 1}.0 seconds...  `,
  ]).flat()
  const reading = readOutput(
    history(
      '#### add a test',
      ...retries,
      'I add a test.',
      '',
      tokens,
      '> Applied edit to tests/a_test.py  ',
      '> Commit 1a2b3c4 test: add a test  ',
    ),
  )
  expect(reading.agent).toBe('aider')
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.filter(({ what }) => what === 'provider-error').length).toBe(24)
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', source: 'declared' })
  expect(reading.facts).toMatchObject({ model: 'acme/large', costUsd: 0.04, files: ['tests/a_test.py'] })
})

test('retries that never end are a provider error', () => {
  const reading = readOutput(
    history('#### add a test', rateLimit, '> Retrying in 0.2 seconds...  ', rateLimit),
  )
  expect(lastTrouble(reading)).toBe('provider-error 429 RateLimitError')
})

test.each([
  ['> ^C again to exit  ', 'interrupt'],
  ['> Model acme/large has hit a token limit!  ', 'context-full'],
  ['> Only 3 reflections allowed, stopping.  ', 'turn-limit'],
  ['> The LLM did not conform to the edit format.  ', 'tool-failure'],
  ['> litellm.AuthenticationError: bad key  ', 'provider-error 401 AuthenticationError'],
  ['> litellm.Timeout: no answer  ', 'provider-error Timeout'],
])('the message %s at the end is reported', (line, expected) => {
  expect(lastTrouble(readOutput(history('#### fix it', line)))).toBe(expected)
})

test.each(['/exit', '/ex', '/quit', '/clear'])('%s resolves no error', (command) => {
  const reading = readOutput(
    history('#### fix it', '> litellm.AuthenticationError: bad key  ', `#### ${command}  `),
  )
  expect(lastTrouble(reading)).toBe('provider-error 401 AuthenticationError')
})

test('work after an interrupt resolves it', () => {
  const reading = readOutput(
    history('#### fix it', '> ^C again to exit  ', '#### go on', 'Done.', tokens, '> Applied edit to a.py  '),
  )
  expect(lastTrouble(reading)).toBe('none')
})

test('an interrupt after an edit decides', () => {
  const reading = readOutput(
    history('#### fix it', tokens, '> Applied edit to a.py  ', '', '#### /commit', '> ^C again to exit  '),
  )
  expect(lastTrouble(reading)).toBe('interrupt')
  expect(reading.signals.map(({ what }) => what)).not.toContain('success')
})

test('words of user or model are no error', () => {
  const reading = readOutput(
    history(
      '#### litellm.RateLimitError: see this',
      'The log says:',
      'litellm.AuthenticationError: bad key',
      tokens,
    ),
  )
  expect(lastTrouble(reading)).toBe('none')
  expect(reading.facts.lastWords).not.toContain('see this')
})

test('terminal messages without a prefix are read', () => {
  const reading = readOutput(
    'Aider v0.86.1\nMain model: acme/large with diff edit format\nlitellm.RateLimitError: slow down\nRetrying in 0.5 seconds...\n',
  )
  expect(reading.agent).toBe('aider')
  expect(lastTrouble(reading)).toBe('provider-error')
})

test('JSON of the model is not matched', () => {
  const reading = readOutput(
    history('#### make a fixture', '{"type":"error","error":{"message":"rate limit"}}', tokens),
  )
  expect(lastTrouble(reading)).toBe('none')
})
