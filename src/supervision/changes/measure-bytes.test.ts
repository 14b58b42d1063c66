import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import type { Baseline } from './baseline.ts'
import { changedSince } from './changed-since.ts'
import { measureBytes } from './measure-bytes.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

/** The git dir that the checkout of an attempt makes. */
function ownGit(repo: GitRepository): string {
  repo.git('clone', '--quiet', '--bare', '.', '../own')
  const own = join(repo.path, '../own')
  repo.git(`--git-dir=${own}`, 'read-tree', 'HEAD')
  return own
}

/** Measures as after a crash: the baseline goes through JSON. */
async function changesBy(repo: GitRepository, act: () => void): Promise<readonly string[] | null> {
  const baseline: Baseline = JSON.parse(JSON.stringify(await measureBytes(repo.path, ownGit(repo))))
  act()
  return changedSince(baseline)
}

const cases: readonly (readonly [string, (repo: GitRepository) => void, readonly string[]])[] = [
  ['without an edit nothing has changed', () => undefined, []],
  ['a new file is a change', ({ write }) => write({ 'n/new.txt': 'new' }), ['n/new.txt']],
  ['an edit of equal size is a change', ({ write }) => write({ 'a.txt': 'A' }), ['a.txt']],
  ['a file deleted is a change', ({ path }) => rmSync(join(path, 'a.txt')), ['a.txt']],
  ['an executable bit is a change', ({ path }) => chmodSync(join(path, 'a.txt'), 0o755), ['a.txt']],
  ['other permissions are no change', ({ path }) => chmodSync(join(path, 'a.txt'), 0o600), []],
  [
    'a renamed file is two changes',
    ({ path }) => renameSync(join(path, 'a.txt'), join(path, 'z.txt')),
    ['a.txt', 'z.txt'],
  ],
  [
    'a file rewritten unchanged is not a change',
    ({ path, write }) => {
      rmSync(join(path, 'a.txt'))
      write({ 'a.txt': 'a' })
    },
    [],
  ],
  [
    'times set back hide no edit',
    ({ path, write }) => {
      write({ 'a.txt': 'A' })
      utimesSync(join(path, 'a.txt'), 1, 1)
    },
    ['a.txt'],
  ],
  ['a commit counts by its files', ({ commit }) => commit('two', { 'a.txt': 'A' }), ['a.txt']],
  ['an ignored file is not a change', ({ write }) => write({ 'dist/out.js': 'out' }), []],
  [
    'a tracked file counts although it is ignored',
    ({ write }) => write({ 'dist/kept.js': 'K' }),
    ['dist/kept.js'],
  ],
  [
    'a file ignored by now still counts',
    ({ path, write }) => {
      appendFileSync(join(path, '.gitignore'), 'loose.txt\n')
      write({ 'loose.txt': 'LOOSE' })
    },
    ['.gitignore', 'loose.txt'],
  ],
  [
    'a link in place of a file is a change',
    ({ path }) => {
      rmSync(join(path, 'a.txt'))
      symlinkSync('/etc/passwd', join(path, 'a.txt'))
    },
    ['a.txt'],
  ],
  [
    'a pipe in place of a file is a change',
    ({ path }) => {
      rmSync(join(path, 'a.txt'))
      execFileSync('mkfifo', [join(path, 'a.txt')])
    },
    ['a.txt'],
  ],
  [
    'a git dir that is gone hides nothing',
    ({ path, write }) => {
      rmSync(join(path, '.git'), { recursive: true })
      write({ 'a.txt': 'A' })
    },
    ['a.txt'],
  ],
]

test.each(cases)('%s', async (_title, act, expected) => {
  await using repo = await freshRepository()
  repo.write({ '.gitignore': 'dist/\n', 'a.txt': 'a', 'dist/kept.js': 'k' })
  repo.git('add', '--force', 'dist/kept.js')
  repo.commit('one')
  repo.write({ 'loose.txt': 'loose' })
  expect(await changesBy(repo, () => act(repo))).toEqual(expected)
})

test('a nested repository is one change', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  repo.git('init', '--quiet', 'nested')
  repo.write({ 'nested/deep/l.txt': 'l' })
  repo.git('-C', 'nested', 'add', '.')
  repo.git('-C', 'nested', 'commit', '--quiet', '-m', 'l')
  expect(await changesBy(repo, () => repo.write({ 'nested/deep/l.txt': 'L' }))).toEqual(['nested'])
})

test('filtered files are compared by their bytes', async () => {
  await using repo = await freshRepository()
  repo.git('config', 'filter.loud.clean', 'tr A-Z a-z')
  repo.git('config', 'filter.loud.smudge', 'tr a-z A-Z')
  repo.commit('one', { '.gitattributes': '*.big filter=loud\n', 'x.big': 'x\n', 'y.big': 'y\n' })
  rmSync(join(repo.path, 'x.big'))
  rmSync(join(repo.path, 'y.big'))
  repo.git('checkout', '--', '.')
  const touched = join(repo.path, '../filtered')
  const found = await changesBy(repo, () => {
    repo.git('config', 'filter.loud.clean', `touch ${touched}; tr A-Z a-z`)
    // The filter gives the same result for both, so git would see no difference.
    repo.write({ 'x.big': 'x\n' })
    utimesSync(join(repo.path, 'y.big'), 1, 1)
  })
  expect(found).toEqual(['x.big'])
  expect(existsSync(touched)).toBe(false)
})

test('line endings that git converts are no change', async () => {
  await using repo = await freshRepository()
  repo.git('config', 'core.autocrlf', 'true')
  repo.commit('one', { '.gitattributes': 'e.txt text eol=crlf\n', 'a.txt': 'a\nb\n', 'e.txt': 'e\n' })
  rmSync(join(repo.path, 'a.txt'))
  rmSync(join(repo.path, 'e.txt'))
  repo.git('checkout', '--', '.')
  const touch = (): void => {
    for (const name of ['a.txt', 'e.txt']) utimesSync(join(repo.path, name), 1, 1)
  }
  expect(await changesBy(repo, touch)).toEqual([])
  rmSync(join(repo.path, '../own'), { recursive: true })
  expect(await changesBy(repo, () => repo.write({ 'e.txt': 'e\n' }))).toEqual(['e.txt'])
})

test('a tree without its own git dir is unknown', async () => {
  await using repo = await freshRepository()
  mkdirSync(join(repo.path, '../empty'))
  repo.commit('one', { 'a.txt': 'a' })
  expect(await measureBytes(repo.path, join(repo.path, '../empty'))).toEqual({ kind: 'unknown' })
  expect(await measureBytes(join(repo.path, 'gone'), ownGit(repo))).toEqual({ kind: 'unknown' })
})
