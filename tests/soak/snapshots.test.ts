import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  type Stats,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { restoreSnapshot } from '../../src/recovery/snapshots/restore-snapshot.ts'
import { SnapshotError } from '../../src/recovery/snapshots/snapshot.ts'
import { takeSnapshot } from '../../src/recovery/snapshots/take-snapshot.ts'
import { freshRepository, type GitRepository } from '../git-repository.ts'
import { sampled, sized } from './size.ts'
import { treeState, untouchable, type TreeState } from '../tree-state.ts'

// Hundreds of git processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 })

/** Names that are in each other's way, that pathspecs would misread, and that are ignored. */
const paths = [
  'a',
  'a/b',
  'a/b/c',
  'd',
  'd/e',
  'x y',
  ':(top)',
  '-n',
  'ümlaut',
  'new\nline',
  'a/z.log',
  'top.log',
]
const aPath = fc.constantFrom(...paths)

type Step = (repo: GitRepository) => void

const full = (repo: GitRepository, path: string): string => join(repo.path, path)

/** Null if nothing exists there, or if a folder of the path is a file or a link. */
function look(repo: GitRepository, path: string): Stats | null {
  try {
    return lstatSync(full(repo, path))
  } catch {
    // Whatever the reason, no step can use it.
    return null
  }
}

/** Removes what is in the way, as a person's editor or an agent's script would. */
function makeRoom(repo: GitRepository, path: string): void {
  const words = path.split('/')
  for (const [at] of words.slice(1).entries()) {
    const folder = full(repo, words.slice(0, at + 1).join('/'))
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(folder)
  }
  rmSync(full(repo, path), { recursive: true, force: true })
  mkdirSync(dirname(full(repo, path)), { recursive: true })
}

/** Git says no to some of these, and then nothing has happened. */
const tryGit = (repo: GitRepository, ...args: readonly string[]): void => {
  spawnSync('git', ['--literal-pathspecs', ...args], {
    cwd: repo.path,
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b',
    },
  })
}

const bytes = fc.oneof(
  fc.constantFrom('', 'same\n', 'other\n', 'with\r\nreturns\r\n'),
  fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array)),
)

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(aPath, bytes).map(([path, content]): Step => (repo) => {
      makeRoom(repo, path)
      writeFileSync(full(repo, path), content)
    }),
  },
  fc.tuple(aPath, fc.constantFrom('x y', 'nowhere', '..', 'ümlaut')).map(([path, to]): Step => (repo) => {
    makeRoom(repo, path)
    symlinkSync(to, full(repo, path))
  }),
  {
    weight: 2,
    arbitrary: aPath.map((path): Step => (repo) => {
      if (look(repo, path) !== null) rmSync(full(repo, path), { recursive: true })
    }),
  },
  fc.tuple(aPath, fc.constantFrom(0o644, 0o755, 0o600, 0o444)).map(([path, mode]): Step => (repo) => {
    if (look(repo, path)?.isFile() === true) chmodSync(full(repo, path), mode)
  }),
  {
    weight: 3,
    arbitrary: aPath.map(
      (path): Step =>
        (repo) =>
          tryGit(repo, 'add', '--all', '--', path),
    ),
  },
  aPath.map(
    (path): Step =>
      (repo) =>
        tryGit(repo, 'add', '--intent-to-add', '--', path),
  ),
  aPath.map(
    (path): Step =>
      (repo) =>
        tryGit(repo, 'reset', '--quiet', '--', path),
  ),
  aPath.map(
    (path): Step =>
      (repo) =>
        tryGit(repo, 'rm', '--quiet', '--cached', '-r', '--', path),
  ),
  aPath.map(
    (path): Step =>
      (repo) =>
        tryGit(repo, 'update-index', '--assume-unchanged', '--', path),
  ),
  aPath.map(
    (path): Step =>
      (repo) =>
        tryGit(repo, 'add', '--force', '--', path),
  ),
  fc.constant<Step>((repo) => tryGit(repo, 'commit', '--quiet', '--message', 'step')),
)

const steps = fc.array(aStep, { maxLength: 12 })

const isIgnored = (name: string): boolean => name.endsWith('.log')

/** A snapshot does not contain ignored files, unless they were added to the index. */
function visible(state: TreeState, tracked: ReadonlySet<string>): unknown {
  const files = Object.entries(state.files).filter(([name]) => !isIgnored(name) || tracked.has(name))
  const status = state.status.split('\n').filter((line) => !line.startsWith('!'))
  return { ...state, files, status }
}

const ignoredIn = (state: TreeState): readonly unknown[] =>
  Object.entries(state.files).filter(([name]) => isIgnored(name))

const trackedIn = (repo: GitRepository): ReadonlySet<string> =>
  new Set(execFileSync('git', ['ls-files', '-z'], { cwd: repo.path, encoding: 'latin1' }).split('\0'))

/** Restores, and returns false if an ignored file blocked it and nothing happened. */
async function restored(repo: GitRepository, ref: string, refName: string): Promise<boolean> {
  const before = treeState(repo.path)
  try {
    await restoreSnapshot({ cwd: repo.path, ref }, { before: { refName, message: 'before' }, branch: 'move' })
    return true
  } catch (error) {
    const isRefused = error instanceof SnapshotError && error.code === 'RESTORE_REFUSED'
    if (!isRefused || !error.message.includes('is ignored by git now and blocks')) throw error
    if (!isDeepStrictEqual(treeState(repo.path), before)) throw error
    return false
  }
}

