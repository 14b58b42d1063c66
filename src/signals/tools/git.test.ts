import { expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput, toolSignals } from '../../../tests/tool-signals.ts'

test.each([
  ['git/clone-no-path', 'clone-failed', "repository '/home/dev/nosuch.git' does not exist"],
  ['git/clone-no-branch', 'clone-failed', 'Remote branch nosuch not found'],
  ['git/clone-refused', 'clone-failed', 'Failed to connect'],
  ['git/clone-dns', 'clone-failed', 'Could not resolve host'],
  ['git/clone-ssh', 'clone-failed', 'ssh: connect to host'],
  ['git/clone-exists', 'clone-failed', "destination path 'full' already exists"],
  ['git/fetch-ref', 'clone-failed', "couldn't find remote ref"],
  ['git/submodule-clone', 'clone-failed', "repository '/home/dev/nosuch.git' does not exist"],
  ['git/checkout-bad', 'checkout-failed', 'reference is not a tree'],
  ['git/checkout-pathspec', 'checkout-failed', "pathspec 'nosuchbranch'", 'nosuchbranch'],
  ['git/dirty', 'checkout-failed', 'Your local changes', 'a.txt'],
  ['git/untracked', 'checkout-failed', 'untracked working tree files', 'a.txt'],
  ['git/merge-conflict', 'checkout-failed', 'Automatic merge failed', 'a.txt'],
  ['git/rebase-conflict', 'checkout-failed', 'could not apply', 'a.txt'],
  ['git/cherry-pick', 'checkout-failed', 'could not apply', 'a.txt'],
  ['git/submodule-commit', 'checkout-failed', 'did not contain'],
  ['git/lock', 'checkout-failed', 'index.lock'],
  ['git/worktree', 'checkout-failed', 'already checked out'],
  ['git/apply', 'patch-failed', 'patch failed: a.txt:1', 'a.txt'],
  ['git/am', 'patch-failed', 'patch failed: a.txt:1', 'a.txt'],
  ['git/apply-garbage', 'patch-failed', 'No valid patches'],
  ['git/apply-nofile', 'patch-failed', 'nofile.txt'],
  ['patch/reject', 'patch-failed', 'Hunk #1 FAILED', 'a.txt'],
  ['patch/no-file', 'patch-failed', "can't find file to patch"],
  ['patch/garbage', 'patch-failed', 'Only garbage'],
])('%s is %s and names the cause', async (name, what, words, ...files) => {
  const [told, message, ...names] = await lastTold(await toolOutput(name), 'git')
  expect([told, names]).toEqual([what, files])
  expect(message).toContain(words)
})

test.each([
  ['git/clone-refused', true],
  ['git/clone-dns', true],
  ['git/clone-ssh', true],
  ['git/lock', true],
  ['git/clone-no-path', false],
  ['git/checkout-bad', false],
])('%s: transient is %s', async (name, passes) => {
  const [signal] = await toolSignals(await toolOutput(name))
  expect(signal?.detail.transient ?? false).toBe(passes)
})

test('a server error of the host is transient', async () => {
  const [signal] = await toolSignals(
    "fatal: unable to access 'https://git.example/x.git/': The requested URL returned error: 503",
  )
  expect(signal?.detail.transient).toBe(true)
})

test.each(['git/clone-green', 'git/merge-green'])('%s has no findings', async (name) => {
  expect(await failuresIn(await toolOutput(name))).toEqual([])
})

test('git messages inside prose do not count', async () => {
  const output =
    'We saw that git says fatal: repository not found when offline.\nhint: the error: pathspec did not match is harmless'
  expect(await failuresIn(output)).toEqual([])
})
