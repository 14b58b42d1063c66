import { expect, test } from 'vitest'
import { lastTrouble, readOutput } from '../../../../tests/captures.ts'

const log = (...records: readonly object[]): string =>
  records
    .map((record) => JSON.stringify({ time: '2026-01-01T10:00:00Z', level: 'INFO', ...record }))
    .join('\n')

const called = { msg: 'Tool call started', toolCall: { id: 'c1', name: 'bash' } }
const failed = { msg: 'POSIX command finished', command: 'npm test', err: 'exit status 1' }

test('a cancellation in a JSON log is the end', () => {
  expect(lastTrouble(readOutput(log(called, { msg: 'Request cancellation initiated' })))).toBe('interrupt')
})

test('a failed command of the agent is no error', () => {
  expect(lastTrouble(readOutput(log(called, failed, called)))).toBe('none')
})

test('a provider answer inside a message is read', () => {
  const answer =
    '{\n  "error": {\n    "code": 500,\n    "message": "An internal error has occurred."\n  }\n}\n'
  const record = { level: 'ERROR', msg: `failed to process events: invalid stream chunk: ${answer}` }
  expect(lastTrouble(readOutput(log(called, record)))).toBe('provider-error 500')
})
