import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { reads } from './last-resort-rule.ts'
import { lastResortRules } from './last-resort-rules.ts'

describe.each(lastResortRules)('$id', (rule) => {
  test.each(rule.yes)('matches %j', (line) => {
    expect(reads(rule, line)).toBe(true)
  })

  test.each(rule.no)('leaves %j alone', (line) => {
    expect(reads(rule, line)).toBe(false)
  })
})

const explained = async (
  ...lines: readonly string[]
): Promise<{ readonly reason: unknown; readonly rule: string }> => {
  const { reason, rule } = await explain(bytesOf(`${lines.join('\n')}\n`))
  return { reason, rule }
}

test('the words of the last error suggest a reason', async () => {
  const found = await explained('acme 1.2', 'Error: The specified token is not valid.')
  expect(found).toEqual({ reason: 'SETUP_FAILED', rule: 'last.login' })
})

test('an agent that cannot log in is named so', async () => {
  const { reason } = await explained('codex starts', 'Error: Interactive terminal required for LOGIN.')
  expect(reason).toBe('AUTH_FAILED')
})

test('an error without a hint stays unknown', async () => {
  expect(await explained('acme 1.2', 'Error: the cart is empty')).toEqual({
    reason: 'UNKNOWN',
    rule: 'unknown',
  })
})

test('a place in a source file means a broken build', async () => {
  const found = await explained(
    'acmec 0.3',
    'shop/cart.purs:12:3 error: no such name total',
    'ERROR: giving up on shop',
  )
  expect(found).toEqual({ reason: 'BROKEN_BUILD', rule: 'last.place-in-code' })
})

test('an expectation that does not hold means failed tests', async () => {
  const { reason } = await explained('acme probe', 'total: expected 3 but got 4', 'ERROR: probe ended')
  expect(reason).toBe('TESTS_FAILED')
})

test('several rows of failures count more than one', async () => {
  const rows = ['cart', 'price', 'stock', 'tax'].map((name) => `  ✗ ${name} holds`)
  expect((await explained('acme probe', ...rows, 'ERROR: probe ended')).reason).toBe('TESTS_FAILED')
  expect((await explained('acme probe', '  ✗ cart holds', 'ERROR: probe ended')).reason).toBe('UNKNOWN')
})

test('the command above an error decides between hints', async () => {
  const error = 'ERROR: ShopError: could not import the list, expected 3 but got 4'
  expect((await explained('acme 1.2', error)).reason).toBe('TESTS_FAILED')
  expect((await explained('acme 1.2', '$ acme bundle --all', error)).reason).toBe('BROKEN_BUILD')
})

test('a root cause outweighs what follows from it', async () => {
  const { reason } = await explained(
    'acme 1.2',
    'ERROR: not enough disk for the cache of the shop',
    'ERROR: failed to download the list of prices',
    'ERROR: the shop stays closed',
  )
  expect(reason).toBe('DISK_FULL')
})

test('a line that is logged quietly does not vote', async () => {
  const { reason } = await explained('acme 1.2', '[INFO] the shop timed out once', 'ERROR: the cart is empty')
  expect(reason).toBe('UNKNOWN')
})

test('a stage that was told says more than the words', async () => {
  const { reason } = await explain(bytesOf('Error: Module Cart was not found.\n'), {
    stage: 'setup',
    exitCode: 1,
  })
  expect(reason).toBe('SETUP_FAILED')
})
