import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { MaydayError } from '../../errors.ts'
import { packageRoot } from '../../record/package-root.ts'
import { writeWhole } from '../../record/write-whole.ts'
import { nodeProject, pythonProject, type DemoProject } from './demo-projects.ts'
import { demoTasks, type DemoTask } from './demo-tasks.ts'

/** The demo suite on disk, and the command that plays the agent. */
export type Demo = { readonly suite: string; readonly agent: readonly string[] }

type Repository = { readonly path: string; readonly broken: string; readonly fixed: string }

type Repositories = Readonly<Record<DemoTask['language'], Repository>>

/**
 * Creates the repositories and the task files in a folder. A second call creates the same files and commits, so an
 * interrupted series can continue. Without Python, its tasks run in Node.
 */
export function makeDemo(folder: string): Demo {
  const suite = join(folder, 'demo')
  mkdirSync(suite, { recursive: true })
  const node = makeRepository(folder, nodeProject())
  const python = hasPython() ? makeRepository(folder, pythonProject()) : node
  for (const task of demoTasks)
    writeWhole(
      join(suite, `${task.id}.yaml`),
      stringify(fileOf(task, { node, python }), { lineWidth: 0 }),
      'unsynced',
    )
  const program = join(packageRoot(), 'src/bench/demo/agents/agent.mjs')
  return { suite, agent: [process.execPath, program] }
}

const hasPython = (): boolean => spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0

/** No settings of the machine or the user: a commit has the same id everywhere. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Demo',
  GIT_AUTHOR_EMAIL: 'demo@localhost',
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@localhost',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}

function git(cwd: string, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...GIT_ENVIRONMENT }
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  const why = error?.message ?? stderr.trim()
  throw new MaydayError('DEMO', `The demo's repositories cannot be made, git ${args[0]} failed: ${why}.`)
}

/**
 * Two commits: the bug with its test, and the fix. The repository is created elsewhere and then moved. An existing one
 * stays, because another series may be reading it.
 */
function makeRepository(folder: string, { name, files, mended }: DemoProject): Repository {
  const path = join(folder, 'repositories', name)
  if (!existsSync(path)) {
    const aside = mkdtempSync(join(folder, 'making-'))
    git(aside, 'init', '--quiet', '--initial-branch=main')
    commit(aside, files, `Add ${name} and its tests`)
    commit(aside, Object.fromEntries([mended]), `Mend ${name}`)
    mkdirSync(dirname(path), { recursive: true })
    moveTo(path, aside)
  }
  return { path, broken: git(path, 'rev-parse', 'main~1'), fixed: git(path, 'rev-parse', 'main') }
}

function moveTo(path: string, aside: string): void {
  try {
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    // Another process created the same repository first.
    if (!existsSync(path)) throw error
  }
}

function commit(path: string, files: DemoProject['files'], message: string): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  git(path, 'add', '--all')
  git(path, 'commit', '--quiet', '--message', message)
}

const NO_COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** Long enough for a busy machine to reach the stage, short enough to wait for. */
const SHORT = '3s'

/** The keys of a task file. */
function fileOf(task: DemoTask, repositories: Repositories): Readonly<Record<string, unknown>> {
  const repository = repositories[task.language]
  const { missing, fixed, broken } = { missing: NO_COMMIT, ...repository }
  return {
    id: task.id,
    repo: task.repo === 'missing' ? `${repository.path}-is-not-here` : repository.path,
    commit: task.commit === undefined ? broken : { missing, fixed }[task.commit],
    ...(task.setup === undefined
      ? {}
      : { setup: task.setup.replace(/^node /, `${quoted(process.execPath)} `) }),
    run: repository === repositories.node ? `${quoted(process.execPath)} --test` : 'python3 -m unittest',
    ...(task.short === undefined ? {} : { timeouts: { [task.short]: SHORT } }),
    environment: {
      MAYDAY_DEMO_AGENT: task.agent,
      ...(task.sandbox === undefined ? {} : { DOCKER_HOST: 'unix:///nonexistent/docker.sock' }),
    },
    labels: ['demo', task.language],
    ...(task.sandbox === undefined ? {} : { sandbox: 'docker', image: 'demo' }),
  }
}

const quoted = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
