/** A `.git` folder that came in an archive executes nothing because Mayday's own git reads it. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { mayday, type Finished } from '../run-mayday.ts'
import { outside, type Outside } from './outside.ts'

// Some thirty commands for each test, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const READING: readonly (readonly string[])[] = [
  ['history'],
  ['status'],
  ['show', '1'],
  ['logs', '1'],
  ['tasks', '--all'],
  ['queue'],
  ['locks'],
  ['stats'],
  ['cards'],
  ['lessons'],
  ['unmerged', '--all'],
  ['doctor'],
  ['config'],
  ['where'],
  ['explain', 'a.txt'],
  ['reasons'],
  ['clean'],
  ['recover'],
  ['snapshots', '2'],
]

const EXECUTING: readonly (readonly string[])[] = [
  ['run', '--', 'sh', '-c', 'echo more >> a.txt'],
  ['add', 'work', '--', 'sh', '-c', 'echo more >> a.txt; exit 1'],
  ['add', 'aside', '--worktree', '--', 'true'],
  ['work', '--once'],
  ['restore', '2', '--yes'],
  ['restore', '4', '--yes'],
  ['unmerged'],
  ['skip', '5'],
  ['clean', '--trees'],
]

const HOOKS = [
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'pre-commit',
  'fsmonitor-watchman',
]

/** A value of a setting: a program that leaves a file of its own name, and answers like a filter that changes nothing. */
const leaving = (traces: Outside, name: string): string => `"touch '${traces.file(name)}'; cat"`

const filterOf = (traces: Outside, name: string): string => `[filter "${name}"]
\tclean = ${leaving(traces, `${name}-clean`)}
\tsmudge = ${leaving(traces, `${name}-smudge`)}
\trequired = true
`

const configOf = (traces: Outside): string => {
  const run = (name: string): string => leaving(traces, name)
  return `[core]
\trepositoryformatversion = 1
\tfsmonitor = ${run('fsmonitor')}
\tsshCommand = ${run('ssh')}
\tpager = ${run('pager')}
\teditor = ${run('editor')}
\taskPass = ${run('askpass')}
\tgitProxy = ${run('proxy')}
\talternateRefsCommand = ${run('alternate-refs')}
\tvirtualFilesystem = ${run('virtual')}
[extensions]
\tpartialClone = far
\tworktreeConfig = true
[remote "far"]
\turl = ext::sh -c touch% '${traces.file('ext')}'
\tpromisor = true
\tpartialclonefilter = blob:none
\tuploadpack = ${run('uploadpack')}
[protocol]
\tallow = always
[protocol "ext"]
\tallow = always
[pager]
\tstatus = ${run('pager-status')}
[diff]
\texternal = ${run('diff-external')}
[diff "evil"]
\tcommand = ${run('diff-command')}
\ttextconv = ${run('diff-textconv')}
[merge "evil"]
\tdriver = ${run('merge-driver')}
[commit]
\tgpgSign = true
[gpg]
\tprogram = ${traces.file('gpg')}
[credential]
\thelper = "!${run('credential')}"
[uploadpack]
\tpackObjectsHook = ${run('pack-objects')}
[submodule]
\trecurse = true
[status]
\tsubmoduleSummary = true
[gc]
\tauto = 1
[FILTER "evil"]
\tclean = ${run('clean')}
\tsmudge = ${run('smudge')}
\trequired = true
[filter "server"]
\tprocess = ${run('process')}
\trequired = true
${filterOf(traces, 'übel')}[hook "mine"]
\tcommand = ${run('config-hook')}
\tevent = post-index-change
[include]
\tpath = more
`
}

const ATTRIBUTES = `*.txt filter=evil diff=evil merge=evil
*.bin filter=server
*.inc filter=included
*.wt filter=worktree
*.uni filter=übel
`

const putHooks = (folder: string, traces: Outside): void => {
  mkdirSync(folder, { recursive: true })
  for (const hook of HOOKS) {
    writeFileSync(join(folder, hook), `#!/bin/sh\ntouch '${traces.file(`hook-${hook}`)}'\n`)
    chmodSync(join(folder, hook), 0o755)
  }
}

/** Git compares the content of what is younger than its index. */
const touch = (path: string): void => {
  const later = new Date(Date.now() + 60_000)
  utimesSync(path, later, later)
}

/** A repository with runs in its record, whose git folder then becomes one that an attacker packed. */
async function unpacked(
  traces: Outside,
  hasSubmodule: boolean = true,
): Promise<GitRepository & AsyncDisposable> {
  const repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a', 'c.inc': 'c', 'd.wt': 'd', 'd.uni': 'd', 'z.bin': 'z' })
  await mayday(['run', '--', 'sh', '-c', 'echo more >> a.txt'], { cwd: repo.path })
  await mayday(['add', 'work', '--', 'sh', '-c', 'echo more >> a.txt'], { cwd: repo.path })
  await mayday(['run', '--task', '2'], { cwd: repo.path })
  repo.write({ '.gitattributes': ATTRIBUTES })
  if (hasSubmodule) {
    repo.git('init', '--quiet', 'sub')
    repo.beside('project/sub').commit('one', { 's.txt': 's' })
  }
  repo.commit('two')
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.commit('three', { 'e.txt': 'e' })
  poison(repo, traces)
  if (hasSubmodule) poisonSubmodule(repo, traces)
  return repo
}

