import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Everything about a work tree that a person could notice. */
export type TreeState = {
  /** Every file below the top, including ignored ones: permissions and bytes, or the target of a link. */
  readonly files: Readonly<Record<string, string>>
  readonly status: string
  readonly staged: string
  readonly unstaged: string
}

const ask = (top: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'core.quotePath=true', ...args], {
    cwd: top,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_GLOBAL: '/dev/null' },
    encoding: 'latin1',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

export const treeState = (top: string): TreeState => ({
  files: Object.fromEntries(filesBelow(Buffer.from(top))),
  status: ask(top, 'status', '--porcelain=v2', '--untracked-files=all', '--ignored=matching', '--no-renames'),
  staged: ask(top, 'diff', '--cached', '--binary', '--no-renames'),
  unstaged: ask(top, 'diff', '--binary', '--no-renames'),
})

function filesBelow(folder: Buffer, prefix = ''): readonly (readonly [string, string])[] {
  return readdirSync(folder, { encoding: 'buffer', withFileTypes: true })
    .filter((entry) => entry.name.toString() !== '.git')
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .flatMap((entry) => {
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name])
      const name = prefix + entry.name.toString('latin1')
      return entry.isDirectory() ? filesBelow(path, `${name}/`) : [[name, describe(path)] as const]
    })
}

function describe(path: Buffer): string {
  const { mode } = lstatSync(path)
  if ((mode & 0o170000) === 0o120000) return `link ${readlinkSync(path, { encoding: 'latin1' })}`
  return `${(mode & 0o7777).toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}

/** The parts of a repository that a snapshot must not change. */
export const untouchable = (top: string): Readonly<Record<string, string>> => ({
  index: digest(join(top, '.git/index')),
  head: digest(join(top, '.git/HEAD')),
  headLog: digest(join(top, '.git/logs/HEAD')),
  branches: ask(top, 'for-each-ref', 'refs/heads', 'refs/tags'),
  config: digest(join(top, '.git/config')),
})

const digest = (path: string): string => {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return 'none'
  }
}
