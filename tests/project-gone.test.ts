import { existsSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject, until } from './running-mayday.ts'

test('a scheduler ends when its project folder is gone', async () => {
  await using project = await testProject()
  const going = project.start(['work', '--watch'])
  await until('the scheduler', () => going.printed().includes('waits for new tasks'))
  rmSync(project.path, { recursive: true })
  const { code, stderr } = await going.finished
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`The folder of the project is gone: ${project.path}.`),
  })
  expect(existsSync(project.path)).toBe(false)
})
