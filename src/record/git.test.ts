import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freshRepository } from '../../tests/git-repository.ts'
import { freshFolder } from '../../tests/run-mayday.ts'
import { findGit, gitTopLevel, readHead, type GitPlace } from './git.ts'
import { runGit } from './run-git.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

const placeOf = (folder: string): GitPlace => {
  const place = findGit(folder)
  if (place === null) throw new Error(`no repository at ${folder}`)
  return place
}

test('a subfolder belongs to the repository above', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'src/deep/a.txt': 'a' })
  expect(gitTopLevel(join(repo.path, 'src/deep'))).toBe(repo.path)
})

test('the head is read without starting git', async () => {
  await using repo = await freshRepository()
  expect(readHead(placeOf(repo.path))).toEqual({ branch: 'main', commit: null })
  const commit = repo.commit('one', { 'a.txt': 'a' })
  expect(readHead(placeOf(repo.path))).toEqual({ branch: 'main', commit })
  repo.git('checkout', '--quiet', '-b', 'fix/login')
  repo.git('pack-refs', '--all')
  expect(readHead(placeOf(repo.path))).toEqual({ branch: 'fix/login', commit })
  repo.git('checkout', '--quiet', '--detach')
  expect(readHead(placeOf(repo.path))).toEqual({ branch: null, commit })
})

test('a linked work tree has its own head', async () => {
  await using repo = await freshRepository()
  const first = repo.commit('one', { 'a.txt': 'a' })
  const tree = repo.beside('tree')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', tree.path)
  const second = tree.commit('two', { 'b.txt': 'b' })
  expect(gitTopLevel(tree.path)).toBe(tree.path)
  expect(readHead(placeOf(tree.path))).toEqual({ branch: 'side', commit: second })
  expect(readHead(placeOf(repo.path))).toEqual({ branch: 'main', commit: first })
  expect(placeOf(tree.path).common).toBe(placeOf(repo.path).common)
})

test('a bare repository has no top level', async () => {
  await using repo = await freshRepository()
  repo.git('clone', '--quiet', '--bare', '.', '../bare')
  expect(placeOf(repo.beside('bare').path).top).toBeNull()
})

test('an empty git folder is no repository', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('.git'))
  expect(gitTopLevel(folder.path)).toBeNull()
})

test('an unanswered question to git is null', async () => {
  await using repo = await freshRepository()
  expect(await runGit(['rev-parse', 'nowhere'], repo.path)).toBeNull()
  expect(await runGit(['status'], join(repo.path, 'gone'))).toBeNull()
  expect(await runGit(['status'], '\0')).toBeNull()
  writeFileSync(join(repo.path, '.git/HEAD'), 'nonsense')
  expect(await runGit(['status'], repo.path)).toBeNull()
  rmSync(join(repo.path, '.git'), { recursive: true })
  expect(gitTopLevel(repo.path)).toBeNull()
})

test('a missing git is null, not an error', async () => {
  await using repo = await freshRepository()
  vi.stubEnv('PATH', repo.path)
  expect(await runGit(['status'], repo.path)).toBeNull()
  expect(await runGit(['rev-list', '--stdin'], repo.path, { input: 'x'.repeat(1_000_000) })).toBeNull()
})

test("a hook's environment does not redirect git", async () => {
  await using repo = await freshRepository()
  await using other = await freshRepository()
  vi.stubEnv('GIT_DIR', join(other.path, '.git'))
  vi.stubEnv('GIT_INDEX_FILE', join(other.path, '.git/index'))
  const found = await runGit(['rev-parse', '--absolute-git-dir'], repo.path)
  expect(found?.toString()).toBe(`${repo.path}/.git\n`)
})

test("a repository's own monitor is not started", async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  const hook = join(repo.path, '.git/hook.sh')
  writeFileSync(hook, `#!/bin/sh\ntouch ${join(repo.path, '.git/started')}\n`, { mode: 0o755 })
  repo.git('config', 'core.fsmonitor', hook)
  expect(await runGit(['status'], repo.path)).not.toBeNull()
  expect(existsSync(join(repo.path, '.git/started'))).toBe(false)
})
