import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import { treeState } from '../../../tests/tree-state.ts'
import { restoreSnapshot, type Restored } from './restore-snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { takeSnapshot } from './take-snapshot.ts'

// Each test starts dozens of git processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

let taken = 0
const nextRef = (): string => `refs/mayday/test/${++taken}`

const take = (repo: GitRepository): Promise<Snapshot> =>
  takeSnapshot({ cwd: repo.path, refName: nextRef(), message: 'a state' })

const restore = (
  repo: GitRepository,
  { ref }: Pick<Snapshot, 'ref'>,
  branch: 'keep' | 'move' = 'keep',
): Promise<Restored> =>
  restoreSnapshot({ cwd: repo.path, ref }, { before: { refName: nextRef(), message: 'before' }, branch })

const refuse = (repo: GitRepository, snapshot: Snapshot, branch?: 'keep' | 'move'): Promise<string> =>
  restore(repo, snapshot, branch).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test('everything comes back as it was', async () => {
  await using repo = await freshRepository()
  repo.commit('one', {
    'a.txt': 'a\n',
    'both.txt': '1\n',
    'gone.txt': 'x\n',
    'd/e/f.txt': 'f\n',
    '.gitignore': '*.log\n',
  })
  repo.write({ 'a.txt': 'changed\n', 'both.txt': '2\n', 'new/deep.txt': 'new\n', 'out.log': 'ignored\n' })
  repo.git('add', 'both.txt')
  repo.write({ 'both.txt': '3\n', 'run.sh': '#!/bin/sh\n', 'key.pem': 'secret\n', 'wanted.txt': 'w\n' })
  repo.git('add', '--intent-to-add', 'wanted.txt')
  repo.git('rm', '--quiet', '--cached', 'd/e/f.txt')
  chmodSync(join(repo.path, 'run.sh'), 0o755)
  chmodSync(join(repo.path, 'key.pem'), 0o600)
  symlinkSync('nowhere/at all', join(repo.path, 'link'))
  writeFileSync(join(repo.path, 'bytes'), Buffer.from([0, 255, 10, 13, 10]))
  rmSync(join(repo.path, 'gone.txt'))
  const before = treeState(repo.path)
  const snapshot = await take(repo)

  repo.git('reset', '--quiet', '--hard')
  repo.git('clean', '--quiet', '-d', '--force')
  rmSync(join(repo.path, 'a.txt'))
  repo.write({ 'a.txt/now/a folder': 'x', 'agent.txt': 'its work\n', 'out.log': 'ignored\n', 'link/x': 'x' })
  const after = treeState(repo.path)
  const { safety, changes } = await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
  expect(changes).toContainEqual({ path: 'agent.txt', change: 'removed' })
  await restore(repo, safety)
  expect(treeState(repo.path)).toEqual(after)
})

test('files that need no change are not touched', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'same.txt': 'same\n', 'a.txt': 'a\n' })
  const snapshot = await take(repo)
  const before = statSync(join(repo.path, 'same.txt'), { bigint: true })
  repo.write({ 'a.txt': 'changed\n' })
  await restore(repo, snapshot)
  expect(statSync(join(repo.path, 'same.txt'), { bigint: true }).ctimeNs).toBe(before.ctimeNs)
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('permissions of unchanged files come back too', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'key.pem': 'secret\n' })
  chmodSync(join(repo.path, 'key.pem'), 0o600)
  const snapshot = await take(repo)
  rmSync(join(repo.path, 'key.pem'))
  await restore(repo, snapshot)
  expect(statSync(join(repo.path, 'key.pem')).mode & 0o777).toBe(0o600)
})

test.each(['*.dos text eol=crlf\n', ''])(
  'many new files come back with attributes %j',
  async (attributes) => {
    await using repo = await freshRepository()
    repo.commit('one', attributes === '' ? {} : { '.gitattributes': attributes })
    for (let n = 0; n < 60; n += 1)
      repo.write({ [`new/${n}.txt`]: `${n}\r\n`, [`${n}.dos`]: `${n}\n`, [`${n}`]: '' })
    symlinkSync('nowhere', join(repo.path, 'link'))
    const before = treeState(repo.path)
    const snapshot = await take(repo)
    repo.git('clean', '--quiet', '-d', '--force')
    await restore(repo, snapshot)
    expect(treeState(repo.path)).toEqual(before)
  },
)

test('empty folders are removed, others stay', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { '.gitignore': '*.log\n' })
  const snapshot = await take(repo)
  repo.write({ 'only/new/x.txt': 'x', 'mixed/y.txt': 'y', 'mixed/out.log': 'ignored\n' })
  await restore(repo, snapshot)
  expect(existsSync(join(repo.path, 'only'))).toBe(false)
  expect(readFileSync(join(repo.path, 'mixed/out.log'), 'utf8')).toBe('ignored\n')
  expect(existsSync(join(repo.path, 'mixed/y.txt'))).toBe(false)
})

