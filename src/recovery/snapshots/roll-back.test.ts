import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import { treeState } from '../../../tests/tree-state.ts'
import { certainty } from './certainty.ts'
import { lastGood } from './last-good.ts'
import { restoreSnapshot, type Restored } from './restore-snapshot.ts'
import { rollBack, type RollBackRequest } from './roll-back.ts'
import { takeSnapshot } from './take-snapshot.ts'

// Each test starts dozens of git processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const BASELINE = 'refs/mayday/tasks/t/1'
const SAFETY = 'refs/mayday/tasks/t/2'

const begin = (repo: GitRepository): Promise<unknown> =>
  takeSnapshot({ cwd: repo.path, refName: BASELINE, message: 'the task begins' })

const back = (repo: GitRepository, to: string, more: Partial<RollBackRequest> = {}): Promise<Restored> =>
  rollBack({
    cwd: repo.path,
    to,
    baseline: BASELINE,
    safety: { refName: SAFETY, message: 'before a rollback' },
    ...more,
  })

const read = (repo: GitRepository, name: string): string => readFileSync(join(repo.path, name), 'utf8')

test('a rollback to a broken start is complete', async () => {
  await using repo = await freshRepository()
  const start = repo.commit('one', {
    'a.txt': 'a\n',
    'mine.txt': 'm\n',
    'staged.txt': 's\n',
    '.gitignore': '*.log\n',
  })
  repo.write({
    'mine.txt': 'my edit\n',
    'staged.txt': 'my stage\n',
    'note.txt': 'my note\n',
    'x.log': 'log\n',
  })
  repo.git('add', 'staged.txt')
  const before = treeState(repo.path)
  await begin(repo)
  repo.write({
    'a.txt': 'broken\n',
    'mine.txt': 'overwritten\n',
    'added.txt': 'new\n',
    'staged.txt': 'other\n',
  })
  rmSync(join(repo.path, 'note.txt'))
  const after = treeState(repo.path)
  const { safety } = await back(repo, start)
  expect(treeState(repo.path)).toEqual(before)
  const again = { refName: 'refs/mayday/tasks/t/3', message: 'before a restore' }
  await restoreSnapshot({ cwd: repo.path, ref: safety.ref }, { before: again })
  expect(treeState(repo.path)).toEqual(after)
})

test('edits of the person stay over a commit', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n', 'mine.txt': 'm\n', 'agreed.txt': '1\n' })
  repo.write({ 'mine.txt': 'my edit\n', 'note.txt': 'my note\n', 'agreed.txt': '2\n' })
  await begin(repo)
  repo.write({ 'a.txt': 'good\n', 'b.txt': 'b\n' })
  repo.git('add', 'a.txt', 'b.txt', 'agreed.txt')
  repo.git('commit', '--quiet', '--message', 'good')
  const good = repo.git('rev-parse', 'HEAD')
  const before = treeState(repo.path)
  repo.write({ 'a.txt': 'bad\n', 'mine.txt': 'lost\n', 'junk.txt': 'x\n' })
  repo.git('add', 'a.txt')
  repo.git('commit', '--quiet', '--message', 'bad')
  const bad = repo.git('rev-parse', 'HEAD')
  rmSync(join(repo.path, 'note.txt'))
  const { head, headThen } = await back(repo, good)
  expect({ head, headThen }).toEqual({ head: bad, headThen: good })
  expect(repo.git('rev-parse', 'main')).toBe(bad)
  expect(treeState(repo.path).files).toEqual(before.files)
  expect(repo.git('diff', '--cached', '--name-only')).toBe('a.txt')
})

test('a branch of Mayday moves to the commit', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n', 'mine.txt': 'm\n' })
  repo.write({ 'mine.txt': 'my edit\n' })
  await begin(repo)
  repo.write({ 'a.txt': 'good\n' })
  repo.git('commit', '--quiet', '--message', 'good', 'a.txt')
  const good = repo.git('rev-parse', 'HEAD')
  const before = treeState(repo.path)
  const bad = repo.commit('bad', { 'a.txt': 'bad\n', 'junk.txt': 'x\n' })
  const { safety } = await back(repo, good, { branch: 'move' })
  expect(repo.git('rev-parse', 'main')).toBe(good)
  expect(treeState(repo.path)).toEqual(before)
  expect(safety.head).toBe(bad)
})

test('a file that two people changed is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'both.txt': '1\n' })
  repo.write({ 'both.txt': 'mine\n' })
  await begin(repo)
  const good = repo.commit('good', { 'both.txt': 'its\n' })
  repo.write({ 'both.txt': 'bad\n' })
  const before = treeState(repo.path)
  await expect(back(repo, good)).rejects.toThrow('you had changed both.txt before the task began')
  expect(treeState(repo.path)).toEqual(before)
})

