import { expect, test } from 'vitest'
import { lastTrouble, readOutput, troublesIn } from '../../../../tests/captures.ts'

const stamped = (message: string, level = 'INFO'): string => `[2026-01-02 03:04:05] [${level}] ${message}`
const specific = (output: string): readonly string[] =>
  troublesIn(readOutput(output))
    .filter((one) => one.specific)
    .map(({ what }) => what)

test.each([
  [stamped('Orchestration complete: JOB-1, decision=max_turns_exceeded, turns=5'), 'turn-limit'],
  [stamped('Orchestration complete: JOB-1, decision=timeout_budget_exhausted'), 'time-limit'],
  ['Status: FAILED', 'failure'],
  ['│ Status: CANCELLED                │', 'interrupt'],
  ['Exit reason: max_iterations', 'turn-limit'],
  ['Final status: stalled', 'loop'],
  ['Terminated: Reached max steps (20)', 'turn-limit'],
  [stamped('Acme execution timed out after 15 minutes', 'WARN'), 'time-limit'],
  [
    '2026-01-02 03:04:05.678 | ERROR    | __main__:run:45 - Request processing timed out after 1 hour',
    'time-limit',
  ],
  [stamped('Acme loop interrupted. Cleaning up...'), 'interrupt'],
  [stamped('🚫 Permission denied - halting loop', 'ERROR'), 'permission-denied'],
  ['Task cancelled via the dashboard after 2 turns.', 'interrupt'],
  ['Aborted!', 'interrupt'],
  ['ERROR:acme.loop:Unrecoverable stall detected after 3 turns', 'loop'],
  ['Agent got stuck in a loop', 'loop'],
  ['Agent stopped due to iteration limit or time limit.', 'turn-limit'],
  ['acme> Step limit reached. The task is not finished.', 'turn-limit'],
  [stamped('ITERATION_LIMIT_CROSSED', 'WARN'), 'turn-limit'],
  [stamped('trial 3 hit the wall-clock limit of 3600s', 'ERROR'), 'time-limit'],
  ['The job on runner 7 has exceeded the maximum execution time of 60 minutes.', 'time-limit'],
  ['acme.SdkError: API error occurred: Status 401 {"detail":"Unauthorized"}', 'provider-error 401'],
  ['Cost limit of $5 reached, stopping', 'budget-limit'],
  ['KeyboardInterrupt', 'interrupt'],
  ['✗ Run failed: the worktree is gone', 'failure'],
])('the final line %s is reported as %s', (line, expected) => {
  const reading = readOutput(`${stamped('Starting main loop...')}\n${stamped('Loop #1')}\n${line}\n`)
  expect(reading.agent).toBeNull()
  expect(lastTrouble(reading)).toBe(expected)
})

test.each([
  stamped('Starting Acme execution... (timeout: 15m)'),
  stamped('SDK timeout: 2340s'),
  stamped('Max turns: 50, max_turns=5, stop_on_failure=True'),
  stamped('Wave 4 complete: passed=5, failed=0, 0 timed out'),
  stamped('Status: .acme/status.json'),
  'Status: running',
  'Decision: continue',
  'If the run timed out, raise the limit.',
  'The task was not cancelled.',
  'Test execution timed out after 120s',
  'The command timed out after 10 seconds',
  'ssh: connect to host example.org port 22: Operation timed out',
  'no errors, 0 failed',
  'Tool call was cancelled',
  'fix: handle the case when a run is cancelled',
  '│ JOB-1 │ FAILED │ 3 │ run timed out │',
  'The agent loop detects when it is stuck.',
])('the line %s is no final status', (line) => {
  expect(lastTrouble(readOutput(`${line}\n`))).toBe('none')
})

test('a specific status wins over a final failed', () => {
  const output = [
    stamped('Job complete: A, decision=unrecoverable_stall'),
    stamped('Job complete: B, decision=approved'),
    'Status: FAILED',
    stamped('Orchestration complete: ALL, status=failed'),
  ].join('\n')
  expect(specific(output)).toEqual(['loop'])
  expect(readOutput(output).signals.map(({ what }) => what)).not.toContain('success')
})

