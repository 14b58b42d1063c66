import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunResult } from '../src/record/run-result.ts'
import { projectAt } from '../src/record/project.ts'
import { prepareRecordFolder } from '../src/record/record-folder.ts'
import { Store } from '../src/record/store.ts'
import { uuidv7 } from '../src/record/uuid.ts'
import { freshRepository, type GitRepository } from './git-repository.ts'
import { freshFolder, mayday } from './run-mayday.ts'

// Each test starts a dozen git processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

type Said = Pick<RunResult, 'status' | 'reason' | 'branch' | 'changedFiles'> & { readonly title: string }

/** Records runs that ended two hours ago, oldest first. */
function record(root: string, runs: readonly Said[]): void {
  const { record: folder } = projectAt(root, process.env)
  prepareRecordFolder(folder)
  using store = Store.open(folder)
  for (const [index, { title, ...said }] of runs.entries()) {
    const runId = uuidv7()
    const startedAt = new Date(Date.now() - 7_500_000 + index * 1000).toISOString()
    const shared = {
      runId,
      flow: 'implement',
      phase: null,
      agent: 'claude',
      logPath: `logs/${runId}`,
      startedAt,
    }
    const asked = { title, prompt: null, command: 'claude -p x', cwd: root, branch: 'main', baseCommit: null }
    const { run, taskId, attempt } = store.begin({ ...shared, ...asked, supervisor: '{}' })
    store.finish({ ...EMPTY, ...shared, ...said, run, taskId, attempt, endedAt: startedAt })
  }
}

const EMPTY = {
  format: 'mayday.result/2',
  card: null,
  ending: { kind: 'exit', code: 1 },
  exitCode: 1,
  endSignal: null,
  stage: 'agent_run',
  summary: '',
  rejection: null,
  circular: false,
  diagnosis: null,
  plan: null,
  durationMs: 1000,
  bytesRead: null,
  bytesWritten: null,
  turns: null,
  costUsd: null,
  tokens: null,
  sessionId: null,
  model: null,
  verify: null,
  stages: [],
} as const

const failed = (branch: string, reason: RunResult['reason'], title: string): Said => ({
  status: 'failed',
  reason,
  branch,
  title,
  changedFiles: null,
})

async function withLogin(): ReturnType<typeof freshRepository> {
  const repo = await freshRepository()
  repo.commit('zero', { 'a.txt': 'a\n', 'src/b.txt': 'b\n' })
  repo.git('checkout', '--quiet', '-b', 'fix/login')
  repo.commit('one', { 'a.txt': 'fixed\n' })
  repo.commit('two', { 'c.txt': 'c\n' })
  repo.git('checkout', '--quiet', 'main')
  return repo
}

const squash = ({ git }: GitRepository, branch: string): void => {
  git('merge', '--quiet', '--squash', branch)
  git('commit', '--quiet', '-m', 'squashed')
}

test('unmerged work shows its reason and runs', async () => {
  await using repo = await withLogin()
  repo.git('branch', 'done')
  record(repo.path, [
    failed('fix/login', 'TESTS_FAILED', 'fix the login test'),
    { ...failed('done', null, 'tidy up'), status: 'succeeded' },
    failed('deleted', 'TIMEOUT', 'something lost'),
    failed('fix/login', 'MAX_TURNS', 'fix the login test'),
  ])
  const { code, stdout, stderr } = await mayday(['unmerged'], { cwd: join(repo.path, 'src') })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatchInlineSnapshot(`
    "#4  ✗ failed (MAX_TURNS)  fix/login  2 commits, 2 files, 2 h ago  fix the login…
        before: #1 ✗ failed (TESTS_FAILED)

    git diff main...fix/login  shows the work
    mayday show 4              shows why
    "
  `)
})

test('the dialect gives the words of gza', async () => {
  await using repo = await withLogin()
  record(repo.path, [failed('fix/login', 'TESTS_FAILED', 'a'), failed('fix/login', 'STALLED', 'b')])
  const { stdout } = await mayday(['unmerged', '--dialect', 'gza'], { cwd: repo.path })
  expect(stdout).toContain('#2  ✗ failed  fix/login')
  expect(stdout).toContain('before: #1 ✗ failed (TEST_FAILURE)')
})

