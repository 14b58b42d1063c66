import { mkdirSync, realpathSync } from 'node:fs'
import { expect, test } from 'vitest'
import { repository } from './task-repository.ts'

test('a first attempt gets no earlier work', async () => {
  await using project = await repository()
  await project.mayday(['add', 'Do it', '--', 'sh', '-c', 'echo done; cat "$MAYDAY_PROMPT_FILE"'])
  await project.mayday(['run', '--task', '1'])
  expect(project.log()).toContain('This is attempt 1.')
  expect(project.log()).not.toContain('Partial work')
})

test('PWD is the folder of the worker', async () => {
  await using project = await repository()
  mkdirSync(project.file('inner'))
  // A shell would set the variable itself.
  const show = [process.execPath, '-p', 'process.env.PWD']
  await project.mayday(['run', '--cwd', project.file('inner'), '--', ...show])
  expect(project.log().trim()).toBe(realpathSync(project.file('inner')))
})
