/**
 * The attacker gets a file of the user's written or deleted: a link in the project, put there by a repository or an
 * agent, leads out of it, and Mayday writes through it. Each test is one writer, through the real command.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleAttempt } from '../examples/attempts.ts'
import { exampleTask } from '../examples/records.ts'
import { prepareRecordFolder } from '../../src/record/record-folder.ts'
import { Store } from '../../src/record/store.ts'
import { takeSnapshot } from '../../src/recovery/snapshots/take-snapshot.ts'
import { boardToken } from '../../src/interfaces/board/board-token.ts'
import { projectAt } from '../../src/record/project.ts'
import { cardProject, LOCKS, QUEUE } from '../card-project.ts'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { mayday, type Finished } from '../run-mayday.ts'
import { testProject, type TestProject } from '../running-mayday.ts'
import { repository } from '../task-repository.ts'
import { outside } from './outside.ts'

const GIVES_UP = ['sh', '-c', 'echo "[MAYDAY_FAILURE:TESTS_FAILED]"; exit 1']

/** A task whose only attempt fails, so that a lesson is written. */
async function failOnce(project: TestProject): Promise<Finished> {
  await project.mayday(['add', 'Do it', '--phase', '12-01', '--attempts', '1', '--', ...GIVES_UP])
  return project.mayday(['run', '--task', '1'])
}

test('a lesson is not written out of the project', async () => {
  await using project = await repository()
  using victim = outside()
  symlinkSync(victim.put('bashrc', 'alias a=b\n'), project.file('AGENTS.md'))
  const { stdout, stderr } = await failOnce(project)
  expect(victim.state()).toEqual(['bashrc: alias a=b\n'])
  expect(stdout + stderr).toContain('leads out of the project')
  expect(lstatSync(project.file('AGENTS.md')).isSymbolicLink()).toBe(true)
})

test('a link inside the project stays a link', async () => {
  await using project = await repository()
  writeFileSync(project.file('CLAUDE.md'), '# Ours\n')
  symlinkSync('CLAUDE.md', project.file('AGENTS.md'))
  await failOnce(project)
  expect(readFileSync(project.file('CLAUDE.md'), 'utf8')).toContain('## Failure Context')
  expect(lstatSync(project.file('AGENTS.md')).isSymbolicLink()).toBe(true)
})

test.each([
  ['a link that leads out', 'docs', 'docs/LEARNED.md'],
  ['a hook of git', null, '.git/hooks/pre-commit'],
])('lessons.file does not lead through %s', async (_title, folder, file) => {
  await using project = await repository()
  using victim = outside()
  if (folder !== null) symlinkSync(victim.path, project.file(folder))
  writeFileSync(project.file('mayday.yaml'), `version: 1\nlessons:\n  file: ${file}\n`)
  await failOnce(project)
  expect(victim.state()).toEqual([])
  expect(existsSync(project.file(file))).toBe(false)
})

test('the end of a phase writes nothing outside', async () => {
  await using project = await repository()
  using victim = outside()
  await failOnce(project)
  const text = readFileSync(project.file('AGENTS.md'), 'utf8')
  unlinkSync(project.file('AGENTS.md'))
  symlinkSync(victim.put('notes.md', text), project.file('AGENTS.md'))
  const { code, stdout } = await project.mayday(['phase', 'complete', '12'])
  expect([code, victim.state()]).toEqual([2, [`notes.md: ${text}`]])
  expect(stdout).toContain('leads out of the project')
})

test.each(['AGENTS.md', 'CLAUDE.md'])('init does not write %s through a link', async (name) => {
  await using project = await testProject()
  using victim = outside()
  symlinkSync(victim.put('bashrc', 'alias a=b\n'), project.file(name))
  const { code, stderr } = await project.mayday(['init', '--yes'])
  expect([code, victim.state()]).toEqual([2, ['bashrc: alias a=b\n']])
  expect(stderr).toMatch(/^mayday: \S+ leads out of the project, to \S+\. .+\n$/)
})