test.each([
  'Graceful exit: plan_complete',
  'All tasks completed',
  'Exit reason: plan_complete',
  'Plan completed:',
  stamped('Orchestration complete: X, status=completed'),
  '🎉 Acme has completed the project! Final stats:',
])('the success %s resolves earlier errors', (line) => {
  const reading = readOutput(
    [
      stamped('Acme execution timed out after 15 minutes'),
      stamped('Permission denied - halting loop'),
      'Status: FAILED',
      line,
      '',
    ].join('\n'),
  )
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.find(({ what }) => what === 'success')?.source).toBe('declared')
})

test('a success far from the end proves nothing', () => {
  const after = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n')
  expect(readOutput(`All tasks completed\n${after}\n`).signals).toEqual([])
})

test('a new loop resolves an earlier timeout', () => {
  const output = [
    stamped('Acme execution timed out after 15 minutes'),
    stamped('=== Starting Loop #2 ==='),
    stamped('thinking'),
  ].join('\n')
  expect(lastTrouble(readOutput(output))).toBe('none')
})

test('a cancellation after a timeout is its consequence', () => {
  const output = [
    stamped('Task JOB-2 timed out after 2400s'),
    stamped('Orchestration complete: JOB-2, decision=cancelled'),
    stamped('Orchestration complete, status=failed'),
  ].join('\n')
  expect(specific(output)).toEqual(['time-limit'])
})

const page = (title: string): readonly string[] => [
  '<!DOCTYPE html>',
  '<html>',
  `<head><title>${title}</title>`,
  '<style>',
  '.error { color: red }',
  '</style></head>',
  '<body>',
  '<h1>Something failed</h1>',
  'denied, rejected, error 500',
  '</body>',
  '</html>',
]

test.each([
  ['api.example.org | 502: Bad gateway', 'provider-error 502'],
  ['Access denied | Error 1015', 'provider-error 429'],
  ['503 Service Temporarily Unavailable', 'provider-error 503'],
])('the error page %s is one error', (title, expected) => {
  const reading = readOutput(['The API answered:', ...page(title), 'bye'].join('\n'))
  expect(lastTrouble(reading)).toBe(expected)
  expect(reading.signals.length).toBe(1)
  expect(reading.signals[0]?.at?.line).toBe(4)
})

test('an error page in a single line is one error', () => {
  const reading = readOutput(`API Failure: ${page('502 Bad Gateway').join('')}\n`)
  expect(lastTrouble(reading)).toBe('provider-error 502')
})

test('a page without its beginning is recognised', () => {
  const reading = readOutput(
    [...page('x').slice(3, 7), '<h1>403 - Forbidden</h1>', '</body>', '</html>', ''].join('\n'),
  )
  expect(lastTrouble(reading)).toBe('provider-error 403')
})

test('pages of a website under test are no errors', () => {
  expect(lastTrouble(readOutput(['expected: hello', 'got:', ...page('404 Not Found')].join('\n')))).toBe(
    'none',
  )
  expect(lastTrouble(readOutput(['The API answered:', ...page('Welcome')].join('\n')))).toBe('none')
})

test('the output of a tool is never matched', () => {
  const reading = readOutput(
    [
      'Thought: I look.',
      'Observation: the log',
      'Error: rate limit exceeded',
      'Aborted!',
      'Thought: Interesting.',
      '',
    ].join('\n'),
  )
  expect(reading.signals).toEqual([])
})

test('statuses in a code block do not count', () => {
  expect(lastTrouble(readOutput('I write:\n```\nStatus: FAILED\nAborted!\n```\nFine.\n'))).toBe('none')
})

test('a record after a time is read', () => {
  expect(
    lastTrouble(
      readOutput('2026-01-02T03:04:05Z agent {"level":"error","msg":"LLM call failed","status_code":529}\n'),
    ),
  ).toBe('provider-error 529')
})

test('a debug line reports no end of the run', () => {
  const reading = readOutput('> [debug] Telemetry session was killed due to timeout\nuploading\n')
  expect(lastTrouble(reading)).toBe('none')
})
