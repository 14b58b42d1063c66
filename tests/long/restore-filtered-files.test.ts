/** A snapshot in a repository whose files go through filters. Each test starts hundreds of git processes. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configureFilters, owners, storageIn } from '../filters.ts'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { treeState } from '../tree-state.ts'
import { restoreSnapshot, type Restored } from '../../src/recovery/snapshots/restore-snapshot.ts'
import type { Snapshot } from '../../src/recovery/snapshots/snapshot.ts'
import { takeSnapshot } from '../../src/recovery/snapshots/take-snapshot.ts'

// Each test starts dozens of git processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

let taken = 0
const nextRef = (): string => `refs/mayday/test/${++taken}`

const take = (repo: GitRepository): Promise<Snapshot> =>
  takeSnapshot({ cwd: repo.path, refName: nextRef(), message: 'a state' })

const restore = (repo: GitRepository, { ref }: Pick<Snapshot, 'ref'>): Promise<Restored> =>
  restoreSnapshot(
    { cwd: repo.path, ref },
    { before: { refName: nextRef(), message: 'before' }, branch: 'keep' },
  )

test.each(owners)('what filters of %s convert comes back exactly', async (owner) => {
  await using repo = await freshRepository()
  configureFilters(repo, owner, {
    'shout.clean': 'tr a-z A-Z',
    'shout.smudge': 'cat',
    'turn.clean': 'tr a-y b-z',
    'turn.smudge': 'tr b-z a-y',
  })
  const attributes =
    '*.txt text=auto\n*.dos text eol=crlf\n*.shout filter=shout\n*.turn filter=turn\n*.id ident\n'
  repo.commit('one', { '.gitattributes': attributes })
  repo.commit('two', {
    'lf.txt': 'a\nb\n',
    'crlf.txt': 'a\r\nb\r\n',
    'mixed.txt': 'a\r\nb\n',
    'unix.dos': 'a\nb\n',
    'dos.dos': 'a\r\nb\r\n',
    'quiet.shout': 'quiet\n',
    'there.turn': 'and back\n',
    'x.id': '$Id$\n',
  })
  repo.write({
    'new.txt': 'n\r\n',
    'new.dos': 'n\n',
    'new.shout': 'n\n',
    'new.turn': 'n\n',
    'LOUD.shout': 'N\n',
  })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  repo.git('rm', '--quiet', '-r', '--force', '.')
  repo.git('clean', '--quiet', '-d', '--force')
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
  for (const name of ['lf.txt', 'unix.dos', 'new.dos']) writeFileSync(join(repo.path, name), 'a\r\nb\r\n')
  writeFileSync(join(repo.path, 'crlf.txt'), 'a\nb\n')
  const other = treeState(repo.path)
  const { safety } = await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
  await restore(repo, safety)
  // Git reported these files as changed without a difference, because their sizes differed from those it
  // knew.
  expect(treeState(repo.path).files).toEqual(other.files)
})

test.each(owners)('pointers stay pointers with filters of %s', async (owner) => {
  await using repo = await freshRepository()
  configureFilters(repo, owner, { 'lfs.clean': 'cat', 'lfs.smudge': 'echo downloaded' })
  repo.commit('one', { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'version https://git-lfs\n' })
  repo.write({ 'b.bin': 'version https://git-lfs 2\n' })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  for (const name of ['a.bin', 'b.bin']) rmSync(join(repo.path, name))
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
})

test.each(owners)('stored files come back with filters of %s', async (owner) => {
  await using repo = await freshRepository()
  configureFilters(repo, owner, storageIn(join(repo.path, '..')))
  repo.commit('one', { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'large\n', 'b.bin': 'larger\n' })
  repo.write({ 'b.bin': 'changed here\n', 'c.bin': 'and quite new\n' })
  const before = treeState(repo.path)
  const snapshot = await take(repo)
  for (const name of ['a.bin', 'b.bin', 'c.bin']) writeFileSync(join(repo.path, name), 'wrong')
  await restore(repo, snapshot)
  expect(treeState(repo.path)).toEqual(before)
})

test('nothing is restored without the filter it needs', async () => {
  await using repo = await freshRepository()
  configureFilters(repo, 'the user', storageIn(join(repo.path, '..')))
  repo.commit('one', { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'large\n' })
  repo.write({ 'a.bin': 'changed here\n' })
  const snapshot = await take(repo)
  repo.write({ 'a.bin': 'changed again\n' })
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  await expect(restore(repo, snapshot)).rejects.toThrow("a.bin needs the filter 'lfs'")
  expect(readFileSync(join(repo.path, 'a.bin'), 'utf8')).toBe('changed again\n')
})
