import { expect, test } from 'vitest'
import { testProject } from './running-mayday.ts'

test.each([1, 2, 3])('a run takes as long as its command (%i)', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--verify', 'sleep 0.05', '--', 'sleep', '0.05'])
  const stages = project.result()?.stages ?? []
  expect(stages.map(({ stage }) => stage)).toEqual(['agent_run', 'final_test'])
  for (const { durationMs } of stages) expect(durationMs).toBeGreaterThanOrEqual(50)
  expect(project.result()?.durationMs).toBeGreaterThanOrEqual(100)
})
