import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const said = async (...lines: readonly string[]): Promise<string | null> => {
  const { verdict, reason } = await explain(bytesOf(`${lines.join('\n')}\n`), { stage: 'agent_run' })
  return verdict === 'failed' ? reason : verdict
}

test('an error that is retried is no ending', async () => {
  const error = 'API error (529 overloaded). Retrying in 4s (attempt 2/10)'
  expect(await said('Working', error, 'The null check is in place.')).toBe('undetermined')
  expect(await said('Working', error)).toBe('RATE_LIMITED')
})

test('a recovered error is no ending', async () => {
  const error = 'Error: Invalid API key provided'
  expect(await said(error, 'I replaced the key in the test, and all tests pass now.')).toBe('succeeded')
  expect(await said(error, 'I could not get the tests to pass.')).toBe('AUTH_FAILED')
})

test.each([
  ['| model | Error: rate limit exceeded |', '| other | fine |'],
  ['a1b2c3d fix: rate limit exceeded on login'],
  ['Changes committed as "fix: error when budget exceeded"'],
  ['It stops because "max iterations reached" is raised in the loop.'],
  ['✅ after: HTTP 429 Too Many Requests'],
  ['- 429: Too many requests', '- 401: Unauthorized, the token is old'],
])('%j only mentions a problem', async (...lines) => {
  expect(await said('Here is what I found:', ...lines)).toBe('undetermined')
})

test.each([
  ['✗ Failed to reach the model: getaddrinfo ENOTFOUND api.example.org', 'LLM_ERROR'],
  ['✗ Task failed: the migration could not be applied', 'UNKNOWN'],
  ['❌ Could not finish the deployment', 'UNKNOWN'],
])('%j at the end is a failure', async (line, reason) => {
  expect(await said('▸ Planning', line)).toBe(reason)
})

test('a loop that ends at its limit with 0 has failed', async () => {
  const limit = 'Task incomplete: Maximum iterations (1) reached.'
  const ofLoop = async (...lines: readonly string[]): Promise<string | null> =>
    (await explain(bytesOf(`${lines.join('\n')}\n`), { stage: 'agent_run', exitCode: 0 })).reason
  expect(await ofLoop('Step 1: listing files.', limit, 'Cost: $0.02')).toBe('MAX_TURNS')
  expect(await ofLoop(limit, 'Step 1', 'Step 2', 'Step 3', 'The task is done.')).toBeNull()
})

test('an error after a stated success revokes it', async () => {
  expect(await said('All tasks are complete.', 'Error: the push was rejected')).toBe('UNKNOWN')
  expect(await said('Error: the push was rejected', 'All tasks are complete.')).toBe('succeeded')
})

test.each([
  ['Acme CLI 56.3', 'No project settings found locally. Run `acme pull` to retrieve them.'],
  ["Processing -File './run' failed because the file does not have a '.ps1' extension."],
  ['X Pull request shop#22 is not mergeable: the base branch policy prohibits the merge.'],
  ['zsh:1: no such file or directory: ./test.sh'],
  Array.from({ length: 12 }, (_, line) => (line === 11 ? 'The last cart was not found.' : `cart ${line}`)),
  ['content/index.smd:3:1:', '    .layout = "x",', '    ^', "unexpected '.', expected: ',' or '}'"],
])('a short output that only complains has failed: %j', async (...lines) => {
  expect(await explain(bytesOf(`${lines.join('\n')}\n`))).toMatchObject({ verdict: 'failed' })
})

test.each([
  ['0 vulnerabilities were found, so nothing is denied'],
  ["rm: cannot remove 'carts.txt': No such file or directory"],
  ['WARN the cache could not be read'],
  ['Compared 3 files', 'OK: no conflicts, nothing was refused'],
  Array.from({ length: 12 }, (_, line) => (line === 8 ? 'A cart could not be read.' : `cart ${line}`)),
])('a complaint beside other output proves nothing: %j', async (...lines) => {
  expect((await explain(bytesOf(`${lines.join('\n')}\n`))).verdict).not.toBe('failed')
})
