import { expect, test } from 'vitest'
import { reportedError } from './reported-error.ts'

test.each([
  ['Sorry, I encountered an error: Acme API error: 401 Incorrect API key provided', 'provider-error', 401],
  ['Ran into this error: Server error (502 Bad Gateway): .\n\nPlease retry.', 'provider-error', 502],
  ['API Error: 529 Overloaded', 'provider-error', 529],
  ['Network error: Could not connect to the host', 'provider-error', undefined],
  ["I've reached the maximum number of actions without user input.", 'turn-limit', undefined],
  ['Maximum tool execution rounds reached. Stopping.', 'turn-limit', undefined],
])('the message %j is only an error', (said, what, status) => {
  expect(reportedError(said)).toMatchObject({ what, detail: status === undefined ? {} : { status } })
})

test.each([
  'The API error page now says 404 in its title.',
  'Error: 404 pages get the new template.',
  'I encountered an error: too many requests in the test, so I added a pause.',
  'API error: 429 was thrown by the mock, fixed.',
  'I ran into an error: the file was missing.',
  'Maximum number of turns in the game is 10.',
  'API Error: 500\n```\nthrow new Error()\n```',
  `API Error: 500 ${'and so on '.repeat(200)}`,
])('the message %j is an answer', (said) => {
  expect(reportedError(said)).toBeNull()
})
