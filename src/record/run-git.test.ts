import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../../tests/git-repository.ts'
import { mkfifo } from '../../tests/mkfifo.ts'
import { findObstacle } from './git-obstacle.ts'
import { findGit } from './git.ts'
import { settingsAgainst, type Setting } from './local-settings.ts'
import { runGit } from './run-git.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.unstubAllEnvs()
})

const inGit = ({ path }: GitRepository, name: string): string => join(path, '.git', name)

const obstacleIn = (repo: GitRepository): string | null => {
  const place = findGit(repo.path)
  return place === null ? 'no repository' : findObstacle(place)
}

test('a missing object is not fetched from anywhere', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  const blob = repo.git('rev-parse', 'HEAD:a.txt')
  rmSync(inGit(repo, `objects/${blob.slice(0, 2)}/${blob.slice(2)}`))
  const touch = `touch ${inGit(repo, 'fetched')}`
  for (const url of ['..', `ext::sh -c ${touch.replace(' ', '% ')}`, 'ssh://localhost/x']) {
    appendFileSync(
      inGit(repo, 'config'),
      `[core]\nrepositoryformatversion = 1\nsshCommand = ${touch}\n[extensions]\npartialClone = far\n` +
        `[remote "far"]\nurl = ${url}\npromisor = true\nuploadpack = ${touch}\n[protocol "ext"]\nallow = always\n`,
    )
    expect(await runGit(['cat-file', 'blob', blob], repo.path)).toBeNull()
    expect([url, existsSync(inGit(repo, 'fetched'))]).toEqual([url, false])
  }
})

test.each(['HEAD', 'config', 'index', 'packed-refs', 'info/exclude', 'refs/heads/main'])(
  'a pipe as %s of a repository is named',
  async (name) => {
    await using repo = await freshRepository()
    repo.commit('one', { 'a.txt': 'a' })
    expect(obstacleIn(repo)).toBeNull()
    mkfifo(inGit(repo, name))
    expect(obstacleIn(repo)).toBe(`${inGit(repo, name)} is a pipe, and Mayday expects a regular file`)
    expect(await runGit(['status'], repo.path)).toBeNull()
  },
)

test('a linked HEAD is not followed elsewhere', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  writeFileSync(inGit(repo, 'other'), 'ref: refs/heads/main\n')
  rmSync(inGit(repo, 'HEAD'))
  symlinkSync('other', inGit(repo, 'HEAD'))
  expect(obstacleIn(repo)).toContain('git does not accept the git folder')
  rmSync(inGit(repo, 'HEAD'))
  symlinkSync('refs/heads/main', inGit(repo, 'HEAD'))
  expect(obstacleIn(repo)).toBeNull()
})

test.runIf(process.getuid?.() === 0)('the repository of another user is refused', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  for (const path of [repo.path, join(repo.path, '.git')]) chownSync(path, 65534, 65534)
  expect(await runGit(['status'], repo.path)).toBeNull()
})

test('a git file with two lines is invalid', async () => {
  await using repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a' })
  mkdirSync(join(repo.path, 'inner'))
  writeFileSync(join(repo.path, 'inner/.git'), 'gitdir: ../.git\nx\n')
  expect(await runGit(['status'], join(repo.path, 'inner'))).toBeNull()
})

const setting = (key: string, value: string, isLocal: boolean): Setting => ({ key, value, isLocal })

test("the user's own filter replaces the repository's", () => {
  const found = settingsAgainst([
    setting('filter.lfs.clean', 'git-lfs clean', false),
    setting('filter.lfs.required', 'true', false),
    setting('filter.lfs.clean', 'evil', true),
    setting('filter.other.clean', 'mine', false),
  ])
  expect(found?.options.filter((word) => word !== '-c')).toEqual([
    'filter.lfs.clean=git-lfs clean',
    'filter.lfs.required=false',
  ])
  expect([...(found?.blocked ?? [])]).toEqual(['lfs'])
})

test('a filter both configure alike is not blocked', () => {
  const both = [false, true].map((isLocal) => setting('filter.lfs.clean', 'git-lfs clean', isLocal))
  expect(settingsAgainst(both)).toEqual({ options: [], blocked: new Set() })
})

test('hooks by config are disabled', () => {
  const found = settingsAgainst([setting('hook.a.b.command', 'evil', true)])
  expect(found?.options).toEqual(['-c', 'hook.a.b.enabled=false', '-c', 'hook.a.b.event='])
})

test.each(['a=b', '\u00FC'])('a filter named %s stops git', (name) => {
  // One character per byte. The second name is not UTF-8, and a command line takes only UTF-8.
  expect(settingsAgainst([setting(`filter.${name}.clean`, 'evil', true)])).toBeNull()
})