function poison(repo: GitRepository, traces: Outside): void {
  for (const name of repo.git('ls-files').split('\n')) touch(join(repo.path, name))
  const folder = join(repo.path, '.git')
  writeFileSync(join(folder, 'config'), configOf(traces))
  writeFileSync(join(folder, 'more'), filterOf(traces, 'included'))
  writeFileSync(join(folder, 'config.worktree'), filterOf(traces, 'worktree'))
  putHooks(join(folder, 'hooks'), traces)
}

function poisonSubmodule(repo: GitRepository, traces: Outside): void {
  repo.write({ 'sub/.gitattributes': '* filter=sub\n' })
  touch(join(repo.path, 'sub/s.txt'))
  appendFileSync(join(repo.path, 'sub/.git/config'), filterOf(traces, 'sub'))
}

/** The program that was executed first tells most, so each command is looked at by itself. */
async function runAll(
  commands: readonly (readonly string[])[],
  { cwd, traces }: { cwd: string; traces: Outside },
): Promise<ReadonlyMap<string, Finished>> {
  const ended = new Map<string, Finished>()
  for (const command of commands) {
    const name = command.join(' ')
    ended.set(name, await mayday(command, { cwd }))
    expect([name, readdirSync(traces.path)]).toEqual([name, []])
  }
  return ended
}

test('the planted programs run under plain git', async () => {
  using traces = outside()
  await using repo = await unpacked(traces)
  const off = ['filter.server.process=', 'filter.server.required=false', 'core.fsmonitor=false']
  for (const settings of [[], off])
    spawnSync('git', [...settings.flatMap((one) => ['-c', one]), 'status'], { cwd: repo.path })
  const planted = [
    'clean',
    'fsmonitor',
    'included-clean',
    'process',
    'sub-clean',
    'worktree-clean',
    'übel-clean',
  ]
  expect(readdirSync(traces.path)).toEqual(expect.arrayContaining(planted))
})

test('reading commands execute nothing of a git folder', async () => {
  using traces = outside()
  await using repo = await unpacked(traces)
  const ended = await runAll(READING, { cwd: repo.path, traces })
  expect(ended.get('unmerged --all')).toMatchObject({ code: 0, stderr: '' })
})

test('runs, snapshots and trees execute nothing in it', async () => {
  using traces = outside()
  // No snapshot is taken of a tree with submodules.
  await using repo = await unpacked(traces, false)
  const ended = await runAll(EXECUTING, { cwd: repo.path, traces })
  expect(ended.get('run -- sh -c echo more >> a.txt')).toMatchObject({ code: 0 })
  expect(ended.get('work --once')?.stdout).toContain('without the filter evil')
  expect(ended.get('restore 2 --yes')?.stderr).toMatch(/needs the filter '(?:evil|included)'/)
  expect(ended.get('restore 4 --yes')).toMatchObject({ code: 0 })
  expect(ended.get('clean --trees')?.stdout).toContain('1 work tree was removed')
})

test('a bare repository in a tree is not used', async () => {
  using traces = outside()
  await using repo = await unpacked(traces)
  repo.write({ 'embedded/HEAD': 'ref: refs/heads/main\n', 'embedded/config': configOf(traces) })
  for (const name of ['objects', 'refs/heads', 'deep'])
    mkdirSync(join(repo.path, 'embedded', name), { recursive: true })
  writeFileSync(join(repo.path, 'embedded/more'), filterOf(traces, 'included'))
  putHooks(join(repo.path, 'embedded/hooks'), traces)
  const bare = configOf(traces).replace('[core]', '[core]\n\tbare = false\n\tworktree = ..')
  writeFileSync(join(repo.path, 'embedded/config'), bare)
  for (const cwd of [join(repo.path, 'embedded'), join(repo.path, 'embedded/deep')])
    await runAll([['unmerged'], ['status'], ['run', '--', 'true']], { cwd, traces })
})

test('a damaged repository does not lead to one above', async () => {
  using traces = outside()
  await using repo = await unpacked(traces)
  const inner = join(repo.path, 'inner')
  mkdirSync(join(inner, '.git/objects'), { recursive: true })
  mkdirSync(join(inner, '.git/refs'))
  writeFileSync(join(inner, '.git/HEAD'), 'nonsense\n')
  await runAll([['unmerged'], ['run', '--', 'true']], { cwd: inner, traces })
})
