import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fits } from '../../record/schema.ts'
import { freshRepository } from '../../../tests/git-repository.ts'
import { GitRemote, refusalIn, shownRemote } from './git-remote.ts'
import { baseName } from './task-branch.ts'
import { Turns } from './turns.ts'

test("a refusal is git's own line and the server's words", () => {
  const said = `remote: error: GH006: Protected branch update failed for refs/heads/main.
To https://example.com/x.git
 ! [remote rejected]   abc -> main (protected branch hook declined)
error: failed to push some refs to 'https://example.com/x.git'
hint: Updates were rejected`
  expect(refusalIn(said)).toBe(
    '! [remote rejected] abc -> main (protected branch hook declined) (remote: error: GH006: Protected branch update failed for refs/heads/main.)',
  )
  expect(refusalIn('fatal: unable to access: no route to host\n')).toBe(
    'fatal: unable to access: no route to host',
  )
  expect(refusalIn('')).toBe('git said nothing')
})

test.each([
  ['main', 'trunk'],
  ['master', 'trunk'],
  ['trunk', 'trunk'],
])('%s is the main branch of a remote whose HEAD is %s', async (pushed, head) => {
  await using repo = await freshRepository()
  repo.write({ a: 'a' })
  repo.commit('a')
  const url = join(repo.path, 'remote.git')
  execFileSync('git', ['init', '--quiet', '--bare', `--initial-branch=${head}`, url])
  execFileSync('git', ['push', '--quiet', url, `HEAD:refs/heads/${pushed}`], { cwd: repo.path })
  const remote = new GitRemote({ name: 'origin', fetch: url, push: url }, repo.path, [])
  expect(await remote.mainBranch()).toBe(pushed)
})

test('a login in an address is not shown', () => {
  const url = 'https://oauth2:glpat-abcdefghij0123456789@git.example.com/a/b.git'
  expect(shownRemote({ name: 'origin', fetch: url, push: url })).toBe(
    'origin (https://git.example.com/a/b.git)',
  )
})

test.each(['main', 'release/1.2', 'feature/a-b_c', 'a'.repeat(40), 'v1+2'])('%s names a base', (name) => {
  expect(fits(baseName, name)).toBe(true)
})

test.each(['-x', '--upload-pack=x', 'a..b', 'a:b', '../x', 'a b', '', 'a/', 'a.', '+a', 'a@{1}', 'a\nb'])(
  '%j names no base',
  (name) => {
    expect(fits(baseName, name)).toBe(false)
  },
)

test('turns are taken one after another', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const failed = turns.take(async () => {
    seen.push('one begins')
    await Promise.resolve()
    seen.push('one ends')
    throw new Error('one fails')
  })
  const next = turns.take(async () => void seen.push('two'))
  await expect(failed).rejects.toThrow('one fails')
  await next
  expect(seen).toEqual(['one begins', 'one ends', 'two'])
})
