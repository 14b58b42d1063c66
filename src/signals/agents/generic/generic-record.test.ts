import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../../tests/captures.ts'

const said = (content: string): object => ({ type: 'message', role: 'assistant', content })
const whats = (output: string): readonly string[] => readOutput(output).signals.map(({ what }) => what)

test.each([
  [
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'provider-error overloaded_error',
  ],
  [{ event: 'error', message: 'Request failed', statusCode: 429 }, 'provider-error 429'],
  [{ level: 'error', msg: 'LLM call failed: 503 Service Unavailable' }, 'provider-error'],
  [{ level: 50, msg: 'connection reset by the API' }, 'provider-error'],
  [
    { error: { error: { message: 'Invalid API key', type: 'authentication_error' } }, status_code: 401 },
    'auth 401 authentication_error',
  ],
  [{ kind: 'run_finished', status: 'timeout' }, 'time-limit'],
  [{ event: 'session.end', reason: 'x', exit_reason: 'max_turns' }, 'turn-limit'],
  [{ type: 'result', status: 'cancelled' }, 'interrupt'],
  [{ type: 'result', outcome: 'budgetExceeded' }, 'budget-limit'],
  [{ type: 'final', stop_reason: 'refusal' }, 'refusal'],
  [{ event: 'session.finished', status: 'stopped', reason: 'max_steps_reached' }, 'turn-limit'],
  [{ kind: 'run_finished', ok: false, cause: 'no_activity' }, 'time-limit'],
  [{ type: 'ask', ask: 'api_req_failed', text: '429 Too Many Requests' }, 'provider-error 429'],
  [{ type: 'final', finish_reason: 'content_filter' }, 'refusal'],
  [{ type: 'final', finish_reason: 'length' }, 'provider-error'],
  [{ type: 'final', exit_reason: 'context_length_exceeded' }, 'context-full'],
  [{ type: 'result', success: false, error_message: 'something odd' }, 'failure'],
  [{ type: 'result', is_error: true, result: 'Rate limit exceeded' }, 'provider-error'],
  [{ resolved: false, exit_code: 1, failure_mode: 'agent_timeout' }, 'time-limit'],
  [{ resolved: false, exit_code: 1, failure: 'the container died' }, 'sandbox-failure'],
  [{ resolved: false, exit_code: 1 }, 'failure'],
  [
    {
      exception_info: {
        exception_type: 'AgentTimeoutError',
        exception_message: 'timed out after 900 seconds',
      },
    },
    'time-limit AgentTimeoutError',
  ],
])('the unknown record %j is reported as %s', (record, expected) => {
  const reading = readOutput(jsonLines(said('I start.'), record))
  expect(reading.agent).toBeNull()
  expect(lastTrouble(reading)).toBe(expected)
})

test.each([
  { type: 'result', status: 'completed' },
  { event: 'session.end', outcome: 'success' },
  { resolved: true, exit_code: 0 },
  { instance: { resolved: true } },
])('the unknown record %j is a success', (record) => {
  const reading = readOutput(jsonLines(said('I start.'), record))
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.at(-1)).toMatchObject({ what: 'success', source: 'typed' })
})

test('an error followed by work is recovered', () => {
  const flaky = jsonLines(
    { type: 'error', message: 'odd thing' },
    { type: 'error', error: { message: 'API overloaded' } },
    said('Going on.'),
    { type: 'result', status: 'success' },
  )
  const reading = readOutput(flaky)
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.filter(({ source }) => source === 'typed').map(({ what }) => what)).toEqual([
    'failure',
    'provider-error',
    'success',
  ])
})

test('an error after a success decides', () => {
  const reading = readOutput(
    jsonLines(
      said('Hi.'),
      { type: 'result', status: 'success' },
      { type: 'error', message: 'API connection error' },
    ),
  )
  expect(lastTrouble(reading)).toBe('provider-error')
  expect(reading.signals.map(({ what }) => what)).not.toContain('success')
})

test.each([
  { role: 'tool', content: 'x', error: 'rate limit exceeded', status: 'failed' },
  { role: 'user', content: 'Fix the error', error: 'API error 500' },
  { type: 'tool_result', is_error: true, content: 'Error: 429 Too Many Requests' },
  { type: 'function_call_output', output: 'timed out', status: 'error' },
  { type: 'toolResponse', success: false, error: { message: 'Permission denied' } },
  { type: 'observation', observation: 'x', error: 'killed' },
  { type: 'item.completed', item: { type: 'command_output', status: 'failed', exit_code: 1 } },
  { type: 'step_finished', status: 'failed' },
])('nothing is matched inside the quoted %j', (record) => {
  expect(whats(jsonLines(said('I start.'), record, { type: 'result', status: 'success' }))).toEqual([
    'success',
  ])
  expect(whats(jsonLines(said('I start.'), record))).toEqual([])
})

test('the words of the agent are kept and searched for markers', () => {
  const reading = readOutput(
    jsonLines({
      role: 'assistant',
      content: [{ type: 'text', text: 'I cannot go on.\n[FAILURE: AGENT_GAVE_UP]' }],
    }),
  )
  expect(reading.facts.lastWords).toContain('I cannot go on.')
})

test('common names for facts are understood', () => {
  const reading = readOutput(
    jsonLines(
      { type: 'start', sessionId: 's-1', model: 'acme-1' },
      { type: 'tool_call', id: '1', name: 'bash', input: { command: 'make' } },
      {
        type: 'done',
        status: 'success',
        num_turns: 3,
        total_cost_usd: 0.2,
        usage: { prompt_tokens: 5, completion_tokens: 6 },
      },
    ),
  )
  expect(reading.facts).toMatchObject({
    sessionId: 's-1',
    model: 'acme-1',
    turns: 3,
    costUsd: 0.2,
    tokens: 11,
    actions: ['bash make'],
  })
})

