import { spawn, type ChildProcess } from 'node:child_process'
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { readPlain } from './plain-file.ts'

/** More than any status or list of changes that a person can use. An agent may leave a million files behind. */
const MAX_BYTES = 64 * 1024 * 1024
/** A status on a cold network disk may take seconds, but a hanging git must not block a run. */
const TIMEOUT_MS = 30_000

/** Git hooks set these variables. They would make git use another repository than the folder's. */
const LOCATION = [
  'DIR',
  'WORK_TREE',
  'INDEX_FILE',
  'COMMON_DIR',
  'OBJECT_DIRECTORY',
  'PREFIX',
  'NAMESPACE',
  'CONFIG',
]

function environment(more: GitSettings['env'] = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // For a git that does not know the option above: a partial clone would start the program that its remote names.
    GIT_ALLOW_PROTOCOL: 'none',
  }
  for (const name of LOCATION) delete env[`GIT_${name}`]
  // A relative folder on PATH would be resolved in the tree, which may contain a program named git.
  env['PATH'] = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter)
  return { ...env, ...more }
}

export type GitSettings = {
  /** Variables for git in addition to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Git's standard error. It is ignored by default. */
  readonly errors?: 'ignore' | 'pipe'
  readonly timeoutMs?: number
}

/**
 * Disables settings by which a repository could start a program: the file system monitor, hooks, a virtual file
 * system (of Microsoft's git) and work in submodules. A bare repository is used only if it is named.
 */
const NOTHING_RUNS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.virtualFilesystem=',
  'submodule.recurse=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting])

/**
 * Starts git without checking the repository. Use `startGit` or `runGit` of run-git.ts instead: they also disable the
 * filters of the repository.
 */
export const spawnGit = (
  args: readonly string[],
  cwd: string,
  input: 'ignore' | 'pipe',
  { env, errors = 'ignore', timeoutMs = TIMEOUT_MS }: GitSettings = {},
): ChildProcess =>
  spawn('git', ['--no-pager', ...NOTHING_RUNS, ...args], {
    cwd,
    env: environment(env),
    stdio: [input, 'pipe', errors],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })

export function outputOf(child: ChildProcess, maxBytes: number = MAX_BYTES): Promise<Buffer | null> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let size = 0
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.on('error', () => done(null))
    child.on('close', (code) => done(code === 0 ? Buffer.concat(chunks) : null))
  })
}

/** Splits NUL-separated output, one character per byte. */
export const fieldsOf = (output: Buffer): readonly string[] => {
  const fields = output.toString('latin1').split('\0')
  if (fields.at(-1) === '') fields.pop()
  return fields
}

/** The place of a folder's repository. A bare one has no top. */
export type GitPlace = {
  readonly top: string | null
  /** HEAD and its log, of this work tree only. */
  readonly dir: string
  /** Branches, shared by all work trees. */
  readonly common: string
}

/** Searches upward for a repository, without starting git. */
export function findGit(cwd: string): GitPlace | null {
  let folder: string
  try {
    folder = realpathSync(cwd)
  } catch {
    // A folder that is gone is in no repository.
    return null
  }
  for (;;) {
    const dir = gitDirOf(join(folder, '.git'))
    if (dir !== null) return { top: folder, dir, common: commonOf(dir) }
    if (isGitDir(folder)) return { top: null, dir: folder, common: commonOf(folder) }
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
}

/** The top of the work tree that contains a folder; null outside of one. */
export const gitTopLevel = (cwd: string): string | null => findGit(cwd)?.top ?? null

/** An empty `.git`, which sandboxes put in its place, is not a repository. A damaged one is, and git reports it. */
const isGitDir = (dir: string): boolean =>
  lstatSync(join(dir, 'HEAD'), { throwIfNoEntry: false }) !== undefined &&
  (has(join(dir, 'objects')) || has(join(dir, 'commondir')))
const isDamaged = (dir: string): boolean => has(join(dir, 'objects')) || has(join(dir, 'HEAD'))
const has = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Parses the file exactly as git does, so that both find the same folder. */
function gitDirOf(path: string): string | null {
  const text = readText(path)
  if (text === null) return isDamaged(path) ? path : null
  const target = /^gitdir: ([^\n\r]+)[\n\r]*$/.exec(text)?.[1]
  return target === undefined ? path : placeFrom(dirname(path), target)
}

function commonOf(dir: string): string {
  const target = readText(join(dir, 'commondir'))?.replace(/[\n\r]+$/, '')
  return target === undefined ? dir : placeFrom(dir, target)
}

/** Resolves links on the way, as the system does: `link/..` is not the folder that contains the link. */
function placeFrom(folder: string, target: string): string {
  const path = isAbsolute(target) ? target : `${folder}/${target}`
  try {
    return realpathSync(path)
  } catch {
    // The path does not exist. The caller finds no file there.
    return path
  }
}

/** What is checked out. */
export type Head = {
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly commit: string | null
}

/** The id of a commit, in SHA-1 or SHA-256. */
export const HASH: RegExp = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Reads HEAD from the repository's files, without starting git; null if they are not enough. */
export function readHead({ dir, common }: GitPlace): Head | null {
  const text = readText(join(dir, 'HEAD'))?.trim()
  if (text === undefined) return null
  if (HASH.test(text)) return { branch: null, commit: text }
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1]
  // A repository with reftable has this word instead.
  if (branch === undefined || branch === '.invalid') return null
  const commit = readBranch(common, branch)
  return commit === undefined ? null : { branch, commit }
}

/** A branch's commit; null if there is no such branch, undefined if its file is invalid. */
export function readBranch(common: string, branch: string): string | null | undefined {
  const loose = readText(join(common, 'refs/heads', branch))?.trim()
  if (loose !== undefined) return HASH.test(loose) ? loose : undefined
  const packed = readText(join(common, 'packed-refs')) ?? ''
  const line = packed.split('\n').find((one) => one.endsWith(` refs/heads/${branch}`))
  return line === undefined ? null : line.slice(0, line.indexOf(' '))
}

function readText(path: string): string | null {
  try {
    return readPlain(realpathSync(path)).toString('utf8')
  } catch {
    // The file is missing, not regular, or not readable. The caller has another way to find out.
    return null
  }
}
