/** `mayday explain RUN-FOLDER` uses the facts of the run. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Explanation } from '../src/diagnosis/explain.ts'
import type { TestProject } from './running-mayday.ts'
import { repository } from './task-repository.ts'

const explained = async (project: TestProject): Promise<Explanation> => {
  const { code, stdout } = await project.mayday(['explain', project.folders().at(-1) ?? '', '--json'])
  expect(code).toBe(0)
  const found: Explanation = JSON.parse(stdout)
  return found
}

const MARK = '[MAYDAY_FAILURE:MAX_TURNS]'

test.each<[string, readonly string[]]>([
  ['a failing verify', ['--verify', `echo "${MARK}"; exit 1`, '--', 'echo', 'I am done.']],
  ['a failing setup', ['--setup', 'echo no; exit 3', '--', 'true']],
  ["an agent's claim", ['--', 'sh', '-c', `echo "${MARK}"; exit 1`]],
  ['an ending alone', ['--', 'sh', '-c', 'kill -SEGV $$']],
  ['a refused launch', ['--', './no-such-program']],
  ['a success', ['--', 'true']],
])('the folder of %s gets the verdict of the run', async (_what, args) => {
  await using project = await repository()
  await project.mayday(['run', ...args])
  const { reason, stage, ending, diagnosis } = project.result() ?? {}
  const { rule, evidence } = diagnosis ?? {}
  expect(await explained(project)).toMatchObject({ reason, stage, ending, rule, evidence })
})

test('a folder without a result uses its events', async () => {
  await using project = await repository()
  await project.mayday(['run', '--verify', 'echo no; exit 1', '--', 'echo', 'I am done.'])
  rmSync(join(project.folders().at(-1) ?? '', 'result.json'))
  expect(await explained(project)).toMatchObject({ reason: 'TESTS_FAILED', stage: 'final_test' })
})
