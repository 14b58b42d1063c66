/** Before a task goes back to its start, Mayday tries whether that builds. The try is not recorded as a run. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject, until, type TestProject } from '../running-mayday.ts'
import { agent, git } from '../task-repository.ts'

async function brokenBuild(verify: string): Promise<TestProject> {
  const project = await testProject()
  writeFileSync(project.file('app.py'), 'x = 1\n')
  writeFileSync(project.file('.gitignore'), '.tried\n__pycache__\n')
  git(project, 'init', '--quiet', '--initial-branch=main')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=start')
  const worker = ['--', 'sh', agent('breaks-the-build.sh')]
  await project.mayday(['add', 'Add the feature', '--verify', verify, ...worker])
  return project
}

const numbersIn = async (project: TestProject): Promise<unknown> => {
  const { runs } = JSON.parse((await project.mayday(['history', '--json'])).stdout)
  const { tasks } = JSON.parse((await project.mayday(['tasks', '--all', '--json'])).stdout)
  return [runs.map(({ run }: { run: number }) => run), tasks.map(({ task }: { task: number }) => task)]
}

test('a tried start takes no run number', async () => {
  await using project = await brokenBuild('python3 -m py_compile app.py && grep -q feature app.py')
  const { code, stdout } = await project.mayday(['run', '--task', '1'])
  expect(code).toBe(0)
  expect(stdout).toContain('→ rollback BROKEN_BUILD')
  expect(await numbersIn(project)).toEqual([[2, 1], [1]])
  expect((await project.mayday(['add', 'Next', '--', 'true'])).stdout).toContain('Task 2')
  expect(existsSync(project.inRecord('tries/1'))).toBe(false)
})

test('processes of a killed try are stopped', async () => {
  const hangs = 'if [ -e .git/hang ]; then echo $$ > .git/pid; mv .git/pid .git/trying; exec sleep 600; fi'
  await using project = await brokenBuild(
    `python3 -m py_compile app.py && { ${hangs}; grep -q feature app.py; }`,
  )
  writeFileSync(project.file('.git/hang'), '')
  const going = project.start(['run', '--task', '1'])
  await until('the try', () => existsSync(project.file('.git/trying')))
  going.child.kill('SIGKILL')
  await going.finished
  rmSync(project.file('.git/hang'))
  expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
  const pid = Number(readFileSync(project.file('.git/trying'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await numbersIn(project)).toEqual([[2, 1], [1]])
})
