import { expect, test } from 'vitest'
import { lastTrouble, readOutput } from '../../../../tests/captures.ts'

const stopped = [
  'INFO     [agent] Starting task: look it up',
  'ERROR    [agent] Stopping due to 3 consecutive failures',
]

test('a program that cleans up after a stop failed', () => {
  const log = [...stopped, 'INFO     [tab] Agent task completed processing.']
  expect(lastTrouble(readOutput(log.join('\n')))).toBe('gave-up')
})

test('a later successful task resolves the stop', () => {
  const log = [
    ...stopped,
    'INFO     [agent] Starting task: again',
    'INFO     [agent] Task completed successfully',
  ]
  expect(lastTrouble(readOutput(log.join('\n')))).toBe('none')
})