test('any state comes back from any other', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, steps, async (first, second, third) => {
      await using repo = await freshRepository()
      repo.write({ '.gitignore': '*.log\n' })
      for (const step of first) step(repo)
      repo.commit('the start')
      for (const step of second) step(repo)
      const tracked = trackedIn(repo)
      const then = treeState(repo.path)
      const rest = untouchable(repo.path)
      await takeSnapshot({ cwd: repo.path, refName: 'refs/mayday/t/1', message: 'then' })
      expect(untouchable(repo.path)).toEqual(rest)
      expect(treeState(repo.path)).toEqual(then)
      for (const step of third) step(repo)
      const trackedNow = trackedIn(repo)
      const now = treeState(repo.path)
      if (!(await restored(repo, 'refs/mayday/t/1', 'refs/mayday/t/2'))) return
      const after = treeState(repo.path)
      expect(visible(after, tracked)).toEqual(visible(then, tracked))
      const wasTracked = new Set([...tracked, ...trackedNow])
      const untouched = (state: TreeState): unknown =>
        ignoredIn(state).filter((one) => !wasTracked.has(String((one as string[])[0])))
      expect(untouched(after)).toEqual(untouched(now))
      if (!(await restored(repo, 'refs/mayday/t/2', 'refs/mayday/t/3'))) return
      expect(visible(treeState(repo.path), trackedNow)).toEqual(visible(now, trackedNow))
    }),
    { numRuns: sized(250) },
  )
})

const worker = fileURLToPath(new URL('../agents/takes-and-restores.ts', import.meta.url))

/** A git that kills its parent at its nth call. Otherwise it is a real git. */
function deadlyGit(folder: string, at: number): Record<string, string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'calls'), { recursive: true })
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  // Two may start at the same moment, and only one of them makes a folder.
  const count = `n=1; while ! mkdir '${folder}/calls/'$n 2>/dev/null; do n=$((n + 1)); done`
  const script = `#!/bin/sh\n${count}\n[ $n -eq ${at} ] && kill -9 $PPID && exit 1\nexec '${real}' "$@"\n`
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 })
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` }
}

type Work = { readonly repo: GitRepository; readonly what: 'take' | 'restore'; readonly bin: string }

/** How often git was called; killed at the nth call, or never. */
async function runWorker({ repo, what, bin }: Work, at: number): Promise<number> {
  const env = { ...process.env, ...deadlyGit(bin, at) }
  const child = spawn(process.execPath, [worker, what, repo.path], { env, stdio: 'inherit' })
  await new Promise((done) => child.on('close', done))
  expect(child.signalCode).toBe(at === 0 ? null : 'SIGKILL')
  return readdirSync(join(bin, 'calls')).length
}

async function dirtyRepository(): Promise<Awaited<ReturnType<typeof freshRepository>>> {
  const repo = await freshRepository()
  repo.commit('one', { 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitattributes': '*.dos text eol=crlf\n' })
  repo.write({ 'a.txt': 'mine\n', 'c/new.txt': 'n\n', 'x.dos': 'unix\n', 'b.txt': 'staged\n' })
  repo.git('add', 'b.txt')
  return repo
}

/** Every ref leads to objects that are all there, and nobody is locked out. */
function expectSound(repo: GitRepository): void {
  repo.git('fsck', '--connectivity-only', '--no-dangling')
  expect(existsSync(join(repo.path, '.git/index.lock'))).toBe(false)
}

test('killed at any step, a snapshot leaves nothing', async () => {
  await using repo = await dirtyRepository()
  const work: Work = { repo, what: 'take', bin: repo.beside('bin').path }
  const before = { tree: treeState(repo.path), rest: untouchable(repo.path) }
  const calls = await runWorker(work, 0)
  for (const at of sampled(Array.from({ length: calls }, (_, call) => call + 1))) {
    repo.git('update-ref', '-d', 'refs/mayday/t/2')
    await runWorker(work, at)
    expect({ tree: treeState(repo.path), rest: untouchable(repo.path) }).toEqual(before)
    expectSound(repo)
  }
})

const copyOf = (
  repo: GitRepository & { beside: (name: string) => GitRepository },
  name: string,
): GitRepository => {
  const copy = repo.beside(name)
  rmSync(copy.path, { recursive: true, force: true })
  execFileSync('cp', ['-a', repo.path, copy.path])
  return copy
}

const restoreIn = ({ path }: GitRepository, from: number, to: number): Promise<unknown> =>
  restoreSnapshot(
    { cwd: path, ref: `refs/mayday/t/${from}` },
    { before: { refName: `refs/mayday/t/${to}`, message: 'before' } },
  )

test('killed at any step, a restore can be repeated', async () => {
  await using repo = await dirtyRepository()
  const bin = repo.beside('bin').path
  const then = treeState(repo.path)
  await takeSnapshot({ cwd: repo.path, refName: 'refs/mayday/t/1', message: 'then' })
  repo.git('reset', '--quiet', '--hard')
  repo.git('clean', '--quiet', '-d', '--force')
  repo.write({ 'a.txt': 'broken\n', 'junk.txt': 'x\n' })
  const now = treeState(repo.path)
  const before = await runWorker({ repo: copyOf(repo, 'copy'), what: 'take', bin }, 0)
  const all = await runWorker({ repo: copyOf(repo, 'copy'), what: 'restore', bin }, 0)
  expect(all).toBeGreaterThan(before + 15)
  const first = before + 3
  for (const at of sampled(Array.from({ length: all - first + 1 }, (_, call) => first + call))) {
    const copy = copyOf(repo, 'copy')
    await runWorker({ repo: copy, what: 'restore', bin }, at)
    expectSound(copy)
    await restoreIn(copy, 1, 3)
    expect(treeState(copy.path)).toEqual(then)
    await restoreIn(copy, 2, 4)
    expect(treeState(copy.path)).toEqual(now)
  }
})
