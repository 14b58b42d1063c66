import { expect, test } from 'vitest'
import { lastTrouble, readOutput } from '../../../tests/captures.ts'

const trajectory = (
  exitStatus: string,
  { agent = {}, stats = {}, last = {} }: { agent?: object; stats?: object; last?: object } = {},
): string =>
  JSON.stringify(
    {
      info: {
        model_stats: { instance_cost: 0.5, api_calls: 12, ...stats },
        config: { agent: { step_limit: 0, cost_limit: 3, ...agent }, model: { model_name: 'acme/large' } },
        mini_version: '2.0.0',
        exit_status: exitStatus,
        submission: '',
      },
      messages: [
        { role: 'user', content: 'Fix it.' },
        { role: 'assistant', content: 'I fix it.', extra: { actions: [{ command: 'sed -i s/a/b/ x.py' }] } },
        { role: 'exit', content: '', extra: { exit_status: exitStatus, ...last } },
      ],
      trajectory_format: 'mini-swe-agent-1.1',
    },
    null,
    2,
  )

test.each([
  ['LimitsExceeded', { agent: { step_limit: 12 } }, 'turn-limit LimitsExceeded'],
  ['LimitsExceeded', { stats: { instance_cost: 3.01 } }, 'budget-limit LimitsExceeded'],
  ['UserInterruption', {}, 'interrupt UserInterruption'],
  ['RepeatedFormatError', {}, 'tool-failure RepeatedFormatError'],
  ['CalledProcessError', {}, 'sandbox-failure CalledProcessError'],
  ['RateLimitError', {}, 'provider-error 429 RateLimitError'],
  ['AuthenticationError', {}, 'provider-error 401 AuthenticationError'],
  ['ContextWindowExceededError', {}, 'context-full ContextWindowExceededError'],
  ['ZeroDivisionError', { last: { exception_str: 'division by zero' } }, 'crash ZeroDivisionError'],
])('the exit status %s with %o is read', (status, parts, expected) => {
  const reading = readOutput(trajectory(status, parts))
  expect(reading.agent).toBe('mini-swe-agent')
  expect(lastTrouble(reading)).toBe(expected)
})

test('a submitted trajectory is a success with its facts', () => {
  const reading = readOutput(trajectory('Submitted'))
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
  expect(reading.facts).toMatchObject({ model: 'acme/large', turns: 12, costUsd: 0.5, closed: true })
})

test('a trajectory without its beginning is still read', () => {
  const output = trajectory('LimitsExceeded')
  const reading = readOutput(output.slice(output.indexOf('"content"')))
  expect(reading.agent).toBe('mini-swe-agent')
  expect(lastTrouble(reading)).toBe('turn-limit LimitsExceeded')
})

const terminal = (command: string): string =>
  [
    'mini-swe-agent (step 1, $0.01):',
    '⠋ Waiting for the LM to respond...⠙ Waiting for the LM to respond...THOUGHT: I run the tests.',
    'User:',
    '<returncode>1</returncode>',
    'API Error: 429 rate limit exceeded, giving up',
    'mini-swe-agent (step 2, $0.02):',
    'THOUGHT: I am done.',
    '```bash',
    command,
    '```',
    'User:',
    '',
    "Saved trajectory to '/tmp/last.traj.json'",
  ].join('\n')

test('a submission is a success', () => {
  const reading = readOutput(terminal('echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT'))
  expect(reading.signals.filter(({ what }) => what !== 'statement').map(({ what }) => what)).toEqual([
    'success',
  ])
  expect(reading.facts).toMatchObject({ turns: 2, costUsd: 0.02 })
})

test('an end without a submission is no success', () => {
  const reading = readOutput(terminal('ls'))
  expect(reading.signals.map(({ what }) => what)).not.toContain('success')
})

test('the output of commands is never matched', () => {
  const said = readOutput(terminal('ls')).signals.map(({ message }) => message)
  expect(said.filter((message) => message.includes('429'))).toEqual([])
})

test('a container that does not start is a sandbox failure', () => {
  const log =
    "2026-01-02 03:04:05,006 - minisweagent - ERROR - Error processing instance acme__app-1: Command '['docker', 'run', '-d', 'acme:latest']' returned non-zero exit status 125.\n"
  expect(lastTrouble(readOutput(log))).toBe('sandbox-failure')
})

test('a request that fails is a provider error', () => {
  const log = '2026-01-02 03:04:05,006 - minisweagent.models - ERROR - litellm.RateLimitError: slow down\n'
  expect(lastTrouble(readOutput(log))).toBe('provider-error 429 RateLimitError')
})
