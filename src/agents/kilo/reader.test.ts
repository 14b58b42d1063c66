import { expect, test } from 'vitest'
import { jsonLines, readOutput, troublesIn } from '../../../tests/captures.ts'

const sessionID = 'ses_e11fb4e95ffeu59de3mWyBaFcT'
const part = (type: string, more: object): object => ({ sessionID, messageID: 'msg_1', type, ...more })
const record = (type: string, more: object): object => ({
  type,
  timestamp: 1794994674756,
  sessionID,
  ...more,
})

test('its stream is read as that of OpenCode', () => {
  const reading = readOutput(
    jsonLines(
      record('step_start', { part: part('step-start', {}) }),
      record('text', { part: part('text', { text: 'The file is made.' }) }),
      record('step_finish', {
        part: part('step-finish', {
          reason: 'stop',
          metrics: { generation: 408.2, source: 'computed' },
          time: { start: 1794994674951, end: 1794994675000, elapsed: 49 },
          cost: 0,
          tokens: { input: 120, output: 20 },
        }),
      }),
    ),
  )
  expect(reading.facts).toMatchObject({ closed: true, lastWords: 'The file is made.', tokens: 140 })
})

test('its failed request has the words of the provider', () => {
  const responseBody =
    '{"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":"rate_limit_exceeded"}}'
  const error = {
    name: 'APIError',
    data: { message: 'Rate limit reached', statusCode: 429, isRetryable: true, responseBody },
  }
  expect(troublesIn(readOutput(jsonLines(record('error', { error }))))).toMatchObject([
    { what: 'provider-error', detail: { status: 429, code: 'rate_limit_exceeded' } },
  ])
})
