import { expect, test } from 'vitest'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { wrapperFor } from '../../src/supervision/wrapper-kinds.ts'
import { agent } from '../children.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

const processes = openProcesses()
const canAdopt = process.platform === 'linux' && wrapperFor().kind === 'perl'
const title = (text: string): string =>
  canAdopt ? text : `${text} (needs a child subreaper: Linux and perl)`

const hiddenIn = (project: TestProject): readonly number[] =>
  [...project.log().matchAll(/^child (\d+)$/gm)].map(([, pid]) => Number(pid))

const areGone = (pids: readonly number[]): boolean => pids.every((pid) => processes.identify(pid) === null)

test.skipIf(!canAdopt)(title('a process without session and tag is stopped'), async () => {
  await using project = await testProject()
  const { code } = await project.mayday(['run', '--', 'sh', '-c', `${shell()}; exit 0`])
  const hidden = hiddenIn(project)
  expect(code).toBe(0)
  expect(hidden).toHaveLength(1)
  expect(areGone(hidden)).toBe(true)
  expect(project.events()).toContainEqual(
    expect.objectContaining({ event: 'strays:stopped', count: 1, left: 0 }),
  )
})

test.skipIf(!canAdopt)(title('what a setup hides lives until the end'), async () => {
  await using project = await testProject()
  const alive = `kill -0 $(sed -n 's/^child //p' ${project.record}/logs/*/*/worker.log)`
  const { code } = await project.mayday(['run', '--setup', `${shell()}; true`, '--', 'sh', '-c', alive])
  expect(code).toBe(0)
  expect(areGone(hiddenIn(project))).toBe(true)
})

test.skipIf(!canAdopt)(title('a limit stops what hides as well'), async () => {
  await using project = await testProject()
  const setup = ['--setup', `${shell()}; true`]
  const stays = ['--timeout', '1s', '--', 'sh', '-c', `${shell()}; exec sleep 1000`]
  const { code } = await project.mayday(['run', ...setup, ...stays])
  expect(code).toBe(124)
  expect(hiddenIn(project)).toHaveLength(2)
  expect(areGone(hiddenIn(project))).toBe(true)
})

const shell = (): string => `( ${agent('hides-from-everybody.sh').join(' ')} )`