test('changes of other people are refused', async () => {
  await using repo = await freshRepository()
  const start = repo.commit('one', { 'a.txt': 'a\n' })
  await begin(repo)
  repo.write({ 'a.txt': 'by the agent\n', 'b.txt': 'by a person\n' })
  const asked = { cwd: repo.path, baseline: BASELINE, ours: ['a.txt'] }
  const reason = 'b.txt changed since the task began, and not by its runs.'
  expect(await certainty(asked)).toEqual({ reason })
  await expect(back(repo, start, { ours: ['a.txt'] })).rejects.toThrow(reason)
  expect(read(repo, 'a.txt')).toBe('by the agent\n')
  expect(await certainty({ ...asked, ours: ['a.txt', 'b.txt'] })).toBe('certain')
  await back(repo, start, {
    ours: ['a.txt', 'b.txt'],
    safety: { refName: 'refs/mayday/tasks/t/3', message: 'm' },
  })
  expect(existsSync(join(repo.path, 'b.txt'))).toBe(false)
})

test('a commit of another history is refused', async () => {
  await using repo = await freshRepository()
  const start = repo.commit('one', { 'a.txt': 'a\n' })
  await begin(repo)
  const dropped = repo.commit('two', { 'a.txt': 'b\n' })
  repo.git('reset', '--quiet', '--hard', start)
  for (const to of [dropped, 'f'.repeat(40), 'nonsense'])
    await expect(back(repo, to)).rejects.toThrow(`HEAD is not a descendant of the commit ${to}`)
  expect(repo.git('for-each-ref', SAFETY)).toBe('')
})

test('nothing is rolled back without the baseline', async () => {
  await using repo = await freshRepository()
  const start = repo.commit('one', { 'a.txt': 'a\n' })
  repo.write({ 'a.txt': 'b\n' })
  await expect(back(repo, start)).rejects.toThrow(`there is no snapshot ${BASELINE}`)
  expect(read(repo, 'a.txt')).toBe('b\n')
})

test('an uncertain work tree names its reason', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const at = { cwd: repo.path }
  expect(await certainty(at)).toBe('certain')
  await begin(repo)
  repo.git('checkout', '--quiet', '--detach')
  const detached = { reason: 'HEAD is detached: no branch is checked out.' }
  expect(await certainty(at)).toEqual(detached)
  expect(await certainty({ ...at, baseline: BASELINE })).toEqual(detached)
  await takeSnapshot({ ...at, refName: SAFETY, message: 'detached from the start' })
  expect(await certainty({ ...at, baseline: SAFETY })).toBe('certain')
  repo.git('checkout', '--quiet', 'main')
  repo.git('bisect', 'start')
  expect(await certainty(at)).toEqual({ reason: 'a bisect is in progress. Finish or abort it first.' })
  repo.git('bisect', 'reset')
  writeFileSync(join(repo.path, '.git/index.lock'), '')
  expect(await certainty(at)).toMatchObject({
    reason: expect.stringContaining('another git process is running'),
  })
})

test('the last good commit is an ancestor of HEAD', async () => {
  await using repo = await freshRepository()
  const start = repo.commit('one')
  const good = repo.commit('two')
  const question = { cwd: repo.path, goodCommit: good, startCommit: start, passedAtStart: false }
  expect(await lastGood(question)).toBe(good)
  expect(await lastGood({ ...question, goodCommit: null })).toBeNull()
  expect(await lastGood({ ...question, goodCommit: null, passedAtStart: true })).toBe(start)
  repo.git('reset', '--quiet', '--hard', start)
  expect(await lastGood({ ...question, passedAtStart: true })).toBe(start)
  expect(await lastGood(question)).toBeNull()
})

test('a folder may be replaced by a file', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'd/a.txt': 'a\n', 'd/b.txt': 'b\n', 'x.txt': 'x\n' })
  rmSync(join(repo.path, 'd'), { recursive: true })
  repo.write({ d: 'a file now\n' })
  await begin(repo)
  repo.git('commit', '--quiet', '--allow-empty', '--message', 'good')
  const good = repo.git('rev-parse', 'HEAD')
  repo.git('checkout', '--quiet', '--force', 'HEAD', '.')
  const before = treeState(repo.path)
  expect(before.files).toHaveProperty(['d/a.txt'])
  await back(repo, good)
  expect(read(repo, 'd')).toBe('a file now\n')
})
