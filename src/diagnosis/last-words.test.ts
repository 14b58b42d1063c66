/** What counts as the end of an output, and which earlier text still counts. */
import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const explained = async (...lines: readonly string[]): Promise<string> => {
  const { verdict, reason } = await explain(bytesOf(`${lines.join('\n')}\n`))
  return reason === null || verdict === 'undetermined' ? verdict : reason
}

test('an error of the built program counts', async () => {
  const built = [
    '    Finished `dev` profile [unoptimized] target(s) in 1m 12s',
    '     Running `target/debug/acme`',
  ]
  expect(await explained(...built, 'Error: required command missing: acme-lint')).toBe('SETUP_FAILED')
})

test('escaped colour codes are not text', async () => {
  const box = ['^[[31m│^[[0m ^[[1mError: ^[[0mFailed to query available provider packages^[[0m']
  expect(await explained('Initializing provider plugins...', ...box)).toBe('SETUP_FAILED')
})

test.each(['W0203 18:38:23.470858       1 manager.go:338] ', 't=10:00 level=warn msg='])(
  'a warning that begins with %j is not a failure',
  async (head) => {
    const line = `${head}Could not configure it: open /dev/kmsg: no such file or directory`
    expect(await explained('starting', line, 'listening')).not.toBe('SETUP_FAILED')
  },
)

test('a failed git command on the way does not decide', async () => {
  const died = [
    "/usr/lib/ruby/forwardable.rb:233:in `yaml?': undefined method `yaml?' for #<Page> (NoMethodError)",
    "\tfrom /gems/site/lib/excerpt.rb:91:in `render'",
  ]
  const git = "fatal: detected dubious ownership in repository at '/workspace'"
  const step = ['##[group]Run acme-pages', '##[endgroup]', git, 'Resolving dependencies...', ...died]
  const log = [...step, '##[error]Process completed with exit code 1.']
  const raw = log.map((line, index) => `2026-03-01T10:00:${10 + index}.1234567Z ${line}`)
  expect(await explained(...raw)).not.toBe('GIT_CHECKOUT_FAILED')
})

test('a report of finished work follows a failed attempt', async () => {
  const failed = 'API Error: Request rejected (429) · This request would exceed your rate limit.'
  const done = ['Done: task complete and merged.', '', "I've implemented the cart and its tests."]
  expect(await explained(failed, 'claude starts again', ...done)).toBe('succeeded')
  expect(await explained('claude starts', failed)).toBe('RATE_LIMITED')
})

test('a message over several lines is one message', async () => {
  const lines = [
    "Error: LLM request failed for model 'acme-chat' (status=400): Error code: 400 - {'error': {'message':",
    '"This model\'s maximum context length is 131072 tokens. However, you requested',
    "131134 tokens.\", 'type': 'invalid_request_error', 'code': 'invalid_request_error'}}",
  ]
  expect(await explained(...lines)).toBe('CONTEXT_EXHAUSTED')
})

test('a stack in one line does not revoke an error', async () => {
  const error = "[2026-01-01 10:00:00] ❌ Run failed with error: Command 'cargo' timed out after 300 seconds"
  const stack =
    '[2026-01-01 10:00:00] Traceback (most recent call last):   File "run.py"     return result.success'
  expect(await explained('LLM iteration 1 of 3', error, stack)).toBe('TIMEOUT')
})

test.each([
  ['2026-02-03 17:06:42 ERROR 404: Not Found.', 'SETUP_FAILED'],
  ['No tests found', 'NO_TESTS_COLLECTED'],
  ['Command not found: pytest', 'SETUP_FAILED'],
  ['Error: release failed with status: 403', 'SETUP_FAILED'],
  ["Error: ENOTDIR: not a directory, scandir '/app/.cache'", 'SETUP_FAILED'],
  ['Unknown skill: acme-loop', 'LAUNCH_REJECTED'],
  ['LLM error: Input tokens exceed the configured limit of 272000 tokens', 'CONTEXT_EXHAUSTED'],
  ['529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'RATE_LIMITED'],
  ['[acme] Error API: 401 Unauthorized', 'SETUP_FAILED'],
])('%j gets its reason from its words', async (line, reason) => {
  expect(await explained('starting', line)).toBe(reason)
})

test('a missing image follows from a failed build', async () => {
  const build =
    'ERROR: failed to build: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 1'
  const run = 'docker: Error response from daemon: pull access denied for acme, repository does not exist'
  expect(await explained(build, run)).not.toBe('SANDBOX_ERROR')
  expect(await explained('starting', run)).toBe('SANDBOX_ERROR')
})

test('a part that passed does not outweigh one that failed', async () => {
  const rows = ['✅ Backend tests passed', '❌ User portal tests failed', '✅ Admin portal tests passed']
  expect(await explained(...rows, 'ERROR: tests are still failing.')).toBe('TESTS_FAILED')
})

test('a part without tests is not a failure if others pass', async () => {
  const none = ['No test files found, exiting with code 1']
  const passed = [' Test Files  3 passed (3)', '      Tests  15 passed (15)']
  expect(await explained(...none, ...passed)).toBe('succeeded')
  expect(await explained(...none)).toBe('NO_TESTS_COLLECTED')
  const warned = ['PHPUnit 9.2.3 by its contributors.', 'No tests found in class "Cart".', 'WARNINGS!']
  const counts = 'Tests: 1, Assertions: 0, Warnings: 1.'
  expect(await explained(...warned, counts)).toBe('NO_TESTS_COLLECTED')
})

test('an aborted rake task has failed', async () => {
  const stack = ["/gems/rake-13.2.1/exe/rake:27:in `<main>'", 'Tasks: TOP => db:migrate => environment']
  expect(await explained(...stack, '(See full trace by running task with --trace)')).not.toBe('undetermined')
})

test('finishing some of the tasks is no success', async () => {
  const loop = ['Claude loop, iteration 7/40', 'Stories completed: 179/227', 'Remaining: 43']
  expect(await explained(...loop)).not.toBe('succeeded')
  expect(await explained('Claude loop, iteration 7/40', 'All stories completed: 227/227')).toBe('succeeded')
})