test('init makes no file behind a dangling link', async () => {
  await using project = await testProject()
  using victim = outside()
  symlinkSync(victim.file('made'), project.file('AGENTS.md'))
  const { code, stderr } = await project.mayday(['init', '--yes'])
  expect([code, victim.state()]).toEqual([2, []])
  expect(stderr).toContain('that file does not exist')
})

test('an import reads no lessons from outside', async () => {
  await using project = await testProject()
  using victim = outside()
  const entry =
    '- [12-01 | 2026-01-20 14:32:15] **Error:** theirs\n  **Attempted:** a\n  **Files:** none\n  **Context:** none\n'
  const text = `# A\n\n## Failure Context\n\n### Phase 12:\n\n${entry}`
  symlinkSync(victim.put('notes.md', text), project.file('AGENTS.md'))
  const { code, stderr } = await project.mayday(['import', 'failure-context'])
  expect([code, victim.state()]).toEqual([2, [`notes.md: ${text}`]])
  expect(stderr).toContain('leads out of the project')
})

test('a report is not written out of the project', async () => {
  await using project = await testProject()
  using victim = outside()
  const attempts = project.inRecord('bench/mixed/attempts.jsonl')
  prepareRecordFolder(project.record)
  mkdirSync(dirname(attempts), { recursive: true })
  writeFileSync(attempts, `${JSON.stringify(exampleAttempt({ series: 'mixed' }))}\n`)
  symlinkSync(victim.put('bashrc', 'alias a=b\n'), project.file('report.html'))
  const { code, stderr } = await project.mayday(['bench', 'report', 'mixed', '--html', 'report.html'])
  expect([code, victim.state()]).toEqual([2, ['bashrc: alias a=b\n']])
  expect(stderr).toContain('leads out of the project')
  await project.mayday(['bench', 'report', 'mixed', '--html', 'other.html'])
  expect(existsSync(project.file('other.html'))).toBe(true)
})

const CARD = '---\nagent_status: idle\n---\n\n# Theirs\n\nHistory:\n'

test('a card outside is neither queued nor reset', async () => {
  await using project = await cardProject()
  using victim = outside()
  unlinkSync(project.file(LOCKS))
  symlinkSync(victim.put('card.md', CARD), project.file(LOCKS))
  expect(await project.refusal('enqueue', LOCKS, '--', './works.sh')).toContain('outside the project')
  expect(await project.refusal('reset', LOCKS, '--yes')).toContain('outside the project')
  expect(victim.state()).toEqual([`card.md: ${CARD}`])
})

test('a card replaced while queued is left alone', async () => {
  await using project = await cardProject()
  using victim = outside()
  await project.say('enqueue', LOCKS, '--', './works.sh')
  const text = project.read(LOCKS)
  unlinkSync(project.file(LOCKS))
  symlinkSync(victim.put('card.md', text), project.file(LOCKS))
  await project.mayday(['work', '--once'])
  await project.mayday(['recover'])
  expect(victim.state()).toEqual([`card.md: ${text}`])
})

test('a board behind a link is not shown', async () => {
  await using project = await cardProject()
  using victim = outside()
  const board = dirname(dirname(dirname(project.file(QUEUE))))
  renameSync(board, victim.file('board'))
  symlinkSync(victim.file('board'), board)
  const { code, stdout } = await project.mayday(['cards', '--json'])
  expect(code).toBe(0)
  expect(stdout).not.toContain('it is written down')
  expect(stdout.match(/is outside the project/g)).toHaveLength(2)
})

/** A repository with a task and a snapshot of it, in which `src/` and `b.txt` are as they should be. */
async function withSnapshot(): Promise<Awaited<ReturnType<typeof freshRepository>>> {
  const repo = await freshRepository()
  repo.commit('one', { 'src/a.txt': 'a\n', 'src/deep/b.txt': 'b\n', '.gitattributes': '*.crlf eol=crlf\n' })
  repo.write({ 'src/a.txt': 'edited\n', 'src/new.txt': 'new\n', 'src/raw.crlf': 'one\ntwo\n' })
  prepareRecordFolder(repo.record)
  using store = Store.open(repo.record)
  const { task, taskId } = store.addTask(exampleTask({ cwd: '.' }), '2024-11-03T10:00:00.000Z')
  const refName = `refs/mayday/tasks/${taskId}/1`
  const { ref, commit, at } = await takeSnapshot({ cwd: repo.path, refName, message: 'safe' })
  store.addSnapshot({ task, run: null, ref, commit, at, why: 'safe' })
  return repo
}

