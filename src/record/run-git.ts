/**
 * Mayday's own git. Every question to it goes through here, but those about a tree that a sandboxed command has touched
 * (own-git.ts).
 *
 * R1 Nothing is executed because the repository names it: no hook, filter, monitor, pager or remote of its own.
 * R2 Git works on the repository that Mayday has looked at, or not at all. A bare repository is none: it may lie in any
 * folder of a tree.
 * R3 A question about a repository in which git would wait for ever is not asked.
 */
import type { ChildProcess } from 'node:child_process'
import { findObstacle } from './git-obstacle.ts'
import { findGit, outputOf, spawnGit, type GitPlace, type GitSettings } from './git.ts'
import { readLocalSettings } from './local-settings.ts'

export type StartSettings = GitSettings & {
  readonly input?: 'ignore' | 'pipe'
  /** The repository, where it is not the one that holds the folder. */
  readonly place?: GitPlace
}

/** Null where git may not be asked (R2, R3). */
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

/** What git printed; null where it is missing, failed, hung, may not be asked, or printed more than is sensible. */
export async function runGit(
  args: readonly string[],
  cwd: string,
  { input, place }: { readonly input?: string | Buffer; readonly place?: GitPlace | null } = {},
): Promise<Buffer | null> {
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe'
    const child = await startGit(args, cwd, { input: stdin, ...(place ? { place } : {}) })
    // A git that ends before it has read everything has its own exit status to tell it.
    child?.stdin?.on('error', () => undefined).end(input)
    return child === null ? null : await outputOf(child)
  } catch {
    // The folder's name is none, or the system has no process left: the same as no git.
    return null
  }
}

/** The version of git; null where there is no git. */
export async function readGitVersion(): Promise<string | null> {
  const told = await outputOf(spawnGit(['--version'], '/', 'ignore'))
  return /\b\d+\.\d[\d.]*/.exec(told?.toString() ?? '')?.[0] ?? null
}
