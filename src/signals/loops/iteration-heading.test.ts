import { expect, test } from 'vitest'
import { readDecorated, readHeading } from './iteration-heading.ts'

test.each([
  ['=== Iteration 3 === Sun Feb 22 15:34:30 PST 2026', 3],
  ['[2026-01-01 10:00:00] [LOOP] === Starting Loop #7 ===', 7],
  ['Ralph iteration 6/10 — Wed Mar 18 06:11:56 PM UTC 2026', 6],
  ['[2026-01-01 10:00:00] === Iteration 6 / 50 ===', 6],
  ['━━━ Attempt 2 of 5 ━━━', 2],
  ['[2026-01-01 10:00:00] [INFO] Iteration 5', 5],
  ['[2026-01-01T10:00:00Z] --- Loop #12 ---', 12],
  ['## Run 4 (2026-01-01T10:00:00Z)', 4],
  ['🤖 Agent session 2/8', 2],
  ['Starting iteration...', null],
  ['--- New session ---', null],
])('%j opens an iteration', (line, count) => {
  expect(readHeading(line)?.count).toBe(count)
})

test.each([
  'Iteration 6 complete. Sleeping 5s before next...',
  '=== Completed Loop #3 ===',
  'SUCCESS: Iteration 47 completed with changes',
  '⚠️ Health check attempt 3/5',
  '  attempt 3: not ready',
  'Iteration   1: 12.345 ns/op',
  'Tests run: 12, Failures: 0',
  'Maximum iterations (3) reached',
  'After loop 3 the tests pass.',
  'Step 3/12 : RUN npm ci',
  'The loop runs 3 times.',
  `iteration 3${' -.'.repeat(40)} x`,
])('%j opens no iteration', (line) => {
  expect(readHeading(line)).toBeNull()
})

test.each([
  ['=== Story 5: login ===', '= story #', 5],
  ['##### Worker 3 of 8 #####', '# worker #', 3],
  ['--- Mon Jan 19 08:25:42 EST 2026 ---', '-  # # #', null],
])('the form of %j makes it a heading', (line, shape, count) => {
  expect(readDecorated(line)).toEqual({ shape, count })
})

test('headings with different dates have one shape', () => {
  const [first, second] = [
    '--- Start Tue Jun  2 01:54:44 2026 — 37 left ---',
    '--- Start Wed Jun 10 11:04:01 2026 — 9 left ---',
  ]
  expect(readDecorated(first ?? '')?.shape).toBe(readDecorated(second ?? '')?.shape)
})

test.each([
  '=== 12 passed in 3.2s ===',
  '--- Test case 3 ---',
  '=== Step 3 of 12 ===',
  '=== Summary of 3 runs ===',
  '--- a/src/x.ts ---',
  '=================',
])('the form of %j does not make it a heading', (line) => {
  expect(readDecorated(line)).toBeNull()
})
