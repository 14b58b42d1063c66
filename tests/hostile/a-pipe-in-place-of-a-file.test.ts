import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { testProject, type TestProject } from '../running-mayday.ts'

const makePipe = (path: string): void => void execFileSync('mkfifo', [path])

/** Answers where the command ends by itself; one that waits for the pipe is ended with the test. */
const ask = (project: TestProject, ...args: string[]): ReturnType<TestProject['mayday']> =>
  project.start(args).finished

test('a pipe among the tasks of a suite is named', async () => {
  await using project = await testProject()
  mkdirSync(project.file('suite'))
  makePipe(project.file('suite/one.yaml'))
  const { code, stderr } = await ask(project, 'bench', 'validate', 'suite')
  expect(code).toBe(2)
  expect(stderr).toContain('suite/one.yaml:1:1: this is a pipe, and a task is a regular file.')
})

test('a link to a device is no task', async () => {
  await using project = await testProject()
  mkdirSync(project.file('suite'))
  symlinkSync('/dev/zero', project.file('suite/one.yaml'))
  symlinkSync('nowhere', project.file('suite/two.yaml'))
  const { code, stderr } = await ask(project, 'bench', 'validate', 'suite')
  expect(code).toBe(2)
  expect(stderr).toContain('suite/one.yaml:1:1: this is a device, and a task is a regular file.')
  expect(stderr).toContain('suite/two.yaml:1:1: cannot be read (ENOENT).')
})

test('a pipe that a person names is read', async () => {
  await using project = await testProject()
  makePipe(project.file('task.yaml'))
  const asked = ask(project, 'bench', 'validate', 'task.yaml')
  execFileSync('sh', ['-c', 'echo "odd: 1" > task.yaml'], { cwd: project.path, timeout: 30_000 })
  const { code, stderr } = await asked
  expect(code).toBe(2)
  expect(stderr).toContain("unknown key 'odd'")
})

test('a pipe beside an imported database is named', async () => {
  await using project = await testProject()
  const db = new DatabaseSync(project.file('gza.db'))
  db.exec('CREATE TABLE tasks (id INTEGER)')
  db.close()
  makePipe(project.file('gza.db-journal'))
  const { code, stderr } = await ask(project, 'import', 'gza', 'gza.db')
  expect(code).toBe(2)
  expect(stderr).toContain('gza.db-journal as a file. It is a pipe')
})

test('a log that a person names may be a pipe', async () => {
  await using project = await testProject()
  makePipe(project.file('run.log'))
  const asked = ask(project, 'explain', 'run.log')
  writeFileSync(project.file('run.log'), 'npm ERR! missing script: test\n')
  expect((await asked).stdout).not.toBe('')
})
