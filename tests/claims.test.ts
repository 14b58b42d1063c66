/** Only an agent's own words can claim a reason; what setup, baseline and verify print claims nothing. */
import { expect, test } from 'vitest'
import { rediagnoseRun } from '../src/supervision/rediagnose.ts'
import { CRASH_VARIABLE } from '../src/supervision/crash-point.ts'
import { eventually } from './children.ts'
import { freshProject } from './recorded-runs.ts'

const CLAIM = 'echo "[MAYDAY_FAILURE:MAX_TURNS]"; echo "FAILURE_REASON: out of turns"'

test.each([
  ['verify', ['--verify', CLAIM]],
  ['setup', ['--setup', CLAIM]],
  ['a baseline', ['--baseline', `${CLAIM}; echo "1 failed"; exit 1`, '--verify', 'true']],
])('a marker that %s prints claims nothing', async (_, stages) => {
  await using project = await freshProject()
  const { code } = await project.mayday(['run', ...stages, '--', 'true'])
  expect(project.folderOf(1).result()).toMatchObject({ status: 'succeeded', reason: null })
  expect(code).toBe(0)
})

test("a failed verify's words are not the agent's", async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--verify', `${CLAIM}; exit 1`, '--', 'true'])
  const result = project.folderOf(1).result()
  expect(result).toMatchObject({ reason: 'TESTS_FAILED', stage: 'final_test' })
  expect(result?.diagnosis).not.toHaveProperty('statedReason')
  expect((await project.mayday(['show', '1'])).stdout).not.toContain('The agent says')
})

test('an adopter and a new diagnosis agree', async () => {
  await using project = await freshProject()
  const run = ['run', '--setup', CLAIM, '--verify', CLAIM, '--', 'true']
  await project.mayday(run, { [CRASH_VARIABLE]: 'strays stopped' })
  await project.mayday(['history'])
  const result = await eventually(() => project.folderOf(1).result(), 'the adopter')
  expect(result).toMatchObject({ status: 'succeeded', reason: null })
  expect(await rediagnoseRun(project.folderOf(1), result)).toEqual({ kind: 'judged', result })
})

test("a marker in the agent's own words still counts", async () => {
  await using project = await freshProject()
  await project.mayday(['run', '--', 'sh', '-c', CLAIM])
  expect(project.folderOf(1).result()).toMatchObject({
    reason: 'MAX_TURNS',
    diagnosis: { statedReason: 'out of turns' },
  })
})
