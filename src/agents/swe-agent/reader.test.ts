import { expect, test } from 'vitest'
import { lastTrouble, readOutput } from '../../../tests/captures.ts'

const trajectory = (exitStatus: string | null, thought = 'Look around first.'): string =>
  JSON.stringify(
    {
      environment: 'swe_main',
      trajectory: [
        {
          action: 'ls\n',
          observation: 'Traceback (most recent call last): RateLimitError',
          response: 'I list the files.',
          thought: 'I list the files.',
        },
        { action: 'edit 1:2\n', observation: '', response: thought, thought },
      ],
      info: {
        exit_status: exitStatus,
        model_stats: { instance_cost: 1.5, tokens_sent: 900, tokens_received: 100, api_calls: 2 },
      },
    },
    null,
    2,
  )

test.each([
  ['exit_cost', 'budget-limit exit_cost'],
  ['submitted (exit_cost)', 'budget-limit exit_cost'],
  ['exit_context', 'context-full exit_context'],
  ['submitted (exit_context)', 'context-full exit_context'],
  ['exit_format', 'tool-failure exit_format'],
  ['exit_api', 'provider-error exit_api'],
  ['exit_environment_error', 'sandbox-failure exit_environment_error'],
  ['exit_command_timeout', 'time-limit exit_command_timeout'],
  ['exit_total_execution_time', 'time-limit exit_total_execution_time'],
  ['exit_forfeit', 'gave-up exit_forfeit'],
  ['exit_error', 'crash exit_error'],
  ['early_exit', 'tool-failure early_exit'],
  ['skipped', 'interrupt skipped'],
  ['exit_something_new', 'failure exit_something_new'],
])('the exit status %s is read as %s', (status, expected) => {
  const reading = readOutput(trajectory(status))
  expect(reading.agent).toBe('swe-agent')
  expect(lastTrouble(reading)).toBe(expected)
})

test('a submitted patch is a success with its facts', () => {
  const reading = readOutput(trajectory('submitted'))
  expect(lastTrouble(reading)).toBe('none')
  expect(reading.signals.map(({ what }) => what)).toEqual(['success'])
  expect(reading.facts).toMatchObject({
    costUsd: 1.5,
    tokens: 1000,
    turns: 2,
    closed: true,
    actions: ['ls ', 'edit 1:2 '],
  })
})

test('a trajectory without exit status is not closed', () => {
  const reading = readOutput(trajectory(null))
  expect(reading.signals).toEqual([])
  expect(reading.facts.closed).toBe(false)
})

test('the evidence points at the line of the field', () => {
  const output = trajectory('exit_cost')
  const at = readOutput(output).signals.at(-1)?.at
  expect(at?.excerpt).toBe('"exit_status": "exit_cost",')
  expect(output.split('\n')[(at?.line ?? 0) - 1]).toContain('exit_status')
})

test('a trajectory without its beginning is still read', () => {
  const output = trajectory('submitted (exit_cost)')
  const reading = readOutput(output.slice(output.indexOf('"observation"')))
  expect(reading.agent).toBe('swe-agent')
  expect(lastTrouble(reading)).toBe('budget-limit exit_cost')
  expect(reading.signals.filter(({ what }) => what === 'statement')).toEqual([])
})

test('its terminal log shows why it stopped', () => {
  const reading = readOutput(
    '🤠 INFO     Starting the run\n🤠 WARNING  Exit due to cost limit\n🤠 INFO     Trajectory saved to out.traj\n',
  )
  expect(lastTrouble(reading)).toBe('budget-limit')
})
