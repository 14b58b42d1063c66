import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'

const read = (...lines: readonly string[]): Promise<Explanation> => explain(bytesOf(`${lines.join('\n')}\n`))

const good = (n: number): readonly string[] => [
  `=== Iteration ${n}/9 ===`,
  'Claude works on the next story.',
  'All 12 tests pass.',
]
const limited = (n: number): readonly string[] => [
  `=== Iteration ${n}/9 ===`,
  'Claude works on the next story.',
  "You've hit your usage limit · resets 5pm",
]

test('the last iteration of a loop decides', async () => {
  const found = await read(...good(1), ...limited(2), ...good(3), ...good(4))
  expect(found.verdict).toBe('succeeded')
  expect(found.earlier).toEqual({ succeeded: 2, failed: 1, reasons: { USAGE_LIMIT: 1 } })
  expect(found.evidence[0]).toMatchObject({ line: 12, excerpt: 'All 12 tests pass.' })
})

test('a limit in the last iteration decides', async () => {
  const found = await read(...good(1), ...good(2), ...good(3), ...limited(4))
  expect(found).toMatchObject({ verdict: 'failed', reason: 'USAGE_LIMIT' })
  expect(found.earlier).toEqual({ succeeded: 3, failed: 0, reasons: {} })
  expect(found.evidence[0]?.line).toBe(12)
})

test('the counter of a loop may restart', async () => {
  const found = await read(...good(1), ...good(2), ...limited(3), ...good(1), ...good(2))
  expect(found.earlier).toEqual({ succeeded: 3, failed: 1, reasons: { USAGE_LIMIT: 1 } })
})

test('two headings are a loop only if they say of how many', async () => {
  const without = [...good(1), ...good(2)].map((line) => line.replace('/9', ''))
  expect((await read(...without)).earlier).toBeUndefined()
  expect((await read(...limited(1), ...good(2))).earlier).toMatchObject({ failed: 1 })
})

test('headings alone are a list', async () => {
  const found = await read('Iteration 1', 'Iteration 2', 'Iteration 3', 'Iteration 4', 'All tests pass.')
  expect(found.earlier).toBeUndefined()
})

test('a counter that does not rise is no loop', async () => {
  const found = await read(...good(5), ...good(2), ...good(9), ...good(4))
  expect(found.earlier).toBeUndefined()
})

test('an iteration without proof is undetermined', async () => {
  const silent = ['=== Iteration 2/9 ===', 'Claude looks around.', 'It reads a file.']
  const found = await read(...good(1), ...silent, ...good(3))
  expect(found.earlier).toEqual({ succeeded: 1, failed: 0, undetermined: 1, reasons: {} })
})

test('headings are found by their form', async () => {
  const part = (n: number, end: string): readonly string[] => [
    `--- Feature ${n}: a title of its own ---`,
    'Claude works on it.',
    end,
  ]
  const found = await read(
    ...part(1, 'All 12 tests pass.'),
    ...part(2, "You've hit your usage limit · resets 5pm"),
    ...part(3, 'All 13 tests pass.'),
  )
  expect(found.earlier).toEqual({ succeeded: 1, failed: 1, reasons: { USAGE_LIMIT: 1 } })
})

test('a loop with the times of a CI system is a loop', async () => {
  const lines = [
    '--- Iteration 1/10 ---',
    'Error: stream ended without producing a Message with role=assistant',
    '[loop] Not done yet. Continuing...',
    '--- Iteration 2/10 ---',
    'No unchecked items remain. All stories are complete.',
    'RALPH_STATUS:done',
  ]
  const found = await read(...lines.map((line, second) => `2026-01-01T10:00:0${second}.0000000Z ${line}`))
  expect(found.verdict).toBe('succeeded')
})
