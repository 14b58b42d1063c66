/** Exit codes of silent programs: pytest's meanings apply only to pytest. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshProject } from './recorded-runs.ts'
import { mayday } from './run-mayday.ts'

const reasonOf = async (args: readonly string[]): Promise<string | null | undefined> => {
  await using project = await freshProject()
  project.write('pytest', '#!/bin/sh\nexit "$1"\n')
  chmodSync(join(project.root, 'pytest'), 0o755)
  await project.mayday(['run', ...args])
  return project.folderOf(1).result()?.reason
}

test.each(['2', '3', '4', '5'])('exit %s of a silent agent says nothing', async (code) => {
  expect(await reasonOf(['--', 'sh', '-c', `exit ${code}`])).toBe('UNKNOWN')
  expect(await reasonOf(['--verify', `exit ${code}`, '--', 'true'])).toBe('UNKNOWN')
})

test.each([
  ['3', 'INTERNAL_ERROR'],
  ['5', 'NO_TESTS_COLLECTED'],
])('exit %s of a silent pytest keeps its meaning', async (code, reason) => {
  expect(await reasonOf(['--verify', `./pytest ${code}`, '--', 'true'])).toBe(reason)
})

test('an empty output is explained by the literal map', async () => {
  const { stdout } = await mayday(['explain', '--json', '--stage', 'final_test', '--exit-code', '5', '-'], {
    input: '',
  })
  expect(JSON.parse(stdout)).toMatchObject({ reason: 'NO_TESTS_COLLECTED', rule: 'ending.bench-code' })
})

test('a wrong flag of an agent is a rejected launch', async () => {
  expect(await reasonOf(['--', 'env', '--no-such-flag'])).toBe('LAUNCH_REJECTED')
  expect(await reasonOf(['--', 'sleep', '--no-such-flag'])).toBe('LAUNCH_REJECTED')
})
