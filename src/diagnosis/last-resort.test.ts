import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { lastResortRules } from './last-resort-rules.ts'

describe.each(lastResortRules)('$id', ({ says, yes, no }) => {
  test.each(yes)('matches %j', (line) => {
    expect(says.test(line)).toBe(true)
  })

  test.each(no)('leaves %j alone', (line) => {
    expect(lastResortRules.filter((rule) => rule.says.test(line))).toEqual([])
  })
})

const explained = async (text: string): Promise<{ readonly reason: unknown; readonly rule: string }> => {
  const { reason, rule } = await explain(bytesOf(text))
  return { reason, rule }
}

test('the words of the last error suggest a reason', async () => {
  const found = await explained('acme 1.2\nError: The specified token is not valid.\n')
  expect(found).toEqual({ reason: 'SETUP_FAILED', rule: 'last.login' })
})

test('an agent that cannot log in is named so', async () => {
  const found = await explained('codex starts\nError: Interactive terminal required for LOGIN.\n')
  expect(found.reason).toBe('AUTH_FAILED')
})

test('an error without a hint stays unknown', async () => {
  expect(await explained('acme 1.2\nError: the cart is empty\n')).toEqual({
    reason: 'UNKNOWN',
    rule: 'unknown',
  })
})

test('a stage that was told says more than the words', async () => {
  const { reason } = await explain(bytesOf('Error: Module Cart was not found.\n'), {
    stage: 'setup',
    exitCode: 1,
  })
  expect(reason).toBe('SETUP_FAILED')
})