const restore = (repo: GitRepository): Promise<Finished> =>
  mayday(['restore', '1', '--yes'], { cwd: repo.path, env: { MAYDAY_DIR: '' } })

const FILES = ['a.txt', 'deep', 'deep/b.txt', 'new.txt', 'raw.crlf']

test('a folder that became a link is restored inside', async () => {
  await using repo = await withSnapshot()
  using victim = outside()
  for (const name of FILES.filter((one) => one !== 'deep')) victim.put(name, 'mine\n')
  const before = victim.state()
  rmSync(join(repo.path, 'src'), { recursive: true })
  symlinkSync(victim.path, join(repo.path, 'src'))
  expect(await restore(repo)).toMatchObject({ code: 0 })
  expect(victim.state()).toEqual(before)
  expect(lstatSync(join(repo.path, 'src')).isDirectory()).toBe(true)
  expect(readFileSync(join(repo.path, 'src/a.txt'), 'utf8')).toBe('edited\n')
})

test('a link that git ignores stops a restore', async () => {
  await using repo = await withSnapshot()
  using victim = outside()
  victim.put('a.txt', 'mine\n')
  rmSync(join(repo.path, 'src'), { recursive: true })
  symlinkSync(victim.path, join(repo.path, 'src'))
  writeFileSync(join(repo.path, '.git/info/exclude'), '/src\n')
  const { code, stderr } = await restore(repo)
  expect([code, victim.state()]).toEqual([2, ['a.txt: mine\n']])
  expect(stderr).toContain('Nothing was restored')
})

test('a restore keeps to its own work tree', async () => {
  await using repo = await withSnapshot()
  using victim = outside()
  victim.put('src/a.txt', 'mine\n')
  victim.put('keep.txt', 'mine\n')
  const before = victim.state()
  repo.write({ 'src/a.txt': 'broken\n' })
  repo.git('config', 'core.worktree', victim.path)
  expect(await restore(repo)).toMatchObject({ code: 0 })
  expect(victim.state()).toEqual(before)
  expect(readFileSync(join(repo.path, 'src/a.txt'), 'utf8')).toBe('edited\n')
})

test("a snapshot sweeps nothing behind git's folder", async () => {
  await using repo = await withSnapshot()
  using victim = outside()
  const old = victim.put('old/photo.txt', 'mine\n')
  for (const path of [old, dirname(old)]) utimesSync(path, 1, 1)
  rmSync(join(repo.path, '.git/mayday'), { recursive: true, force: true })
  symlinkSync(victim.path, join(repo.path, '.git/mayday'))
  expect(await restore(repo)).toMatchObject({ code: 0 })
  expect(victim.state()).toEqual(['old: -', 'old/photo.txt: mine\n'])
})

/** The worker of a run does this in the folder of its own run. */
const inItsFolder = (script: string): string[] => [
  'sh',
  '-c',
  `cd "$(dirname "$(find "$RECORD/logs" -name run.json | tail -1)")" && ${script}; echo done; exit 3`,
]

const runIn = (project: TestProject, script: string, outsidePath: string): Promise<Finished> =>
  project.mayday(['run', '--', ...inItsFolder(script)], { RECORD: project.record, OUTSIDE: outsidePath })

test.each([
  'events.jsonl',
  'result.json',
  'run.json',
  'prompt.md',
  'env.json',
  'worker.log',
  'transcript.jsonl',
])('a run does not write %s through a link', async (name) => {
  await using project = await testProject()
  using victim = outside()
  victim.put('bashrc', 'alias a=b\n')
  const { code } = await runIn(project, `rm -f ${name} && ln -s "$OUTSIDE/bashrc" ${name}`, victim.path)
  expect([code, victim.state()]).toEqual([1, ['bashrc: alias a=b\n']])
  expect(project.result()).toMatchObject({ status: 'failed', exitCode: 3 })
  expect(project.events().at(-1)).toMatchObject({ event: 'run:ended' })
})

