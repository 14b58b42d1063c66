/**
 * Runs git in a tree that another party controls.
 *
 * An agent in a sandbox can write to its work tree, including the `.git` in it. A filter, a hook, a file system
 * monitor or an external diff that is configured there would run with the rights of the user who starts git. So git
 * is started with a git dir that only Mayday can write to. Git reads only names and ignore files of the tree.
 */
import { spawn } from 'node:child_process'
import { delimiter, isAbsolute } from 'node:path'
import { fieldsOf, outputOf } from './git.ts'
import type { RawPath } from './path-name.ts'

/** A hanging git must not block a run. */
const TIMEOUT_MS = 30_000

/** Only PATH of this process's environment, without relative folders, which would be resolved in the tree. */
const environment = (gitDir: string): NodeJS.ProcessEnv => ({
  PATH: (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
  HOME: gitDir,
  XDG_CONFIG_HOME: gitDir,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
})

/** Disables everything that could start a program, although no setting of the tree is read. */
const NOTHING_RUNS: readonly string[] = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.pager=cat',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting])

/** Tracked and untracked files. `ls-files` compares no content, so no filter runs. */
const LIST: readonly string[] = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

/**
 * The files of a tree that are tracked by the index in `gitDir` or not ignored; null if git cannot tell. A repository
 * inside the tree is one entry, without the slash.
 */
export async function listFiles(tree: string, gitDir: string): Promise<readonly RawPath[] | null> {
  const place = [
    `--git-dir=${gitDir}`,
    `--work-tree=${tree}`,
    '-C',
    tree,
    '--no-pager',
    '--literal-pathspecs',
  ]
  const child = spawn('git', [...place, ...NOTHING_RUNS, ...LIST], {
    cwd: '/',
    env: environment(gitDir),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const output = await outputOf(child)
  if (output === null) return null
  return [...new Set(fieldsOf(output).map((path) => path.replace(/\/$/, '')))]
}