test('a retry has its attempt and its pause', () => {
  const [signal] = readOutput(
    jsonLines({ type: 'error', message: 'API overloaded', attempt: 2, max_retries: 5, retry_after: 3 }),
  ).signals
  expect(signal?.detail.retry).toEqual({ attempt: 2, of: 5, delayMs: 3000 })
})

test('the outcome of a document decides', () => {
  const output = JSON.stringify(
    {
      status: 'max_steps_reached',
      messages: [{ role: 'tool', content: 'Error' }, said('On it.')],
      usage: { total_tokens: 9 },
    },
    null,
    2,
  )
  expect(lastTrouble(readOutput(output))).toBe('turn-limit')
})

test.each([
  [
    {
      resolved: false,
      tests: [
        { name: 'a', passed: true },
        { name: 'b', passed: false },
      ],
    },
    ['b'],
  ],
  [
    { is_resolved: false, failure_mode: 'unset', parser_results: { test_a: 'passed', test_b: 'failed' } },
    ['test_b'],
  ],
  [
    { 'acme-1': { resolved: false, tests_status: { FAIL_TO_PASS: { success: [], failure: ['t::x'] } } } },
    ['t::x'],
  ],
])('the failed tests of the harness result %j are named', (record, names) => {
  const [signal] = readOutput(JSON.stringify(record)).signals
  expect(signal).toMatchObject({ what: 'tests-failed', source: 'tool', detail: { names } })
})

test('JSON in the middle of a text does not count', () => {
  const after = Array.from({ length: 40 }, (_, at) => `working on file ${at}`).join('\n')
  expect(lastTrouble(readOutput(`I call it.\n{"error":"rate limit","status":429}\n${after}\n`))).toBe('none')
  expect(lastTrouble(readOutput(`${after}\n{"resolved":false,"failure_mode":"timeout"}\n`))).toBe(
    'time-limit',
  )
})

test('errors printed after a finished stream prove nothing', () => {
  const noise = Array.from({ length: 40 }, (_, at) => `    at step (file.js:${at})`).join('\n')
  const stream = jsonLines(said('Done.'), { type: 'result', status: 'success' })
  const reading = readOutput(`${stream}Try 1: {"error":{"code":500,"message":"internal"}}\n${noise}\n`)
  expect(lastTrouble(reading)).toBe('none')
  expect(reading.signals.map(({ what }) => what)).toContain('success')
})

test.each([
  ['  "exit_status": "max_cost",', 'budget-limit'],
  ['    "failure_mode": "agent_timeout",', 'time-limit'],
  ['  "error": "Rate limit exceeded for this API key",', 'provider-error'],
])('the loose field %s of a cut document counts', (line, expected) => {
  const cut = `s and so on"\n    },\n  "info": {\n${line}\n    "cost": 2\n  }\n}\n`
  expect(lastTrouble(readOutput(cut))).toBe(expected)
})

test('loose fields without meaning are ignored', () => {
  expect(lastTrouble(readOutput('  "status": "running",\n  "outcome": "unset",\n  "error": "",\n'))).toBe(
    'none',
  )
})

test('more than sixty-four records keep their order', () => {
  const flaky = [
    { type: 'error', message: 'API overloaded' },
    ...Array.from({ length: 200 }, (_, at) => said(`step ${at}`)),
  ]
  expect(troublesIn(readOutput(jsonLines(...flaky)))).toEqual([])
})

test('a line of one megabyte is read', () => {
  const record = { type: 'error', error: { message: `API error ${'x'.repeat(1024 * 1024)}` } }
  const started = performance.now()
  const [signal] = readOutput(jsonLines(record)).signals
  expect(signal?.what).toBe('provider-error')
  expect(signal?.message.length).toBe(500)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a large document yields few signals', () => {
  const events = Array.from({ length: 5000 }, (_, at) => ({ type: 'error', message: `API error ${at}` }))
  const started = performance.now()
  expect(readOutput(JSON.stringify({ events })).signals.length).toBeLessThanOrEqual(20)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('deep documents are read to a small depth', () => {
  const deep = `${'{"a":'.repeat(2000)}{"error":"API error"}${'}'.repeat(2000)}`
  expect(readOutput(`${deep}\n`).signals).toEqual([])
})

test('no JSON value makes the reader throw', () => {
  const names = fc.constantFrom(
    'type',
    'role',
    'error',
    'status',
    'message',
    'content',
    'level',
    'usage',
    'errors',
    'tests',
    'tool_calls',
    'resolved',
    'finish_reason',
    'tests_status',
  )
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.constantFrom('error', 'failed', 'tool', 'assistant', 'timeout', true, false, 429),
      tie('record'),
      fc.array(tie('record'), { maxLength: 3 }),
    ),
    record: fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  }))
  fc.assert(
    fc.property(tree.record, fc.jsonValue(), (record, value) => {
      expect(readOutput(jsonLines(record, { data: value }, value)).bytes).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
})

test('the payload of a closing event has the reason', () => {
  const event = (kind: string, payload: object): object => ({ ts: '2026-04-29T10:00:00Z', kind, payload })
  const stream = (reason: string): string =>
    jsonLines(event('run_start', { max_iters: 1 }), event('run_end', { reason, best_score: 0.5 }))
  expect(lastTrouble(readOutput(stream('max_iters')))).toBe('turn-limit')
  expect(lastTrouble(readOutput(stream('plateau')))).toBe('no-progress')
  expect(readOutput(stream('done')).signals.some(({ what }) => what === 'success')).toBe(true)
})
