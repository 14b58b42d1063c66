import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configureFilters } from '../../../tests/filters.ts'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import { treeState, untouchable } from '../../../tests/tree-state.ts'
import { nextSnapshotRef, snapshotsIn } from './find-snapshots.ts'
import type { Snapshot } from './snapshot.ts'
import { takeSnapshot } from './take-snapshot.ts'

// Each test starts dozens of git processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

let taken = 0
const take = (repo: Pick<GitRepository, 'path'>): Promise<Snapshot> =>
  takeSnapshot({ cwd: repo.path, refName: `refs/mayday/test/${++taken}`, message: 'before a rollback' })

const refuse = (repo: Pick<GitRepository, 'path'>): Promise<string> =>
  take(repo).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const filesOf = (repo: GitRepository, tree: string): readonly string[] =>
  repo.git('ls-tree', '-r', '--name-only', tree).split('\n')

/** Staged, changed again, untracked, deleted, executable, linked, ignored. */
async function busyRepository(): Promise<Awaited<ReturnType<typeof freshRepository>>> {
  const repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n', 'both.txt': '1\n', 'gone.txt': 'x\n', '.gitignore': '*.log\n' })
  repo.write({
    'a.txt': 'changed\n',
    'both.txt': '2\n',
    'new/deep.txt': 'new\n',
    'out.log': 'ignored\n',
    empty: '',
  })
  repo.git('add', 'both.txt')
  repo.write({ 'both.txt': '3\n', 'run.sh': '#!/bin/sh\n' })
  chmodSync(join(repo.path, 'run.sh'), 0o755)
  symlinkSync('nowhere/at all', join(repo.path, 'link'))
  rmSync(join(repo.path, 'gone.txt'))
  return repo
}

test('a snapshot holds everything that is not ignored', async () => {
  await using repo = await busyRepository()
  const snapshot = await take(repo)
  expect(filesOf(repo, snapshot.commit)).toEqual([
    '.gitignore',
    'a.txt',
    'both.txt',
    'empty',
    'link',
    'new/deep.txt',
    'run.sh',
  ])
  expect(repo.git('show', `${snapshot.commit}:both.txt`)).toBe('3')
  expect(repo.git('show', `${snapshot.indexTree}:both.txt`)).toBe('2')
  expect(repo.git('ls-tree', snapshot.commit, 'run.sh', 'link')).toMatch(/^120000 .*link\n100755 .*run\.sh$/)
  expect(snapshot).toMatchObject({
    head: repo.git('rev-parse', 'HEAD'),
    branch: 'main',
    message: 'before a rollback',
  })
  expect(repo.git('rev-parse', snapshot.ref)).toBe(snapshot.commit)
})

test('a snapshot changes nothing but its ref', async () => {
  await using repo = await busyRepository()
  const before = { tree: treeState(repo.path), rest: untouchable(repo.path) }
  await take(repo)
  expect({ tree: treeState(repo.path), rest: untouchable(repo.path) }).toEqual(before)
  expect(readdirSync(join(repo.path, '.git/mayday'))).toEqual([])
  expect(readdirSync(join(repo.path, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([])
})

test('no hook runs and nothing is signed', async () => {
  await using repo = await busyRepository()
  const seen = join(repo.path, '.git/seen')
  for (const hook of [
    'post-index-change',
    'pre-commit',
    'post-commit',
    'reference-transaction',
    'post-checkout',
  ])
    writeFileSync(join(repo.path, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${seen}\nexit 1\n`, {
      mode: 0o755,
    })
  repo.git('config', 'commit.gpgSign', 'true')
  repo.git('config', 'gpg.program', '/bin/false')
  const { commit } = await take(repo)
  expect(existsSync(seen)).toBe(false)
  expect(repo.git('cat-file', 'commit', commit)).not.toContain('gpgsig')
})

test('an unchanged tree gives a snapshot too', async () => {
  await using repo = await freshRepository()
  const head = repo.commit('one', { 'a.txt': 'a\n' })
  const snapshot = await take(repo)
  expect(snapshot.tree).toBe(repo.git('rev-parse', `${head}^{tree}`))
})

test('a repository without commits gives a snapshot', async () => {
  await using repo = await freshRepository()
  expect((await take(repo)).head).toBeNull()
  repo.write({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  repo.git('add', 'a.txt')
  const snapshot = await take(repo)
  expect(filesOf(repo, snapshot.commit)).toEqual(['a.txt', 'b.txt'])
  expect(filesOf(repo, snapshot.indexTree)).toEqual(['a.txt'])
})

test('names of any bytes are kept', async () => {
  await using repo = await freshRepository()
  repo.commit('one')
  const names = ['new\nline', 'tab\tand "quote"', ':(top)magic', '-dash', 'ünï', '*', '\u00ff\u00fe'].map(
    (name) => Buffer.from(name, name.startsWith('\u00ff') ? 'latin1' : 'utf8'),
  )
  for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${repo.path}/`), name]), name)
  const { commit } = await take(repo)
  expect(repo.git('ls-tree', '-r', '-z', '--name-only', commit).split('\0')).toHaveLength(names.length + 1)
})

test('an edit of equal time and size is found', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'one\n' })
  const at = new Date(Date.now() - 60_000)
  // The file and the index have the same time: only the content shows that the file has changed.
  utimesSync(join(repo.path, 'a.txt'), at, at)
  repo.git('config', 'core.trustctime', 'false')
  repo.git('update-index', '--refresh')
  writeFileSync(join(repo.path, 'a.txt'), 'two\n')
  utimesSync(join(repo.path, 'a.txt'), at, at)
  utimesSync(join(repo.path, '.git/index'), at, at)
  expect(repo.git('show', `${(await take(repo)).commit}:a.txt`)).toBe('two')
})

