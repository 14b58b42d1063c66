import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Project } from '../record/project.ts'
import { freeBytes } from './reserve.ts'
import type { Environment } from './run-folder.ts'

export type LaunchRequest = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly project: Project
  readonly env: Environment
  readonly agent: string | null
  /** The agents that Mayday knows. */
  readonly agentNames: readonly string[]
  /** Set if the project defines this agent. */
  readonly described?: unknown
  /** Whether the task has a separate work tree, which may be anywhere. */
  readonly isOwnTree?: boolean
}

/** A launch that may proceed, with the program's full path, or a short reason why it may not. */
export type LaunchCheck =
  | { readonly kind: 'ready'; readonly program: string; readonly agent: string | null }
  | { readonly kind: 'rejected'; readonly rejection: string }

/** With less free space, the log and the record of a run could fill the disk and break other programs. */
export const LEAST_FREE_BYTES: number = 64 * 1024 * 1024

const rejected = (rejection: string): LaunchCheck => ({ kind: 'rejected', rejection })

/** Checks everything that can be checked before a process is started. */
export function checkLaunch(request: LaunchRequest): LaunchCheck {
  const { argv, cwd, project, env } = request
  const { root } = project
  const named = argv[0] ?? ''
  const place = realFolder(cwd)
  if (place === null) return rejected(`the working directory ${cwd} does not exist`)
  const home = realFolder(root)
  if (home === null) return rejected(`the project folder ${root} does not exist`)
  const trees = realFolder(project.trees)
  const isOurs = isInside(place, home) || (trees !== null && isInside(place, trees))
  if (request.isOwnTree !== true && !isOurs)
    return rejected(`the working directory ${cwd} is outside the project ${root}`)
  const { agent, agentNames, described } = request
  if (agent !== null && described === undefined && !agentNames.includes(agent))
    return rejected(`unknown agent ${agent}`)
  const lowDisk = [root, place, dirname(project.record)].map(checkDisk).find((one) => one !== null)
  if (lowDisk !== undefined) return rejected(lowDisk)
  const found = findProgram(named, place, env)
  if (found.kind === 'missing') return rejected(`command not found: ${named}`)
  if (found.kind === 'not-executable') return rejected(`not executable: ${found.path}`)
  return { kind: 'ready', program: found.path, agent: agent ?? agentOf(named, agentNames) }
}

/** The agent with the name of a program, if it is a known one. */
function agentOf(program: string, agentNames: readonly string[]): string | null {
  const name = program.split('/').at(-1) ?? ''
  return agentNames.find((known) => known === name) ?? null
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    // The folder does not exist or cannot be reached. Nothing can start there in either case.
    return null
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Null if there is enough space, or if the system does not report it. Then the write itself fails. */
function checkDisk(folder: string): string | null {
  const free = freeBytes(folder)
  if (free === null || free >= LEAST_FREE_BYTES) return null
  return `the disk of ${folder} is almost full (${Math.floor(free / 1024 / 1024)} MiB free, ${LEAST_FREE_BYTES / 1024 / 1024} MiB needed)`
}

type Program =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'not-executable'; readonly path: string }
  | { readonly kind: 'missing' }

/**
 * Finds a program by its path, or the first executable with its name on PATH. Relative folders on PATH are skipped: a
 * program is not executed just because it is in the project.
 */
export function findProgram(name: string, cwd: string, env: Environment): Program {
  if (name === '') return { kind: 'missing' }
  const folders = name.includes('/') ? [cwd] : (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const paths = folders.map((folder) => (name.includes('/') ? resolve(folder, name) : join(folder, name)))
  const files = paths.filter(isFile)
  const runnable = files.find(isExecutable)
  if (runnable !== undefined) return { kind: 'found', path: runnable }
  const [first] = files
  return first === undefined ? { kind: 'missing' } : { kind: 'not-executable', path: first }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // The file does not exist, or its folder on PATH cannot be entered. A shell skips both too.
    return false
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // The failed access is the answer.
    return false
  }
}
