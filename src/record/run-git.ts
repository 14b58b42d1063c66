/**
 * Runs git for Mayday. All git commands go through here, except those in a tree that a sandboxed command has touched
 * (own-git.ts).
 *
 * R1 Nothing is executed because the repository names it: no hook, filter, monitor, pager or remote of the repository.
 * R2 Git works on the repository that Mayday has checked, or not at all. A bare repository does not count: it may be
 * in any folder of a tree.
 * R3 Git is not started in a repository in which it would hang.
 */
import type { ChildProcess } from 'node:child_process'
import { findObstacle } from './git-obstacle.ts'
import { findGit, outputOf, spawnGit, type GitPlace, type GitSettings } from './git.ts'
import { readLocalSettings } from './local-settings.ts'

export type StartSettings = GitSettings & {
  readonly input?: 'ignore' | 'pipe'
  /** The repository, if it is not the one that contains the folder. */
  readonly place?: GitPlace
}

/** Null if git must not be started (R2, R3). */
export async function startGit(
  args: readonly string[],
  cwd: string,
  { input = 'ignore', place, ...settings }: StartSettings = {},
): Promise<ChildProcess | null> {
  const found = place ?? findGit(cwd)
  if (found === null || found.top === null || findObstacle(found) !== null) return null
  const local = await readLocalSettings(found)
  return local === null ? null : spawnGit([...local.options, ...args], cwd, input, settings)
}

/** The output of git; null if git is missing, failed, hung, must not be started, or printed too much. */
export async function runGit(
  args: readonly string[],
  cwd: string,
  { input, place }: { readonly input?: string | Buffer; readonly place?: GitPlace | null } = {},
): Promise<Buffer | null> {
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe'
    const child = await startGit(args, cwd, { input: stdin, ...(place ? { place } : {}) })
    // If git ends before it has read everything, its exit status reports it.
    child?.stdin?.on('error', () => undefined).end(input)
    return child === null ? null : await outputOf(child)
  } catch {
    // The folder's name is invalid, or the system cannot start a process. Both count as no git.
    return null
  }
}

/** The version of git; null if there is no git. */
export async function readGitVersion(): Promise<string | null> {
  const told = await outputOf(spawnGit(['--version'], '/', 'ignore'))
  return /\b\d+\.\d[\d.]*/.exec(told?.toString() ?? '')?.[0] ?? null
}
