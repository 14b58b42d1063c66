/** How filters and line endings affect the list of files that a run changed. */
import { appendFileSync, existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configureFilters, owners, storageIn } from '../../../tests/filters.ts'
import { freshRepository, type GitRepository } from '../../../tests/git-repository.ts'
import { changedSince } from './changed-since.ts'
import { measureBefore } from './measure-before.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

async function changesBy(cwd: string, act: () => void): Promise<readonly string[] | null> {
  const baseline = await measureBefore(cwd)
  act()
  return changedSince(baseline)
}

const files = {
  '.gitattributes': '*.bin filter=lfs\n',
  'a.bin': 'large\n',
  'b.bin': 'larger\n',
  'c.txt': 'c',
}

const inTree = ({ path }: GitRepository, name: string): string => join(path, name)
const touch = (path: string): void => utimesSync(path, 1, 1)

test.each(owners)('files with a filter of %s are compared', async (owner) => {
  await using repo = await freshRepository()
  configureFilters(repo, owner, storageIn(join(repo.path, '..')))
  repo.commit('one', files)
  const ask = (act: () => void): Promise<readonly string[] | null> => changesBy(repo.path, act)
  expect(await ask(() => undefined)).toEqual([])
  expect(await ask(() => touch(inTree(repo, 'a.bin')))).toEqual([])
  expect(await ask(() => repo.git('checkout', '--', '.'))).toEqual([])
  expect(await ask(() => appendFileSync(inTree(repo, 'a.bin'), 'more'))).toEqual(['a.bin'])
  expect(await ask(() => repo.commit('two'))).toEqual(['a.bin'])
  expect(await ask(() => repo.write({ 'n.bin': 'new', 'c.txt': 'd' }))).toEqual(['c.txt', 'n.bin'])
})

test('an edit hidden by the filter is found', async () => {
  await using repo = await freshRepository()
  configureFilters(repo, 'the repository', { 'lfs.clean': 'wc -c', 'lfs.smudge': 'cat' })
  repo.commit('one', files)
  const edit = (): void => writeFileSync(inTree(repo, 'a.bin'), 'LARGE\n')
  expect(await changesBy(repo.path, edit)).toEqual(['a.bin'])
})

test('a filter in a submodule is not executed', async () => {
  await using repo = await freshRepository()
  const traces = join(repo.path, '../traces')
  repo.git('init', '--quiet', 'sub')
  const sub = repo.beside('project/sub')
  sub.commit('one', files)
  repo.commit('one', { 'x.txt': 'x' })
  configureFilters(sub, 'the repository', { 'lfs.clean': `touch ${traces}; cat` })
  const ask = (act: () => void): Promise<readonly string[] | null> => changesBy(repo.path, act)
  expect(await ask(() => touch(inTree(sub, 'a.bin')))).toEqual([])
  expect(await ask(() => appendFileSync(inTree(sub, 'a.bin'), 'more'))).toEqual(['sub'])
  expect(existsSync(traces)).toBe(false)
})

const conversions: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['an attribute', { '.gitattributes': '*.txt text eol=crlf\n' }, 'false'],
  ['a setting', {}, 'true'],
]

test.each(conversions)('line endings by %s are no change', async (_by, attributes, autocrlf) => {
  await using repo = await freshRepository()
  configureFilters(repo, 'the repository', { 'other.clean': 'false' })
  repo.git('config', 'core.autocrlf', autocrlf)
  repo.commit('one', { ...attributes, 'a.txt': 'a\r\nb\r\n', 'b.txt': 'b\r\n' })
  const ask = (act: () => void): Promise<readonly string[] | null> => changesBy(repo.path, act)
  expect(await ask(() => touch(inTree(repo, 'a.txt')))).toEqual([])
  expect(await ask(() => writeFileSync(inTree(repo, 'b.txt'), 'b\r\n'))).toEqual([])
  expect(await ask(() => appendFileSync(inTree(repo, 'a.txt'), 'c\r\n'))).toEqual(['a.txt'])
})
