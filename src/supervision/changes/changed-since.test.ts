import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import { freshFolder } from '../../../tests/run-mayday.ts'
import type { Baseline } from './baseline.ts'
import { branchAfter } from './branch-after.ts'
import { changedSince } from './changed-since.ts'
import { measureBefore } from './measure-before.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

/** Measures as after a crash: the baseline goes through JSON. */
async function changesBy(cwd: string, act: () => void): Promise<readonly string[] | null> {
  const baseline: Baseline = JSON.parse(JSON.stringify(await measureBefore(cwd)))
  act()
  return changedSince(baseline)
}

const cases: readonly (readonly [string, (repo: GitRepository) => void, readonly string[]])[] = [
  ['without an edit nothing has changed', () => undefined, []],
  ['a new file counts as changed', ({ write }) => write({ 'n/new.txt': 'new' }), ['n/new.txt']],
  ['an edited file counts as changed', ({ write }) => write({ 'a.txt': 'other' }), ['a.txt']],
  ['a deleted file counts as changed', ({ path }) => rmSync(join(path, 'a.txt')), ['a.txt']],
  ['a mode counts as a change', ({ path }) => chmodSync(join(path, 'a.txt'), 0o755), ['a.txt']],
  [
    'a renamed file counts under both names',
    ({ path }) => renameSync(join(path, 'a.txt'), join(path, 'z.txt')),
    ['a.txt', 'z.txt'],
  ],
  ['a staged rename counts under both names', ({ git }) => git('mv', 'a.txt', 'z.txt'), ['a.txt', 'z.txt']],
  [
    'a commit counts with its files',
    ({ commit }) => commit('two', { 'b.txt': 'B' }),
    ['b.txt', 'dirty.txt', 'loose.txt', 'lost.txt'],
  ],
  ['an ignored file never counts', ({ write }) => write({ 'dist/out.js': 'out' }), []],
  ['a dirty file changed again counts', ({ write }) => write({ 'dirty.txt': 'wilder' }), ['dirty.txt']],
  ['a dirty file of equal size counts', ({ write }) => write({ 'dirty.txt': 'DIRTY' }), ['dirty.txt']],
  ['a dirty file restored counts', ({ git }) => git('checkout', 'dirty.txt'), ['dirty.txt']],
  ['a dirty file deleted counts', ({ path }) => rmSync(join(path, 'loose.txt')), ['loose.txt']],
  ['a deleted file restored counts', ({ git }) => git('checkout', 'lost.txt'), ['lost.txt']],
  ['staging alone changes no file', ({ git }) => git('add', '--all'), []],
  [
    'a dirty file rewritten unchanged is unchanged',
    ({ path, write }) => {
      write({ 'dirty.txt': 'dirty' })
      utimesSync(join(path, 'dirty.txt'), 1, 1)
    },
    [],
  ],
  [
    'a file ignored from now on is unchanged',
    ({ path }) => appendFileSync(join(path, '.gitignore'), 'loose.txt\n'),
    ['.gitignore'],
  ],
  [
    'a switched branch counts with its difference',
    ({ git }) => git('checkout', '--quiet', 'other'),
    ['on-other.txt'],
  ],
  [
    'rewritten history counts with its difference',
    ({ git }) => {
      git('stash', '--include-untracked')
      git('reset', '--quiet', '--hard', 'HEAD~1')
      git('stash', 'pop')
    },
    ['b.txt'],
  ],
  [
    'commits left on another branch count',
    ({ git, write }) => {
      git('checkout', '--quiet', '-b', 'fix')
      write({ 'fixed.txt': 'fixed' })
      git('add', 'fixed.txt')
      git('commit', '--quiet', '-m', 'fix')
      git('checkout', '--quiet', 'main')
    },
    ['fixed.txt'],
  ],
  [
    'names with any bytes are reported',
    ({ path }) => {
      writeFileSync(join(path, 'é "quoted"\n.txt'), 'x')
      writeFileSync(join(path, '"q".txt'), 'x')
      writeFileSync(Buffer.concat([Buffer.from(`${path}/caf`), Buffer.from([0xe9])]), 'x')
    },
    ['"\\"q\\".txt"', '"caf\\351"', 'é "quoted"\n.txt'],
  ],
  [
    'a file named like an object member counts',
    ({ write }) => write({ ['__proto__']: 'x', constructor: 'x' }),
    ['__proto__', 'constructor'],
  ],
]

test.each(cases)('%s', async (_title, act, expected) => {
  await using repo = await freshRepository()
  repo.commit('zero', { '.gitignore': 'dist/\n', 'a.txt': 'a', 'dirty.txt': 'clean', 'lost.txt': 'lost' })
  repo.git('branch', 'other')
  repo.commit('one', { 'b.txt': 'b' })
  repo.git('checkout', '--quiet', 'other')
  repo.commit('side', { 'b.txt': 'b', 'on-other.txt': 'other' })
  repo.git('checkout', '--quiet', 'main')
  repo.write({ 'dirty.txt': 'dirty', 'loose.txt': 'loose' })
  rmSync(join(repo.path, 'lost.txt'))
  expect(await changesBy(repo.path, () => act(repo))).toEqual(expected)
})

test('paths are relative to the top level', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'src/a.txt': 'a', 'b.txt': 'b' })
  expect(
    await changesBy(join(repo.path, 'src'), () => repo.write({ 'src/a.txt': 'A', 'b.txt': 'B' })),
  ).toEqual(['b.txt', 'src/a.txt'])
})

