import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { exampleTask } from '../examples/records.ts'
import { prepareRecordFolder } from '../../src/record/record-folder.ts'
import { Store } from '../../src/record/store.ts'
import type { TaskRecord } from '../../src/record/task.ts'
import { takeSnapshot } from '../../src/recovery/snapshots/take-snapshot.ts'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { mayday, type Finished } from '../run-mayday.ts'
import { testProject, until } from '../running-mayday.ts'
import { treeState } from '../tree-state.ts'

// Each command starts a few processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const AT = '2024-11-03T10:00:00.000Z'

const ask = (repo: GitRepository, ...args: string[]): Promise<Finished> =>
  mayday(args, { cwd: repo.path, env: { MAYDAY_DIR: '' } })

const json = async (repo: GitRepository, ...args: string[]): Promise<unknown> =>
  JSON.parse((await ask(repo, ...args, '--json')).stdout) as unknown

function inStore<T>(repo: GitRepository, act: (store: Store) => T): T {
  using store = Store.open(repo.record)
  return act(store)
}

/** A project with one task. */
async function project(): Promise<
  Awaited<ReturnType<typeof freshRepository>> & { readonly task: TaskRecord }
> {
  const repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  prepareRecordFolder(repo.record)
  const task = inStore(repo, (store) => store.addTask(exampleTask({ cwd: '.' }), AT))
  return { ...repo, task }
}

/** Takes a snapshot as the task loop does. `lost` was killed before it recorded the snapshot. */
async function save(
  { path, task, ...repo }: GitRepository & { readonly task: TaskRecord },
  why: string,
  how: 'recorded' | 'lost' = 'recorded',
): Promise<void> {
  const refName = `refs/mayday/tasks/${task.taskId}/1`
  const { ref, commit, at } = await takeSnapshot({ cwd: path, refName, message: why })
  if (how === 'recorded')
    inStore({ ...repo, path }, (store) =>
      store.addSnapshot({ task: task.task, run: null, ref, commit, at, why }),
    )
}

test('snapshots are listed with their content', async () => {
  await using repo = await project()
  expect((await ask(repo, 'snapshots', '1')).stdout).toBe('There are no snapshots of task 1 yet.\n')
  repo.write({ 'a.txt': 'changed\n', 'b.txt': 'new\n' })
  await save(repo, 'before a rollback')
  await save(repo, 'killed\u001B[31m before it was recorded', 'lost')
  const { stdout, code } = await ask(repo, 'snapshots', '1')
  expect(code).toBe(0)
  expect(stdout).toMatch(/1 {2}\S.*2 files {2}before a rollback\n/)
  expect(stdout).toContain(`refs/mayday/tasks/${repo.task.taskId}/2`)
  expect(stdout).not.toContain('\u001B[31m')
  expect(await json(repo, 'snapshots', '1')).toMatchObject({
    format: 'mayday.snapshots/1',
    task: 1,
    taskId: repo.task.taskId,
    snapshots: [
      { number: 1, files: 2, why: 'before a rollback', run: null },
      { number: 2, files: 2, ref: `refs/mayday/tasks/${repo.task.taskId}/2` },
    ],
  })
  repo.git('update-ref', '-d', `refs/mayday/tasks/${repo.task.taskId}/1`)
  expect((await ask(repo, 'snapshots', '1')).stdout).toContain('gone')
})

test('a restore can itself be undone', async () => {
  await using repo = await project()
  await save(repo, 'the start of the task')
  repo.write({ 'a.txt': 'work\n', 'b.txt': 'new\n' })
  repo.git('add', 'b.txt')
  await save(repo, 'before a rollback')
  const work = treeState(repo.path)
  repo.git('reset', '--quiet', '--hard')
  const clean = treeState(repo.path)

  const asked = await ask(repo, 'restore', '1')
  expect(asked).toMatchObject({
    code: 2,
    stdout: 'Snapshot 2 of task 1: before a rollback\n  ~ a.txt\n  + b.txt\n',
    stderr: 'mayday: Nothing was restored. To do it: mayday restore 1 2 --yes\n',
  })
  expect(treeState(repo.path)).toEqual(clean)

  const done = await ask(repo, 'restore', '1', '--yes')
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain('To undo this: mayday restore 1 3\n')
  expect(treeState(repo.path).status).toEqual(work.status)
  expect(await json(repo, 'restore', '1', '3', '--yes')).toMatchObject({
    format: 'mayday.restore/2',
    restored: true,
    changes: [
      { path: 'a.txt', change: 'changed' },
      { path: 'b.txt', change: 'removed' },
    ],
    safety: { number: 4 },
  })
  expect(treeState(repo.path).status).toEqual(clean.status)
  expect((await ask(repo, 'restore', '1', '3')).stdout).toContain('Everything is as it was then.')
})