test('an ignored file that blocks is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'data.txt': 'tracked\n', 'x/y.txt': 'y\n', 'dir/f.txt': 'f\n' })
  const snapshot = await take(repo)
  repo.git('rm', '--quiet', '-r', '--cached', '.')
  rmSync(join(repo.path, 'x'), { recursive: true })
  repo.write({ '.gitignore': 'data.txt\nx\ndir/\n', 'data.txt': 'precious, and ignored\n' })
  repo.git('add', '.gitignore')
  const before = treeState(repo.path)
  expect(await refuse(repo, snapshot)).toContain('data.txt is ignored by git now and blocks data.txt')
  rmSync(join(repo.path, 'data.txt'))
  repo.write({ x: 'an ignored file where a folder was' })
  expect(await refuse(repo, snapshot)).toContain('x is ignored by git now and blocks x/y.txt')
  rmSync(join(repo.path, 'x'))
  repo.write({ 'data.txt/below': 'an ignored file where a file was' })
  expect(await refuse(repo, snapshot)).toContain('data.txt/below is ignored by git now and blocks data.txt')
  rmSync(join(repo.path, 'data.txt'), { recursive: true })
  repo.write({ 'data.txt': 'precious, and ignored\n' })
  expect(treeState(repo.path)).toEqual(before)
})

test('a deleted intent-to-add file stays intended', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'empty.txt': '' })
  repo.write({ 'x.txt': 'x' })
  repo.git('add', '--intent-to-add', 'x.txt')
  rmSync(join(repo.path, 'x.txt'))
  rmSync(join(repo.path, 'empty.txt'))
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  repo.git('reset', '--quiet', '--hard')
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
})

test('assume-unchanged flags are restored', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  repo.git('update-index', '--assume-unchanged', 'a.txt')
  repo.write({ 'a.txt': 'local only\n' })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  repo.git('update-index', '--no-assume-unchanged', 'a.txt')
  repo.git('checkout', '--quiet', 'a.txt')
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
  expect(repo.git('ls-files', '-v')).toBe('h a.txt')
})

test('commits made since then stay on their branch', async () => {
  await using repo = await freshRepository()
  const first = repo.commit('one', { 'a.txt': 'a\n' })
  repo.write({ 'a.txt': 'mine\n' })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  const second = repo.commit('two', { 'a.txt': 'its\n', 'b.txt': 'b\n' })
  const { head, headThen } = await restore(repo, snapshot)
  expect({ head, headThen }).toEqual({ head: second, headThen: first })
  expect(repo.git('rev-parse', 'main')).toBe(second)
  expect(treeState(repo.path).files).toEqual(before.files)
})

test('a branch of Mayday moves back on request', async () => {
  await using repo = await freshRepository()
  const first = repo.commit('one', { 'a.txt': 'a\n' })
  repo.write({ 'a.txt': 'mine\n' })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  const second = repo.commit('two', { 'a.txt': 'its\n' })
  const { safety } = await restore(repo, snapshot, 'move')
  expect(repo.git('rev-parse', 'main')).toBe(first)
  expect(treeState(repo.path)).toEqual(before)
  expect(repo.git('merge-base', '--is-ancestor', second, safety.ref)).toBe('')
  repo.git('checkout', '--quiet', '-b', 'elsewhere')
  repo.commit('three', { 'c.txt': 'c\n' })
  expect(await refuse(repo, snapshot, 'move')).toContain('elsewhere is checked out, and it was main')
})

test('no hook runs in a restore', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const snapshot = await take(repo)
  const seen = join(repo.path, '.git/seen')
  for (const hook of [
    'post-checkout',
    'pre-commit',
    'post-index-change',
    'reference-transaction',
    'post-merge',
  ])
    writeFileSync(join(repo.path, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${seen}\nexit 1\n`, {
      mode: 0o755,
    })
  writeFileSync(join(repo.path, 'a.txt'), 'changed\n')
  await restore(repo, snapshot)
  expect(existsSync(seen)).toBe(false)
})

test('a running git process is not disturbed', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const snapshot = await take(repo)
  repo.write({ 'a.txt': 'changed\n' })
  writeFileSync(join(repo.path, '.git/index.lock'), '')
  expect(await refuse(repo, snapshot)).toContain('another git process is running')
  expect(readFileSync(join(repo.path, 'a.txt'), 'utf8')).toBe('changed\n')
  expect(existsSync(join(repo.path, '.git/index.lock'))).toBe(true)
})

test('a ref that is not a snapshot is refused', async () => {
  await using repo = await freshRepository()
  const commit = repo.commit('one', { 'a.txt': 'a\n' })
  for (const ref of ['refs/mayday/none', commit, '--all'])
    await expect(restore(repo, { ref })).rejects.toThrow(`there is no snapshot ${ref}`)
})

test('a linked work tree is restored separately', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const side = repo.beside('side')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', side.path)
  side.write({ 'a.txt': 'changed\n', 'b.txt': 'b\n' })
  side.git('add', 'b.txt')
  const before = treeState(side.path)
  const snapshot = await take(side)
  side.git('reset', '--quiet', '--hard')
  const main = treeState(repo.path)
  await restore(side, snapshot)
  expect(treeState(side.path)).toEqual(before)
  expect(treeState(repo.path)).toEqual(main)
  expect(existsSync(join(repo.path, '.git/mayday'))).toBe(false)
})

test('a repository without commits is restored', async () => {
  await using repo = await freshRepository()
  repo.write({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  repo.git('add', 'a.txt')
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  rmSync(join(repo.path, 'b.txt'))
  repo.git('rm', '--quiet', '--force', 'a.txt')
  mkdirSync(join(repo.path, 'a.txt'))
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
})
