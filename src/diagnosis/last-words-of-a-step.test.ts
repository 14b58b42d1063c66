import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const at = (second: number): string => `2026-01-01T10:00:0${second}.0000000Z`

test('a step that fails without an error shows what it said last', async () => {
  const log = [
    `${at(0)} ##[group]Run ./verify-prices.sh`,
    `${at(0)} ##[endgroup]`,
    `${at(1)} reading 120 prices`,
    `${at(2)} The prices of the shop are older than its carts.`,
    `${at(3)} ##[error]Process completed with exit code 1.`,
  ].join('\n')
  const { reason, rule, evidence } = await explain(bytesOf(`${log}\n`), {})
  expect([reason, rule]).toEqual(['TESTS_FAILED', 'step.check'])
  expect(evidence.map(({ line, excerpt }) => [line, excerpt])).toEqual([
    [4, 'The prices of the shop are older than its carts.'],
    [5, expect.stringContaining('##[error]Process completed')],
  ])
  expect(evidence[0]?.byteOffset).toBe(log.indexOf('The prices'))
})

test.each(['stderr | cart.test.ts > cart > adds the price', '  Documentation of the command line:'])(
  'the line %j is not what a step said last',
  async (last) => {
    const log = [
      `${at(0)} ##[group]Run ./verify-prices.sh`,
      `${at(0)} ##[endgroup]`,
      `${at(2)} The prices of the shop are older than its carts.`,
      `${at(2)} ${last}`,
      `${at(3)} ##[error]Process completed with exit code 1.`,
    ].join('\n')
    expect((await explain(bytesOf(`${log}\n`), {})).evidence[0]?.line).toBe(3)
  },
)
