import { expect, test } from 'vitest'
import type { StageTests } from '../../record/run-result.ts'
import { openRig } from '../../../tests/board-rig.ts'

const tests = (names: readonly string[]): StageTests => ({
  stage: 'final_test',
  command: 'npm test',
  folder: '.',
  code: 'abc',
  failed: names.length,
  passed: 10 - names.length,
  names,
})

test('the failures page lists the flaky tests', async () => {
  await using rig = await openRig()
  const { store } = rig.context
  const at = '2026-11-01T10:00:00.000Z'
  for (const names of [[], ['logs in', 'logs out'], ['logs in'], []]) store.addStartTests(tests(names), at)
  expect((await rig.ask('/api/v1/failures?range=24h')).json).toMatchObject({
    flaky: [
      { name: 'logs in', failed: 2, runs: 4, lastAt: at },
      { name: 'logs out', failed: 1, runs: 4, lastAt: at },
    ],
  })
})
