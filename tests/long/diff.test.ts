/** `mayday diff` and `mayday open`, through the real command in a real repository. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { misfitIn } from '../../src/record/schema.ts'
import { changesSchema, diffSchema, type Changes } from '../../src/views/changes.ts'
import type { TestProject } from '../running-mayday.ts'
import { git, repository } from '../task-repository.ts'

const run = (project: TestProject, script: string): Promise<unknown> =>
  project.mayday(['run', '--', 'sh', '-c', script])

async function changes(project: TestProject, ...args: readonly string[]): Promise<Changes> {
  const { stdout, stderr } = await project.mayday(['diff', ...args, '--json'])
  expect(stderr).toBe('')
  const answer = JSON.parse(stdout)
  expect(misfitIn(changesSchema, answer)).toBeNull()
  return answer
}

const names = ({ files }: Changes): readonly string[] =>
  files.map(({ path, change, added, removed }) => `${path} ${change} +${added} -${removed}`)

function committed(project: TestProject, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(project.file(name), text)
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '-m', 'more')
}

test('a run shows its lines and not those before it', async () => {
  await using project = await repository()
  committed(project, { 'README.md': 'read me\n' })
  writeFileSync(project.file('mine.txt'), 'mine\n')
  await run(project, 'echo more >> mine.txt; echo new > its.txt; rm README.md')
  const { stdout } = await project.mayday(['diff', '1', 'mine.txt'])
  expect(stdout).toContain('@@ -1 +1,2 @@\n mine\n+more\n')
  expect(names(await changes(project, '1'))).toEqual([
    'README.md deleted +0 -1',
    'its.txt added +1 -0',
    'mine.txt changed +1 -0',
  ])
})

test('the difference stays after the work is undone', async () => {
  await using project = await repository()
  await run(project, 'echo one > a.txt; git add . && git -c user.name=a -c user.email=a@b commit -qm a')
  git(project, 'reset', '--quiet', '--hard', 'HEAD~1')
  git(project, 'reflog', 'expire', '--expire=now', '--all')
  git(project, 'gc', '--quiet', '--prune=now')
  const { stdout } = await project.mayday(['diff', '1'])
  expect(stdout).toContain('+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n')
})

test('renames, modes and binary files are told', async () => {
  await using project = await repository()
  committed(project, { 'old.txt': 'a\nb\nc\nd\n', 'run.sh': 'exit\n' })
  await run(project, "git mv old.txt new.txt; chmod +x run.sh; printf 'a\\0b' > data.bin")
  const { files } = await changes(project, '1')
  expect(files).toMatchObject([
    { path: 'data.bin', change: 'added', added: null, removed: null },
    { path: 'new.txt', oldPath: 'old.txt', change: 'renamed', added: 0 },
    { path: 'run.sh', change: 'mode', oldMode: '100644', newMode: '100755' },
  ])
  const { stdout } = await project.mayday(['diff', '1', '--stat'])
  expect(stdout).toContain(' data.bin          binary  new\n')
  expect(stdout).toContain('3 files, +0 −0\n')
})

test('a file of one run has numbered lines', async () => {
  await using project = await repository()
  committed(project, { 'README.md': 'read me\n' })
  await run(project, 'echo more >> README.md')
  const answer = JSON.parse((await project.mayday(['diff', '1', 'README.md', '--json'])).stdout)
  expect(misfitIn(diffSchema, answer)).toBeNull()
  expect(answer.lines.at(-1)).toEqual({ kind: 'added', old: null, new: 2, text: 'more' })
  const missing = await project.mayday(['diff', '1', 'no.txt'])
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'mayday: no.txt did not change. See: mayday diff 1 --stat\n',
  ])
})

test('attempts of a task are compared with each other', async () => {
  await using project = await repository()
  await project.mayday([
    'add',
    'Do it',
    '--verify',
    'exit 1',
    '--',
    'sh',
    '-c',
    'echo $MAYDAY_ATTEMPT >> a.txt; exit 1',
  ])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  const history = JSON.parse((await project.mayday(['history', '--json'])).stdout)
  expect(history.runs.length).toBeGreaterThan(1)
  const last = String(history.runs[0].run)
  expect(names(await changes(project, last, '--against', '1'))).toEqual([
    `a.txt changed +${history.runs.length - 1} -0`,
  ])
  expect(names(await changes(project, last, '--against', 'start'))).toEqual([
    `a.txt added +${history.runs.length} -0`,
  ])
})

test('a run without kept work says what is known', async () => {
  await using project = await repository()
  await run(project, 'true')
  expect((await changes(project, '1')).why).toBe('Run 1 changed no file.')
  await run(project, 'echo x > x.txt')
  for (const ref of git(project, 'for-each-ref', '--format=%(refname)', 'refs/mayday').trim().split('\n'))
    git(project, 'update-ref', '-d', ref)
  expect(await changes(project, '2')).toMatchObject({
    files: [],
    unkept: ['x.txt'],
    why: expect.stringContaining('Only the names of the files that run 2 changed are known.'),
  })
})

test('no program of the repository runs for a diff', async () => {
  await using project = await repository()
  const proof = project.file('ran')
  writeFileSync(project.file('evil.sh'), `#!/bin/sh\ntouch '${proof}'\ncat\n`)
  chmodSync(project.file('evil.sh'), 0o755)
  const evil = project.file('evil.sh')
  for (const [key, value] of [
    ['diff.evil.textconv', evil],
    ['diff.evil.command', evil],
    ['diff.external', evil],
    ['filter.evil.clean', evil],
    ['filter.evil.smudge', evil],
    ['core.fsmonitor', evil],
  ] as const)
    git(project, 'config', key, value)
  writeFileSync(project.file('.gitattributes'), '*.txt diff=evil filter=evil\n')
  rmSync(proof, { force: true })
  await run(project, 'echo x > x.txt')
  for (const args of [
    ['diff', '1'],
    ['diff', '1', 'x.txt'],
    ['diff', '1', '--stat'],
    ['open', '1'],
  ])
    await project.mayday(args)
  expect(existsSync(proof)).toBe(false)
})

test('a copy of the work runs a command and is removed', async () => {
  await using project = await repository()
  await run(project, 'echo work > its.txt')
  rmSync(project.file('its.txt'))
  const opened = await project.mayday([
    'open',
    '1',
    '--',
    'sh',
    '-c',
    'cat its.txt; git diff --cached --stat; exit 7',
  ])
  expect([opened.code, opened.stdout]).toEqual([7, expect.stringMatching(/^work\n its\.txt \| 1 \+/)])
  expect(opened.stderr).toContain('To remove it: mayday clean --trees')
  const tree = project.inTrees('run-1')
  const { path, isNew } = JSON.parse((await project.mayday(['open', '1', '--json'])).stdout)
  expect([path, isNew]).toEqual([tree, false])
  writeFileSync(join(tree, 'mine.txt'), 'mine\n')
  const kept = await project.mayday(['clean', '--trees'])
  expect(kept.stdout).toContain(`${tree} stays: it was changed since it was opened.`)
  rmSync(join(tree, 'mine.txt'))
  const gone = await project.mayday(['clean', '--trees'])
  expect(gone.stdout).toContain('1 opened work tree was removed.')
  expect(existsSync(tree)).toBe(false)
})

test('cleaning a run deletes its kept work', async () => {
  await using project = await repository()
  await run(project, 'echo work > its.txt')
  expect(git(project, 'for-each-ref', 'refs/mayday/runs')).toContain('/after')
  await project.mayday(['clean', '--older-than', '0s'])
  expect(git(project, 'for-each-ref', 'refs/mayday/runs')).toBe('')
  expect(readFileSync(project.file('its.txt'), 'utf8')).toBe('work\n')
})
