import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectAt } from '../src/record/project.ts'

/** A user without any settings. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  // Every commit would start another process.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
}

export type GitRepository = {
  readonly path: string
  /** The folder of the record if this is a project. */
  readonly record: string
  readonly git: (...args: readonly string[]) => string
  readonly write: (files: Readonly<Record<string, string>>) => void
  /** Writes files and commits everything; returns the commit. */
  readonly commit: (message: string, files?: Readonly<Record<string, string>>) => string
}

/** The commit of the branch that is checked out, without another process; null in a linked work tree. */
function headOf(path: string): string | null {
  try {
    const [, branch] = /^ref: (.*)\n$/.exec(readFileSync(join(path, '.git/HEAD'), 'utf8')) ?? []
    return branch === undefined ? null : readFileSync(join(path, '.git', branch), 'utf8').trim()
  } catch {
    return null
  }
}

const repositoryAt = (path: string): GitRepository => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  }
  const commit = (message: string, files: Readonly<Record<string, string>> = {}): string => {
    write(files)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', message)
    return headOf(path) ?? git('rev-parse', 'HEAD')
  }
  return { path, record: projectAt(path, process.env).record, git, write, commit }
}

/** A new repository on `main` in a fresh folder, with a second folder `other`. Both are removed after the test. */
export async function freshRepository(): Promise<
  GitRepository & { beside: (name: string) => GitRepository } & AsyncDisposable
> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'mayday-git-')))
  mkdirSync(join(folder, 'project'))
  const repository = repositoryAt(join(folder, 'project'))
  repository.git('-c', 'init.defaultBranch=main', 'init', '--quiet')
  return {
    ...repository,
    beside: (name) => repositoryAt(join(folder, name)),
    [Symbol.asyncDispose]: async () => {
      await rm(folder, { recursive: true, force: true })
      await rm(repository.record, { recursive: true, force: true })
    },
  }
}
