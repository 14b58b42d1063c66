import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../../../tests/git-repository.ts'
import { freshFolder } from '../../../../tests/run-mayday.ts'
import { unmergedWork, type BranchWork, type WorkingRun } from './unmerged-work.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const runOn = (run: number, changedFiles: readonly string[] | null = null): WorkingRun => ({
  run,
  startedAt: `2026-01-01T00:00:${String(run).padStart(2, '0')}Z`,
  endedAt: `2026-01-01T00:01:${String(run).padStart(2, '0')}Z`,
  changedFiles,
})

type Runs = Readonly<Record<string, readonly WorkingRun[]>>

const ask = async (
  cwd: string,
  runs: Runs,
  more: { main?: string; all?: boolean } = {},
): Promise<readonly BranchWork<WorkingRun>[]> =>
  (
    await unmergedWork({
      cwd,
      branches: Object.keys(runs),
      runsOn: (branch) => (runs[branch] ?? []).toSorted((a, b) => b.run - a.run),
      ...more,
    })
  ).branches

const stateOf = async (cwd: string, branch: string): Promise<string | undefined> =>
  (await ask(cwd, { [branch]: [runOn(1)] }, { all: true }))[0]?.state

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}`)
const linesWith = (changes: Readonly<Record<number, string>>): string =>
  `${LINES.map((line, i) => changes[i] ?? line).join('\n')}\n`

/** `fix` has two commits. Main changes other lines of the same file. */
async function withFix(): ReturnType<typeof freshRepository> {
  const repo = await freshRepository()
  repo.commit('zero', { 'a.txt': linesWith({}), 'c.txt': 'c\n' })
  repo.git('checkout', '--quiet', '-b', 'fix')
  repo.commit('one', { 'a.txt': linesWith({ 2: 'fixed' }) })
  repo.commit('two', { 'b.txt': 'b\n' })
  repo.git('checkout', '--quiet', 'main')
  repo.commit('elsewhere', { 'a.txt': linesWith({ 20: 'main' }) })
  return repo
}

const merges: readonly (readonly [string, (repo: GitRepository) => void, string])[] = [
  ['a branch ahead of main is unmerged', () => undefined, 'unmerged'],
  ['a merged branch is merged', ({ git }) => git('merge', '--quiet', '--no-edit', 'fix'), 'merged'],
  [
    'a squash merge is recognised',
    ({ git }) => {
      git('merge', '--quiet', '--squash', 'fix')
      git('commit', '--quiet', '-m', 'fix (#1)')
    },
    'merged',
  ],
  [
    'a squash merge edited later is recognised',
    ({ git, commit }) => {
      git('merge', '--quiet', '--squash', 'fix')
      git('commit', '--quiet', '-m', 'fix (#1)')
      commit('again', { 'a.txt': linesWith({ 2: 'fixed better', 20: 'main' }) })
    },
    'merged',
  ],
  ['commits picked one by one are merged', ({ git }) => git('cherry-pick', 'main..fix'), 'merged'],
  ['half of the commits is not merged', ({ git }) => git('cherry-pick', 'fix~1'), 'unmerged'],
  [
    'a branch that merged main is unmerged',
    ({ git }) => {
      git('checkout', '--quiet', 'fix')
      git('merge', '--quiet', '--no-edit', 'main')
      git('checkout', '--quiet', 'main')
    },
    'unmerged',
  ],
  [
    'a squash after merging main is recognised',
    ({ git, commit }) => {
      git('checkout', '--quiet', 'fix')
      git('merge', '--quiet', '--no-edit', 'main')
      commit('three', { 'd.txt': 'd\n' })
      git('checkout', '--quiet', 'main')
      commit('more', { 'e.txt': 'e\n' })
      git('merge', '--quiet', '--squash', 'fix')
      git('commit', '--quiet', '-m', 'fix (#1)')
    },
    'merged',
  ],
  [
    'work reverted and done again is unmerged',
    ({ git }) => {
      git('merge', '--quiet', '--squash', 'fix')
      git('commit', '--quiet', '-m', 'fix (#1)')
      git('revert', '--no-edit', 'HEAD')
      git('branch', '--quiet', '-D', 'fix')
      git('checkout', '--quiet', '-b', 'fix')
      git('revert', '--no-edit', 'HEAD')
      git('checkout', '--quiet', 'main')
      git('branch', 'old', 'HEAD~3')
    },
    'unmerged',
  ],
  [
    'commits that undo each other are merged',
    ({ git, commit }) => {
      git('checkout', '--quiet', '-B', 'fix')
      commit('try', { 'a.txt': 'try' })
      git('revert', '--no-edit', 'HEAD')
      git('checkout', '--quiet', 'main')
    },
    'merged',
  ],
  [
    'another binary file is not the same',
    ({ git, path, commit }) => {
      git('checkout', '--quiet', '-B', 'fix')
      writeFileSync(join(path, 'x.bin'), Buffer.from([0, 1, 2, 3]))
      commit('binary')
      git('checkout', '--quiet', 'main')
      writeFileSync(join(path, 'x.bin'), Buffer.from([0, 9, 9, 9]))
      commit('binary')
    },
    'unmerged',
  ],
  [
    'an unrelated history is unmerged',
    ({ git, commit }) => {
      git('branch', '--quiet', '-D', 'fix')
      git('checkout', '--quiet', '--orphan', 'fix')
      commit('root', { 'z.txt': 'z' })
      git('checkout', '--quiet', 'main')
    },
    'unmerged',
  ],
  ['a deleted branch is gone', ({ git }) => git('branch', '--quiet', '-D', 'fix'), 'gone'],
]

test.each(merges)('%s', async (_title, act, state) => {
  await using repo = await withFix()
  act(repo)
  expect(await stateOf(repo.path, 'fix')).toBe(state)
})

test('older reverted work does not hide newer', async () => {
  await using repo = await withFix()
  repo.git('branch', 'ancient')
  repo.git('checkout', '--quiet', 'ancient')
  repo.commit('ancient', { 'q.txt': 'q' })
  repo.git('checkout', '--quiet', 'main')
  repo.git('merge', '--quiet', '--squash', 'fix')
  repo.git('commit', '--quiet', '-m', 'fix (#1)')
  repo.git('revert', '--no-edit', 'HEAD')
  repo.git('checkout', '--quiet', '-b', 'again')
  repo.git('revert', '--no-edit', 'HEAD')
  const found = await ask(repo.path, { ancient: [runOn(1)], again: [runOn(2)], fix: [runOn(3)] })
  expect(found.map(({ branch }) => branch)).toEqual(['again', 'ancient'])
})

test('commits and files are counted per branch', async () => {
  await using repo = await withFix()
  const [fix, ...more] = await ask(repo.path, { fix: [runOn(1), runOn(2)], main: [runOn(3)] })
  expect(fix).toMatchObject({ branch: 'fix', commits: 2, files: 2, uncommitted: null })
  expect(fix?.runs.map(({ run }) => run)).toEqual([2, 1])
  expect(more).toEqual([])
})

test('the branch of the newest run comes first', async () => {
  await using repo = await withFix()
  repo.git('branch', 'same', 'fix')
  const found = await ask(repo.path, { fix: [runOn(1)], same: [runOn(2)] })
  expect(found.map(({ branch, commits }) => [branch, commits])).toEqual([
    ['same', 2],
    ['fix', 2],
  ])
})

test('only --all shows merged and deleted branches', async () => {
  await using repo = await withFix()
  const runs = { main: [runOn(1)], deleted: [runOn(2)] }
  expect(await ask(repo.path, runs)).toEqual([])
  const all = await ask(repo.path, runs, { all: true })
  expect(all.map(({ branch, state }) => [branch, state])).toEqual([
    ['deleted', 'gone'],
    ['main', 'merged'],
  ])
})

test('dirty files of a run on main are uncommitted', async () => {
  await using repo = await withFix()
  appendFileSync(join(repo.path, 'c.txt'), 'more')
  const runs = [runOn(1, ['a.txt']), runOn(2, ['c.txt', 'a.txt']), runOn(3)]
  const endedAt = new Date(Date.now() + 60_000).toISOString()
  const [found] = await ask(repo.path, { main: runs.map((run) => ({ ...run, endedAt })) })
  expect(found).toMatchObject({
    branch: 'main',
    state: 'uncommitted',
    uncommitted: { files: ['c.txt'], branch: 'main' },
  })
  expect(found?.runs.map(({ run }) => run)).toEqual([2])
})

test('files committed after the run are not reported', async () => {
  await using repo = await withFix()
  const runs = { main: [runOn(1, ['c.txt'])] }
  repo.commit('by a person', { 'c.txt': 'committed\n' })
  appendFileSync(join(repo.path, 'c.txt'), 'more')
  expect(await ask(repo.path, runs)).toEqual([])
})

test('files carried to another branch are shown', async () => {
  await using repo = await withFix()
  appendFileSync(join(repo.path, 'a.txt'), 'by hand')
  repo.write({ 'left.txt': 'left' })
  const run = { ...runOn(1, ['a.txt', 'left.txt']), endedAt: new Date(Date.now() + 60_000).toISOString() }
  const [found] = await ask(repo.path, { fix: [run] })
  expect(found).toMatchObject({ state: 'unmerged', uncommitted: { files: ['left.txt'], branch: 'main' } })
})

test('it works from a subfolder and a linked tree', async () => {
  await using repo = await withFix()
  repo.write({ 'deep/er/x.txt': 'x' })
  const tree = repo.beside('tree')
  repo.git('worktree', 'add', '--quiet', tree.path, 'fix')
  tree.write({ 'left.txt': 'left' })
  for (const cwd of [join(repo.path, 'deep/er'), tree.path]) {
    const [found] = await ask(cwd, { fix: [runOn(1, ['left.txt'])] })
    expect(found).toMatchObject({
      branch: 'fix',
      commits: 2,
      uncommitted: { files: ['left.txt'], tree: tree.path },
    })
  }
})

test('the main branch is found or required', async () => {
  await using repo = await withFix()
  const mainOf = async (main?: string): Promise<string> =>
    (await unmergedWork({ cwd: repo.path, branches: [], runsOn: () => [], main })).main
  expect(await mainOf()).toBe('main')
  expect(await mainOf('fix')).toBe('fix')
  await expect(mainOf('nowhere')).rejects.toThrow("There is no branch 'nowhere'")
  repo.git('branch', '-m', 'main', 'master')
  expect(await mainOf()).toBe('master')
  repo.git('branch', '-m', 'master', 'trunk')
  await expect(mainOf()).rejects.toThrow('No main branch to compare with')
  repo.git('clone', '--quiet', '.', '../clone')
  const clone = await unmergedWork({ cwd: repo.beside('clone').path, branches: [], runsOn: () => [] })
  expect(clone.main).toBe('trunk')
  repo.beside('clone').git('checkout', '--quiet', '--detach')
  repo.beside('clone').git('branch', '--quiet', '-D', 'trunk')
  const alone = await unmergedWork({ cwd: repo.beside('clone').path, branches: [], runsOn: () => [] })
  expect(alone.main).toBe('origin/trunk')
})

test('work that the remote merged is merged', async () => {
  await using repo = await withFix()
  repo.git('clone', '--quiet', '.', '../clone')
  const clone = repo.beside('clone')
  clone.git('checkout', '--quiet', 'fix')
  repo.git('merge', '--quiet', '--no-edit', 'fix')
  expect(await stateOf(clone.path, 'fix')).toBe('unmerged')
  clone.git('fetch', '--quiet')
  expect(await stateOf(clone.path, 'fix')).toBe('merged')
})

test('a folder outside git is a clear error', async () => {
  await using folder = await freshFolder()
  await expect(ask(folder.path, {})).rejects.toThrow('is in no work tree of git')
})