test('later commits are reported, not undone', async () => {
  await using repo = await project()
  await save(repo, 'the start of the task')
  const head = repo.commit('two', { 'a.txt': 'later\n' })
  const { stdout } = await ask(repo, 'restore', '1', '--yes')
  expect(stdout).toContain('HEAD is not moved')
  expect(repo.git('rev-parse', 'HEAD')).toBe(head)
  expect(readFileSync(join(repo.path, 'a.txt'), 'utf8')).toBe('a\n')
})

test('a restore that is impossible says why', async () => {
  await using repo = await project()
  const refusals: readonly (readonly [args: readonly string[], why: string])[] = [
    [[], 'restore needs the number of one task. See: mayday tasks'],
    [['1', '2', '3'], "restore needs TASK [SNAPSHOT], not '1 2 3'."],
    [['9'], 'There is no task 9'],
    [['1'], 'There are no snapshots of task 1.'],
  ]
  for (const [args, why] of refusals) {
    const { code, stderr } = await ask(repo, 'restore', ...args)
    expect({ code, lines: stderr.split('\n').length, said: stderr.includes(why) }).toEqual({
      code: 2,
      lines: 2,
      said: true,
    })
  }
  await save(repo, 'before a rollback')
  expect((await ask(repo, 'restore', '1', '77')).stderr).toContain('There is no snapshot 77 of task 1')
  repo.write({ 'a.txt': 'changed\n' })
  repo.git('bisect', 'start')
  const bisect = await ask(repo, 'restore', '1', '--yes')
  expect(bisect).toMatchObject({ code: 2 })
  expect(bisect.stderr).toContain('a bisect is in progress')
})

test('nothing is restored during a live run', async () => {
  await using project = await testProject()
  execFileSync('git', ['init', '--quiet'], { cwd: project.path })
  await project.mayday(['add', 'Fix it', '--', 'true'])
  const { printed } = project.start(['run', '--json', '--', 'sleep', '600'])
  await until('the worker', () => printed().includes('stage:started'))
  const { code, stderr } = await project.mayday(['restore', '1', '--yes'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^mayday: Run 1 is still working on task 2\. .*mayday cancel 1\n$/)
})

test('a restore leaves the lessons file unnamed', async () => {
  await using repo = await project()
  await save(repo, 'before the attempt')
  await ask(repo, 'run', '--phase', '3', '--', 'sh', '-c', 'echo b > b.txt; echo "Error: it broke"; exit 1')
  expect(readFileSync(join(repo.path, 'AGENTS.md'), 'utf8')).toContain('it broke')
  const { stdout } = await ask(repo, 'restore', '1', '--yes', '--others')
  expect(stdout).toContain('b.txt')
  expect(stdout).not.toContain('AGENTS.md')
  expect(stdout).toContain('Restored: 1 file changed.')
  expect(readFileSync(join(repo.path, 'AGENTS.md'), 'utf8')).toContain('it broke')
})

test('commits are listed only if they change files', async () => {
  await using repo = await project()
  repo.write({ 'b.txt': 'b\n' })
  await save(repo, 'before the attempt')
  repo.commit('same', { 'b.txt': 'b\n' })
  repo.write({ 'c.txt': 'c\n' })
  const same = await ask(repo, 'restore', '1', '1', '--yes')
  expect(same.stdout).toMatch(/HEAD is not moved\. The snapshot was taken at \w+\.\n/)
  repo.commit('other', { 'a.txt': 'other\n' })
  const other = await ask(repo, 'restore', '1', '1', '--yes')
  expect(other.stdout).toContain(', and later commits show as changes.\n')
})