test('files that git assumes unchanged are read', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'one\n' })
  repo.git('update-index', '--assume-unchanged', 'a.txt')
  repo.write({ 'a.txt': 'secret edit\n' })
  expect(repo.git('show', `${(await take(repo)).commit}:a.txt`)).toBe('secret edit')
  expect(repo.git('ls-files', '-v')).toBe('h a.txt')
})

test('a linked work tree has separate snapshots', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const side = repo.beside('side')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', side.path)
  side.write({ 'only-here.txt': 'x\n' })
  const snapshot = await take(side)
  expect(snapshot.branch).toBe('side')
  expect(filesOf(repo, snapshot.commit)).toEqual(['a.txt', 'only-here.txt'])
})

test('a shallow clone gives a snapshot', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  repo.commit('two', { 'a.txt': 'b\n' })
  repo.git('clone', '--quiet', '--depth', '1', `file://${repo.path}`, '../shallow')
  const shallow = repo.beside('shallow')
  shallow.write({ 'b.txt': 'b\n' })
  expect(filesOf(shallow, (await take(shallow)).commit)).toEqual(['a.txt', 'b.txt'])
})

test('a repository with SHA-256 ids gives a snapshot', async () => {
  await using repo = await freshRepository()
  const other = repo.beside('other')
  mkdirSync(other.path)
  other.git('init', '--quiet', '--object-format=sha256')
  other.commit('one', { 'a.txt': 'a\n' })
  other.write({ 'b.txt': 'b\n' })
  const { commit } = await take(other)
  expect(commit).toHaveLength(64)
  expect(filesOf(other, commit)).toEqual(['a.txt', 'b.txt'])
})

test('an unfinished git operation is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.commit('two', { 'a.txt': 'b\n' })
  repo.git('checkout', '--quiet', 'main')
  repo.commit('three', { 'a.txt': 'c\n' })
  for (const [args, what] of [
    [['merge', 'side'], 'a merge'],
    [['rebase', 'side'], 'a rebase'],
    [['cherry-pick', 'side'], 'a cherry-pick'],
  ] as const) {
    expect(() => repo.git(...args)).toThrow('Command failed')
    expect(await refuse(repo)).toBe(
      `No snapshot was taken: ${what} is in progress. Finish or abort it first.`,
    )
    repo.git(args[0], '--abort')
  }
  repo.git('bisect', 'start')
  expect(await refuse(repo)).toContain('a bisect is in progress')
})

test('unmerged paths are refused by name', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  repo.write({ 'a.txt': 'stashed\n' })
  repo.git('stash', '--quiet')
  repo.commit('two', { 'a.txt': 'b\n' })
  expect(() => repo.git('stash', 'apply')).toThrow('Command failed')
  expect(await refuse(repo)).toContain('a.txt is unmerged')
})

