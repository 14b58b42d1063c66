/** The cause that an agent states is shown if nothing proves another one. */
import { expect, it } from 'vitest'
import { repository } from './task-repository.ts'

it('a stated reason is shown at the end', async () => {
  await using project = await repository()
  const run = await project.mayday(['run', '--', 'sh', '-c', 'echo "FAILURE_REASON: db is down"; exit 1'])
  expect(run.stdout).toContain('✗ run 1 failed  ')
  expect(run.stdout).toContain('\nThe agent says: db is down\n')
  const history = await project.mayday(['history'])
  expect(history.stdout).toContain('why: the agent says "db is down" · mayday show 1')
  const json = await project.mayday(['history', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ runs: [{ summary: 'exit code 1; db is down' }] })
})