test.each(['events.jsonl', 'result.json', 'run.json'])('a folder as %s loses no run', async (name) => {
  await using project = await testProject()
  using victim = outside()
  const { code } = await runIn(project, `rm -f ${name} && mkdir ${name} && touch ${name}/x`, victim.path)
  expect(code).toBe(1)
  expect(project.result()).toMatchObject({ status: 'failed', exitCode: 3 })
})

test('secrets are not masked behind a link', async () => {
  await using project = await testProject()
  using victim = outside()
  const key = 'API_KEY=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
  victim.put('env', `${key}\n`)
  await runIn(project, `mv worker.log kept && ln -s "$OUTSIDE/env" worker.log && echo ${key}`, victim.path)
  await project.mayday(['history'])
  expect(victim.state()).toEqual([`env: ${key}\n`])
})

test('files of the record are replaced, not followed', async () => {
  await using project = await testProject()
  using victim = outside()
  victim.put('token', 'mine\n')
  prepareRecordFolder(project.record)
  symlinkSync(victim.file('token'), project.inRecord('board-token'))
  symlinkSync(victim.file('owner'), project.inRecord('project.json'))
  const token = boardToken(projectAt(project.path, process.env))
  expect(readFileSync(project.inRecord('board-token'), 'utf8')).toBe(`${token}\n`)
  await project.mayday(['run', '--', 'true'])
  expect(victim.state()).toEqual(['token: mine\n'])
})

test('locks behind a link are not deleted', async () => {
  await using project = await cardProject()
  using victim = outside()
  victim.put('package.json', '{}')
  await project.say('enqueue', LOCKS, '--', './works.sh')
  rmSync(project.inRecord('locks'), { recursive: true })
  symlinkSync(victim.path, project.inRecord('locks'))
  await project.mayday(['recover'])
  expect(victim.state()).toEqual(['package.json: {}'])
})

test.each(['mayday.db', 'mayday.db-wal', 'mayday.db.repair'])(
  '%s is not opened through a link',
  async (name) => {
    await using project = await testProject()
    using victim = outside()
    prepareRecordFolder(project.record)
    symlinkSync(victim.file('made'), project.inRecord(name))
    await project.mayday(['add', 'Do it', '--', 'true'])
    expect(victim.state()).toEqual([])
  },
)

const pipeAt = (path: string): void => void execFileSync('mkfifo', [path])

test.each(['AGENTS.md', 'mayday.yaml', '.git'])('a pipe as %s makes no command wait', async (name) => {
  await using project = await testProject()
  pipeAt(project.file(name))
  for (const args of [['init', '--yes'], ['config'], ['history'], ['import', 'failure-context']])
    expect([0, 2]).toContain((await project.mayday(args)).code)
  await project.mayday(['add', 'Do it', '--phase', '1', '--attempts', '1', '--', ...GIVES_UP])
  expect([1, 2, 3]).toContain((await project.mayday(['run', '--task', '1'])).code)
})

test('a pipe as a card is reported and skipped', async () => {
  await using project = await cardProject()
  unlinkSync(project.file(LOCKS))
  pipeAt(project.file(LOCKS))
  expect(await project.refusal('enqueue', LOCKS, '--', './works.sh')).toContain('this is a pipe')
  expect(await project.say('cards')).toContain('this is a pipe')
})

test('a huge AGENTS.md is left as it is', async () => {
  await using project = await repository()
  writeFileSync(project.file('AGENTS.md'), '')
  truncateSync(project.file('AGENTS.md'), 20 * 1024 ** 3)
  const { stdout, stderr } = await failOnce(project)
  expect(stdout + stderr).toContain('Make it smaller')
})

test('a device is not explained', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['explain', '/dev/zero'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a device')])
})

test('the real path of a project counts', async () => {
  await using project = await testProject()
  using elsewhere = outside()
  symlinkSync(realpathSync(project.path), elsewhere.file('link'))
  const { code } = await mayday(['init', '--yes'], { cwd: elsewhere.file('link') })
  expect([code, readdirSync(project.path)]).toEqual([0, ['AGENTS.md']])
})
