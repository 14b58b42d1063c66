import { spawn, type ChildProcess } from 'node:child_process'
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { readPlain } from './plain-file.ts'

/** More than any status or list of changes a person could use; an agent may leave a million files behind. */
const MAX_BYTES = 64 * 1024 * 1024
/** A status over a cold network disk may take seconds; a git that hangs must not hold a run. */
const TIMEOUT_MS = 30_000

/** Set inside a git hook, where they would make git look at another repository than the folder's. */
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
    // For a git that does not know the line above: a partial clone would start what its remote names.
    GIT_ALLOW_PROTOCOL: 'none',
  }
  for (const name of LOCATION) delete env[`GIT_${name}`]
  // A relative folder on PATH would be looked for in the tree, where anything called git may lie.
  env['PATH'] = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter)
  return { ...env, ...more }
}

export type GitSettings = {
  /** What git gets beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** What git says on standard error; nobody listens by default. */
  readonly errors?: 'ignore' | 'pipe'
  readonly timeoutMs?: number
}

/**
 * Settings that a repository could use to start a program, whichever name it chooses: the file system monitor, hooks, a
 * virtual file system (of Microsoft's git) and work in submodules. A bare repository is used only where it is named.
 */
const NOTHING_RUNS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.virtualFilesystem=',
  'submodule.recurse=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting])

/**
 * Starts git without a look at the repository. Use `startGit` or `runGit` of run-git.ts instead: they also switch off
 * the filters of the repository.
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

/** NUL-separated answers, one character for each byte. */
export const fieldsOf = (output: Buffer): readonly string[] => {
  const fields = output.toString('latin1').split('\0')
  if (fields.at(-1) === '') fields.pop()
  return fields
}

/** Where a folder's repository is. A bare one has no top. */
export type GitPlace = {
  readonly top: string | null
  /** HEAD and its log: of this work tree alone. */
  readonly dir: string
  /** Branches: shared by all work trees. */
  readonly common: string
}

/** Looks upward for a repository, without starting git. */
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

/** The top of the work tree that holds a folder; null outside of one. */
export const gitTopLevel = (cwd: string): string | null => findGit(cwd)?.top ?? null

/** An empty `.git`, as sandboxes put in its place, is none. A damaged one is: git will say so. */
const isGitDir = (dir: string): boolean =>
  lstatSync(join(dir, 'HEAD'), { throwIfNoEntry: false }) !== undefined &&
  (has(join(dir, 'objects')) || has(join(dir, 'commondir')))
const isDamaged = (dir: string): boolean => has(join(dir, 'objects')) || has(join(dir, 'HEAD'))
const has = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Read as git reads it: a file that git would understand otherwise must not lead to another folder here. */
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

/** By the links on the way, as the system goes: `link/..` is not where the link stands. */
function placeFrom(folder: string, target: string): string {
  const path = isAbsolute(target) ? target : `${folder}/${target}`
  try {
    return realpathSync(path)
  } catch {
    // Nothing is there, and whoever looks for a file of it finds none.
    return path
  }
}

/** What is checked out. */
export type Head = {
  /** Null where HEAD is detached. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly commit: string | null
}

const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** HEAD by the repository's files, without starting git; null where they do not tell. */
export function readHead({ dir, common }: GitPlace): Head | null {
  const text = readText(join(dir, 'HEAD'))?.trim()
  if (text === undefined) return null
  if (HASH.test(text)) return { branch: null, commit: text }
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1]
  // Repositories that keep their refs in a table leave this word instead.
  if (branch === undefined || branch === '.invalid') return null
  const commit = readBranch(common, branch)
  return commit === undefined ? null : { branch, commit }
}

/** A branch's commit; null where there is no such branch, undefined where its file makes no sense. */
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
    // Missing, no regular file, or not ours to read: whoever asks has another way to find out.
    return null
  }
}
