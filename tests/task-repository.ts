/** Tasks in a real repository, for the tests of the loop. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Store } from '../src/record/store.ts'
import { testProject, type TestProject } from './running-mayday.ts'

export const agent = (name: string): string => fileURLToPath(new URL(`agents/${name}`, import.meta.url))

export const git = (project: TestProject, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
    cwd: project.path,
    encoding: 'utf8',
  })

export async function repository(): Promise<TestProject> {
  const project = await testProject()
  git(project, 'init', '--quiet', '--initial-branch=main')
  // Two projects with the same first commit would be taken for one that was moved.
  git(project, 'commit', '--quiet', '--allow-empty', `--message=start ${randomUUID()}`)
  return project
}

export function inStore<T>(project: TestProject, look: (store: Store) => T): T {
  const store = Store.open(project.record)
  try {
    return look(store)
  } finally {
    store.close()
  }
}