test('only the paths the caller names are ignored', async () => {
  await using repo = await freshRepository()
  const before = await measureBefore(repo.path)
  repo.write({ 'AGENTS.md': 'x', 'docs/AGENTS.md': 'x', 'c.txt': 'c' })
  expect(await changedSince(before, { ignore: [join(repo.path, 'AGENTS.md')] })).toEqual([
    'c.txt',
    'docs/AGENTS.md',
  ])
  expect(await changedSince(before, { ignore: ['./docs/AGENTS.md', 'c.txt'] })).toEqual(['AGENTS.md'])
})

test('the first commit counts with its files', async () => {
  await using repo = await freshRepository()
  expect(await changesBy(repo.path, () => repo.commit('one', { 'a.txt': 'a' }))).toEqual(['a.txt'])
})

test('a linked work tree is measured separately', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  const tree = repo.beside('tree')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', tree.path)
  const found = await changesBy(tree.path, () => {
    repo.write({ 'elsewhere.txt': 'x' })
    tree.commit('two', { 'b.txt': 'b' })
    tree.write({ 'c.txt': 'c' })
  })
  expect(found).toEqual(['b.txt', 'c.txt'])
})

test('a nested repository counts as one entry', async () => {
  await using repo = await freshRepository()
  const library = repo.beside('library')
  mkdirSync(library.path)
  library.git('init', '--quiet')
  library.commit('one', { 'l.txt': 'l' })
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'lib')
  repo.commit('one', { 'a.txt': 'a' })
  repo.git('clone', '--quiet', '../library', 'nested')
  const touch = (file: string): Promise<readonly string[] | null> =>
    changesBy(repo.path, () => appendFileSync(join(repo.path, file), 'more'))
  expect(await touch('lib/l.txt')).toEqual(['lib'])
  expect(await touch('lib/l.txt')).toEqual(['lib'])
  expect(await touch('nested/l.txt')).toEqual(['nested'])
  expect(await changesBy(repo.path, () => undefined)).toEqual([])
})

test('a large dirty file is compared by times', async () => {
  await using repo = await freshRepository()
  const name = join(repo.path, 'large.bin')
  writeFileSync(name, Buffer.alloc(3_000_000))
  utimesSync(name, 1, 1)
  expect(await changesBy(repo.path, () => undefined)).toEqual([])
  const found = await changesBy(repo.path, () => {
    writeFileSync(name, Buffer.alloc(3_000_000, 1))
    utimesSync(name, 1, 1)
  })
  expect(found).toEqual(['large.bin'])
})

test('a repository that is gone is null', async () => {
  await using outer = await freshRepository()
  const inner = join(outer.path, 'inner')
  outer.write({ 'inner/a.txt': 'a' })
  outer.git('init', '--quiet', inner)
  const gitDir = join(inner, '.git')
  expect(await changesBy(inner, () => rmSync(gitDir, { recursive: true }))).toBeNull()
  expect(await changesBy(outer.path, () => rmSync(outer.path, { recursive: true }))).toBeNull()
})

test('a damaged or bare repository is null', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  repo.git('clone', '--quiet', '--bare', '.', '../bare')
  expect(await measureBefore(repo.beside('bare').path)).toEqual({ kind: 'unknown' })
  expect(await changesBy(repo.path, () => writeFileSync(join(repo.path, '.git/HEAD'), 'x'))).toBeNull()
  expect(await measureBefore(repo.path)).toEqual({ kind: 'unknown' })
  expect(await changedSince({ kind: 'unknown' })).toBeNull()
})

test('without a repository the folder is scanned', async () => {
  await using folder = await freshFolder()
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(folder.file(name), name)
  symlinkSync('/', folder.file('root'))
  const found = await changesBy(folder.path, () => {
    writeFileSync(folder.file('a.txt'), 'other')
    rmSync(folder.file('b.txt'))
    mkdirSync(folder.file('node_modules/x'), { recursive: true })
    writeFileSync(folder.file('node_modules/x/y.js'), 'y')
    mkdirSync(folder.record)
    writeFileSync(folder.inRecord('y'), 'y')
    mkdirSync(folder.file('new'))
    writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/new/caf`), Buffer.from([0xe9])]), 'x')
  })
  expect(found).toEqual(['"new/caf\\351"', 'a.txt', 'b.txt'])
})

test('a missing folder is unknown, not an error', async () => {
  expect(await measureBefore('/nowhere/at/all')).toEqual({ kind: 'unknown' })
})

test('the branch of a run is where its commits are', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  const before = await measureBefore(repo.path)
  expect(branchAfter(before)).toBe('main')
  repo.git('checkout', '--quiet', '-b', 'fix')
  expect(branchAfter(before)).toBe('fix')
  repo.commit('two', { 'b.txt': 'b' })
  repo.git('checkout', '--quiet', 'main')
  expect(branchAfter(before)).toBe('fix')
  repo.git('branch', '--quiet', '-D', 'fix')
  expect(branchAfter(before)).toBe('main')
  repo.git('checkout', '--quiet', '--detach')
  expect(branchAfter(before)).toBeNull()
})

test('measuring leaves the index as it was', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  const index = join(repo.path, '.git/index')
  const before = readFileSync(index)
  utimesSync(join(repo.path, 'a.txt'), 1, 1)
  expect(await changesBy(repo.path, () => undefined)).toEqual([])
  expect(readFileSync(index).equals(before)).toBe(true)
})
