/** A pipe in place of a file of git makes nobody wait: Mayday looks first, and does not start git. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { mkfifo } from '../mkfifo.ts'
import { mayday, type Finished } from '../run-mayday.ts'

// A dozen processes for each test, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

/** A git that only tells that it was started: the real one would wait for ever. */
function watchGit({ path }: GitRepository): { readonly PATH: string; readonly calls: () => string } {
  const folder = join(path, '../bin')
  const log = join(path, '../calls')
  mkdirSync(folder)
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexit 1\n`, { mode: 0o755 })
  return {
    PATH: `${folder}:${process.env['PATH']}`,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
  }
}

test.each(['.git/HEAD', '.git/config', '.git/index', '.gitignore', '.gitattributes'])(
  'a pipe as %s is told at once',
  async (name) => {
    await using repo = await freshRepository()
    repo.commit('one', { 'a.txt': 'a' })
    mkfifo(join(repo.path, name))
    const { PATH, calls } = watchGit(repo)
    const ask = (...args: readonly string[]): Promise<Finished> =>
      mayday(args, { cwd: repo.path, env: { PATH } })
    const said = `${join(repo.path, name)} is a pipe, and Mayday expects a regular file`
    expect(await ask('run', '--', 'true')).toMatchObject({ code: 0 })
    expect(await ask('unmerged')).toEqual({
      code: 2,
      stdout: '',
      stderr: `mayday: ${said}. Fix it first, then try again.\n`,
    })
    expect((await ask('add', 'work', '--', 'true')).code).toBe(0)
    const task = await ask('run', '--task', '2')
    expect(task).toMatchObject({ code: 2, stderr: expect.stringContaining(said) })
    expect(calls()).toBe('')
    expect((await mayday(['doctor', '--json'], { cwd: repo.path })).stdout).toContain(said)
  },
)
