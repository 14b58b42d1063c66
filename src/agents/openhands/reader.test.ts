import { expect, test } from 'vitest'
import { jsonLines, lastTrouble, readOutput, troublesIn } from '../../../tests/captures.ts'

const logged = (level: string, message: string): string =>
  `\u001B[92m03:04:05 - openhands:${level}\u001B[0m: agent_controller.py:12 - ${message}`
const state = (from: string, to: string): string =>
  logged(
    'INFO',
    `[Agent Controller 1] Setting agent(CodeActAgent) state from AgentState.${from} to AgentState.${to}`,
  )
const log = (...lines: readonly string[]): string =>
  [state('LOADING', 'RUNNING'), ...lines, '$ exit', ''].join('\n')

test('a finished agent is a success', () => {
  const reading = readOutput(
    log(
      logged('WARNING', 'Timeout greater than 600 seconds may not be supported.'),
      state('RUNNING', 'FINISHED'),
      logged('ERROR', 'RequestHTTPError: /execute_action while shutting down'),
    ),
  )
  expect(reading.agent).toBe('openhands')
  expect(troublesIn(reading)).toEqual([])
  expect(reading.signals.map(({ what }) => what)).toContain('success')
})

test.each([
  ['STOPPED', 'interrupt'],
  ['REJECTED', 'gave-up'],
  ['RATE_LIMITED', 'provider-error rate_limited'],
  ['ERROR', 'failure'],
])('the state %s is read as %s', (to, expected) => {
  expect(lastTrouble(readOutput(log(state('RUNNING', to))))).toBe(expected)
})

test('waiting for the user is no ending', () => {
  const reading = readOutput(log(state('RUNNING', 'AWAITING_USER_INPUT')))
  expect(reading.signals).toEqual([])
})

test.each([
  ['RuntimeError: Agent reached maximum iteration. Current iteration: 50, max iteration: 50', 'turn-limit'],
  ['RuntimeError: Agent reached maximum budget for conversation.', 'budget-limit'],
  ['AgentStuckInLoopError: Agent got stuck in a loop', 'loop'],
  ["RequestHTTPError: Server error '500' for url 'http://localhost:1/execute_action'", 'sandbox-failure'],
  ['AgentRuntimeDisconnectedError: Runtime disconnected', 'sandbox-failure'],
  ['litellm.AuthenticationError: AcmeException - bad key', 'provider-error 401 AuthenticationError'],
  ['LLMContextWindowExceedError: Conversation history longer than LLM context window limit', 'context-full'],
])('the error %s survives beside the state', (message, expected) => {
  const reading = readOutput(log(logged('ERROR', message), state('RUNNING', 'ERROR')))
  const told = troublesIn(reading).find((one) => one.specific)
  expect(
    [told?.what, told?.detail.status, told?.detail.code].filter((part) => part !== undefined).join(' '),
  ).toBe(expected)
})

test('work after a retried request resolves it', () => {
  const reading = readOutput(
    log(
      logged('ERROR', 'litellm.RateLimitError: slow down. Attempt #2 | You can customize retry values'),
      state('RUNNING', 'RATE_LIMITED'),
      state('RATE_LIMITED', 'RUNNING'),
      state('RUNNING', 'FINISHED'),
    ),
  )
  expect(lastTrouble(reading)).toBe('none')
  expect(reading.signals[0]).toMatchObject({ resolved: true, detail: { retry: { attempt: 2 } } })
})

test('an error page in the log is one error', () => {
  const page = [
    '<!DOCTYPE html>',
    '<html>',
    '<head><title>Acme | 502: Bad gateway</title></head>',
    '<body>',
    'Error failed denied',
    '</body>',
    '</html>',
  ]
  const reading = readOutput(
    log(logged('ERROR', 'litellm.APIError: the server answered'), ...page, state('RUNNING', 'ERROR')),
  )
  expect(
    reading.signals.filter(({ what }) => what === 'provider-error').map(({ message }) => message),
  ).toEqual(['litellm.APIError: the server answered', 'Acme | 502: Bad gateway'])
  expect(reading.signals.filter(({ what }) => what === 'statement')).toEqual([])
})

test('the output of tools is never matched', () => {
  const reading = readOutput(
    log(
      logged('INFO', '[runtime 1] Server: litellm.RateLimitError: rate limit exceeded'),
      logged('OBSERVATION', '**CmdOutputObservation**'),
      'AgentStuckInLoopError: Agent got stuck in a loop',
      state('RUNNING', 'FINISHED'),
    ),
  )
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
})

const event = (fields: object): object => ({
  id: 1,
  timestamp: '2026-01-02T03:04:05',
  source: 'agent',
  ...fields,
})
const changed = (agentState: string, reason = ''): object =>
  event({
    source: 'environment',
    observation: 'agent_state_changed',
    content: '',
    extras: { agent_state: agentState, reason },
  })

test('a trajectory of events ends with its state', () => {
  const run = event({ action: 'run', args: { command: 'pytest', thought: '' } })
  const shown = event({ observation: 'run', content: 'AgentStuckInLoopError: rate limit', extras: {} })
  const reading = readOutput(
    JSON.stringify([run, shown, changed('error', 'AgentStuckInLoopError: Agent got stuck in a loop')]),
  )
  expect(
    troublesIn(reading)
      .map(({ what }) => what)
      .toSorted(),
  ).toEqual(['failure', 'loop'])
  expect(reading.facts.actions).toEqual(['run pytest'])
})

test('a finish action is a success', () => {
  const reading = readOutput(
    jsonLines(changed('running'), event({ action: 'finish', args: { final_thought: 'All fixed.' } })),
  )
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
  expect(reading.facts.lastWords).toBe('All fixed.')
})

test.each([
  ['stuck', 'loop'],
  ['error', 'failure'],
  ['paused', 'interrupt'],
])('the execution status %s of the SDK is read', (value, expected) => {
  const update = {
    kind: 'ConversationStateUpdateEvent',
    timestamp: 't',
    source: 'environment',
    key: 'execution_status',
    value,
  }
  expect(lastTrouble(readOutput(jsonLines(update)))).toBe(expected)
})

test('an evaluation line has its error', () => {
  const line = {
    instance_id: 'a-1',
    metadata: { agent_class: 'CodeActAgent' },
    history: [],
    metrics: { accumulated_cost: 0.7 },
    error: 'RuntimeError: Agent reached maximum iteration. Current iteration: 30',
  }
  const reading = readOutput(jsonLines(line))
  expect(lastTrouble(reading)).toBe('turn-limit')
  expect(reading.facts.costUsd).toBe(0.7)
})