test('a squash merge empties the list', async () => {
  await using repo = await withLogin()
  record(repo.path, [failed('fix/login', 'MAX_TURNS', 'fix'), failed('deleted', 'TIMEOUT', 'lost')])
  squash(repo, 'fix/login')
  expect((await mayday(['unmerged'], { cwd: repo.path })).stdout).toContain('Nothing is unmerged')
  const all = await mayday(['unmerged', '--all'], { cwd: repo.path })
  expect(all.stdout).toContain('fix/login (merged)  2 h ago')
  expect(all.stdout).toContain('deleted (gone)  2 h ago')
})

test('uncommitted files of a failed run are shown', async () => {
  await using repo = await freshRepository()
  repo.git('commit', '--quiet', '--allow-empty', '-m', 'zero')
  repo.write({ 'left.txt': 'left' })
  record(repo.path, [{ ...failed('main', 'STALLED', 'fix it'), changedFiles: ['left.txt', 'gone.txt'] }])
  const { stdout } = await mayday(['unmerged'], { cwd: repo.path })
  expect(stdout).toContain('#1  ✗ failed (STALLED)  uncommitted on main  1 file, 2 h ago  fix it')
})

test('JSON names branches, counts and runs', async () => {
  await using repo = await withLogin()
  record(repo.path, [failed('fix/login', 'MAX_TURNS', 'fix the login test')])
  const { stdout } = await mayday(['unmerged', '--json', '--dialect', 'gza'], { cwd: repo.path })
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'mayday.unmerged/1',
    dialect: 'gza',
    main: 'main',
    top: repo.path,
    branches: [
      {
        branch: 'fix/login',
        state: 'unmerged',
        commits: 2,
        files: 2,
        uncommitted: null,
        runs: [
          { run: 1, status: 'failed', reason: 'MAX_TURNS', word: 'MAX_TURNS', title: 'fix the login test' },
        ],
      },
    ],
  })
})

test('a linked work tree answers for its project', async () => {
  await using repo = await withLogin()
  record(repo.path, [failed('fix/login', 'MAX_TURNS', 'fix')])
  const tree = repo.beside('tree')
  repo.git('worktree', 'add', '--quiet', tree.path, 'fix/login')
  mkdirSync(join(tree.path, 'deep'))
  appendFileSync(join(tree.path, 'a.txt'), 'more')
  const { stdout, code } = await mayday(['unmerged'], { cwd: join(tree.path, 'deep') })
  expect(stdout).toContain('#1  ✗ failed (MAX_TURNS)  fix/login  2 commits, 2 files')
  expect(code).toBe(0)
})

test('without git it is a clear error', async () => {
  await using folder = await freshFolder()
  const { code, stderr, stdout } = await mayday(['unmerged'], { cwd: folder.path })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^mayday: .+ is in no work tree of git: .+\.\n$/)
})

test('an unknown main branch is a clear error', async () => {
  await using repo = await withLogin()
  const { code, stderr } = await mayday(['unmerged', '--main', 'nowhere'], { cwd: repo.path })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "mayday: There is no branch 'nowhere' to compare with. See the branches: git branch --all\n",
  })
})

test('a real run is found where its work is', async () => {
  await using repo = await freshRepository()
  repo.commit('zero', { 'a.txt': 'a\n' })
  const agent =
    'git checkout -q -b fix && echo b > b.txt && git add b.txt && git commit -q -m one && git checkout -q main && echo c > c.txt && exit 3'
  const name = {
    GIT_AUTHOR_NAME: 'Ada',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  await mayday(['run', '--', 'sh', '-c', agent], { cwd: repo.path, env: name })
  const { stdout } = await mayday(['unmerged', '--json'], { cwd: repo.path })
  expect(JSON.parse(stdout).branches).toMatchObject([
    {
      branch: 'fix',
      state: 'unmerged',
      commits: 1,
      files: 1,
      uncommitted: { files: ['c.txt'], branch: 'main' },
      runs: [{ run: 1, status: 'failed', changedFiles: ['b.txt', 'c.txt'] }],
    },
  ])
})
