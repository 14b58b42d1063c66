import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { testProject, type TestProject } from '../running-mayday.ts'

const makePipe = (path: string): void => void execFileSync('mkfifo', [path])

/** Answers where the command ends by itself; one that waits for the pipe is ended with the test. */
const ask = (project: TestProject, ...args: string[]): ReturnType<TestProject['mayday']> =>
  project.start(args).finished

test('a pipe next to an imported database is named', async () => {
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