test('repositories inside the repository are refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n' })
  const inner = { path: join(repo.path, 'inner') }
  mkdirSync(inner.path)
  repo.git('-C', 'inner', 'init', '--quiet')
  expect(await refuse(repo)).toContain('inner is a separate git repository')
  repo.git('-C', 'inner', 'commit', '--quiet', '--allow-empty', '--message', 'x')
  expect(await refuse(repo)).toContain('inner is a separate git repository')
  repo.git('add', 'inner')
  expect(await refuse(repo)).toContain('inner is a submodule')
})

test('a sparse checkout is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a/a.txt': 'a\n', 'b/b.txt': 'b\n' })
  repo.git('sparse-checkout', 'set', 'a')
  expect(await refuse(repo)).toContain('this is a sparse checkout')
})

test('a file of more than 2 GiB is refused', async () => {
  await using repo = await freshRepository()
  writeFileSync(join(repo.path, 'huge'), '')
  truncateSync(join(repo.path, 'huge'), 2 * 1024 ** 3 + 1)
  expect(await refuse(repo)).toContain('huge is larger than 2 GiB')
})

test('a folder without a repository is refused', async () => {
  await using repo = await freshRepository()
  repo.git('clone', '--quiet', '--bare', '.', '../bare')
  expect(await refuse(repo.beside('bare'))).toContain('is in a bare repository')
  expect(await refuse({ path: '/' })).toContain('is in no git repository')
})

test('a tree that git misreads is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a/b.txt': 'b\n' })
  rmSync(join(repo.path, 'a'), { recursive: true })
  // Git does not notice that the file below a link to itself is gone.
  symlinkSync('a', join(repo.path, 'a'))
  expect(await refuse(repo)).toContain('a/b.txt is missing in what was read back')
  expect(repo.git('for-each-ref', 'refs/mayday')).toBe('')
})

test('a file that changes during reading is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { '.gitattributes': '*.bin filter=busy\n' })
  // A process writes to a file while git reads another one.
  configureFilters(repo, 'the user', { 'busy.clean': 'echo more >> written.txt; cat' })
  repo.write({ 'x.bin': 'x', 'written.txt': 'first\n' })
  expect(await refuse(repo)).toContain('written.txt changed while it was read')
  expect(repo.git('for-each-ref', 'refs/mayday')).toBe('')
})

test('a failing filter is reported and leaves no ref', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { '.gitattributes': '*.bin filter=broken\n' })
  configureFilters(repo, 'the user', { 'broken.clean': 'false', 'broken.required': 'true' })
  repo.write({ 'x.bin': 'x' })
  expect(await refuse(repo)).toContain('git update-index failed')
  expect(repo.git('for-each-ref', 'refs/mayday')).toBe('')
})

test('a ref that is taken is not overwritten', async () => {
  await using repo = await freshRepository()
  const request = { cwd: repo.path, refName: 'refs/mayday/tasks/t/1', message: 'first' }
  const first = await takeSnapshot(request)
  expect((await takeSnapshot({ ...request, message: 'second' })).ref).toBe('refs/mayday/tasks/t/2')
  expect(repo.git('rev-parse', request.refName)).toBe(first.commit)
  const named = { ...request, refName: 'refs/mayday/named' }
  await takeSnapshot(named)
  await expect(takeSnapshot({ ...named, message: 'another' })).rejects.toThrow('git update-ref failed')
  await expect(takeSnapshot({ ...request, refName: 'refs/heads/x' })).rejects.toThrow(
    'not below refs/mayday/',
  )
})

test("a task's snapshots are listed by number", async () => {
  await using repo = await freshRepository()
  const at = { cwd: repo.path }
  for (let n = 1; n <= 11; n += 1)
    await takeSnapshot({ ...at, refName: await nextSnapshotRef(at, 't'), message: `number ${n}` })
  const found = await snapshotsIn(at, 't')
  expect(found.map(({ message }) => message)).toEqual(found.map((_, n) => `number ${n + 1}`))
  expect(await nextSnapshotRef(at, 't')).toBe('refs/mayday/tasks/t/12')
})

test('a damaged object makes no snapshot', async () => {
  await using repo = await freshRepository()
  repo.commit('one')
  repo.write({ 'a.txt': 'to be staged and lost\n' })
  repo.git('add', 'a.txt')
  const id = repo.git('hash-object', 'a.txt')
  const object = join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2))
  chmodSync(object, 0o644)
  truncateSync(object, 5)
  expect(await refuse(repo)).toMatch(/No snapshot was taken|git .* failed/)
  expect(repo.git('for-each-ref', 'refs/mayday')).toBe('')
})
