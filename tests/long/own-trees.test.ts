import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { git, repository } from '../task-repository.ts'
import type { TestProject } from '../running-mayday.ts'

const COMMIT =
  'date > own.txt; git add own.txt; git -c user.name=A -c user.email=a@b commit --quiet --message=own'
const tree = (project: TestProject, task: number): string => project.inTrees(`task-${task}`)

/** Each task runs one script in a separate work tree. */
async function worked(...scripts: string[]): Promise<TestProject> {
  const project = await repository()
  writeFileSync(project.file('start.txt'), 'start\n')
  git(project, 'add', 'start.txt')
  git(project, 'commit', '--quiet', '--message=start')
  for (const script of scripts) await project.mayday(['add', 'Some work', '--', 'sh', '-c', script])
  await project.mayday(['work', '--worktree', '--once'])
  return project
}

test('a work tree is removed after a full merge', async () => {
  await using project = await worked(COMMIT)
  const planned = await project.mayday(['clean', '--trees', '--dry-run'])
  expect(planned.stdout).toContain('1 work tree would be removed; what was done is on mayday/task-1.\n')
  expect(existsSync(tree(project, 1))).toBe(true)
  const { code, stdout } = await project.mayday(['clean', '--trees', '--json'])
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    trees: [{ task: 1, path: tree(project, 1), branch: 'mayday/task-1', stays: null }],
  })
  expect(existsSync(tree(project, 1))).toBe(false)
  expect(git(project, 'show', '--name-only', '--format=', 'mayday/task-1')).toBe('own.txt\n')
  expect(git(project, 'worktree', 'list', '--porcelain')).not.toContain('task-1')
  expect((await project.mayday(['clean', '--trees'])).stdout).toContain('No work tree to remove.\n')
})

test('a work tree with unmerged work stays', async () => {
  await using project = await worked('touch new.txt', `git checkout --quiet --detach; ${COMMIT}`, 'exit 1')
  const { code, stdout } = await project.mayday(['clean', '--trees'])
  expect(code).toBe(0)
  expect(stdout).toContain(`${tree(project, 1)} stays: 1 file in it is not committed.\n`)
  expect(stdout).toContain(`${tree(project, 2)} stays: no branch is checked out in it.\n`)
  expect(stdout).toMatch(/\/task-3 stays: its task is \w+\.\n/)
  expect([1, 2, 3].map((task) => existsSync(tree(project, task)))).toEqual([true, true, true])
})

test('no work tree is removed without a request', async () => {
  await using project = await worked('true')
  await project.mayday(['clean', '--older-than', '0s'])
  expect(existsSync(tree(project, 1))).toBe(true)
})

test('a deleted work tree is made again', async () => {
  await using project = await worked(`test -e own.txt || { ${COMMIT}; exit 1; }; echo more >> own.txt`)
  await rm(tree(project, 1), { recursive: true })
  expect((await project.mayday(['retry', '1'])).code).toBe(0)
  expect(existsSync(tree(project, 1))).toBe(true)
})

test('a removed work tree returns for another attempt', async () => {
  await using project = await worked(`test -e own.txt || { ${COMMIT}; exit 1; }; echo more >> own.txt`)
  await project.mayday(['cancel', '1'])
  await project.mayday(['clean', '--trees'])
  expect(existsSync(tree(project, 1))).toBe(false)
  expect((await project.mayday(['retry', '1'])).code).toBe(0)
  expect(git(project, 'rev-list', '--count', 'main..mayday/task-1')).toBe('1\n')
})

describe("the place of a task's work", () => {
  const lineWith = (text: string, command: string): string =>
    text.split('\n').find((line) => line.startsWith(command)) ?? ''
  const typed = (project: TestProject, line: string): string =>
    execFileSync('sh', ['-c', line.split(/ {2,}/)[0] ?? ''], { cwd: project.path, encoding: 'utf8' })

  test('unmerged names the tree and commands that work', async () => {
    await using project = await worked('echo changed > start.txt; echo new > new.txt')
    const { stdout } = await project.mayday(['unmerged'])
    expect(stdout).toContain(`work tree: ${tree(project, 1)}\n`)
    expect(typed(project, lineWith(stdout, `git -C ${tree(project, 1)} status`))).toContain('new.txt')
    expect(typed(project, lineWith(stdout, `git -C ${tree(project, 1)} diff HEAD`))).toContain('+changed')
    const { branches } = JSON.parse((await project.mayday(['unmerged', '--json'])).stdout)
    expect(branches).toMatchObject([{ branch: 'mayday/task-1', tree: tree(project, 1) }])
  })

  test('committed work is shown by the typed command', async () => {
    await using project = await worked(`${COMMIT}; echo more > more.txt`)
    const { stdout } = await project.mayday(['unmerged'])
    expect(typed(project, lineWith(stdout, 'git diff main...mayday/task-1'))).toContain('own.txt')
    expect(typed(project, lineWith(stdout, `git -C ${tree(project, 1)} status`))).toContain('more.txt')
  })

  test('tasks and show print the path', async () => {
    await using project = await worked(COMMIT)
    expect((await project.mayday(['tasks'])).stdout).toContain(`work tree: ${tree(project, 1)}\n`)
    expect((await project.mayday(['show', '1'])).stdout).toContain(`folder    ${tree(project, 1)}\n`)
    const { tasks } = JSON.parse((await project.mayday(['tasks', '--json'])).stdout)
    expect(tasks).toMatchObject([{ task: 1, tree: tree(project, 1) }])
    await project.mayday(['clean', '--trees'])
    expect((await project.mayday(['tasks'])).stdout).not.toContain('work tree')
    expect((await project.mayday(['show', '1'])).stdout).toContain(`${tree(project, 1)} (removed)\n`)
  })

  test('work in the project needs no path', async () => {
    await using project = await repository()
    await project.mayday(['run', '--', 'sh', '-c', 'echo new > new.txt'])
    const { stdout } = await project.mayday(['unmerged'])
    expect(stdout).not.toContain('work tree:')
    expect(typed(project, lineWith(stdout, 'git status'))).toContain('new.txt')
  })
})

test('a tree without packages prints a hint', async () => {
  await using project = await repository()
  mkdirSync(project.file('node_modules'))
  await project.mayday(['add', 'Some work', '--', 'sh', '-c', COMMIT])
  const { stdout } = await project.mayday(['work', '--worktree', '--once'])
  expect(stdout).toContain(
    `! task 1 works in ${tree(project, 1)} without node_modules, and has no setup that installs it. Install it there. Give later tasks a setup: mayday add --setup "npm ci", or stages.setup in mayday.yaml\n`,
  )
})
