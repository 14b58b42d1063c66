/** Lists session files. A folder that is missing has none; one that cannot be read is named. */
import { readdirSync, statSync, type Dirent } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { homeOf, type Env } from '../record/state-home.ts'
import { codeOf } from '../record/plain-file.ts'
import type { FoundSession, Listed, Living } from './session-place.ts'
import { problemOf } from './session-problem.ts'

/** The folder that a variable names, or the default one in the home folder. A relative path in a variable is ignored. */
export function folderOf(env: Env, variables: readonly string[], byDefault: string): string {
  const named = variables.flatMap((name) => env[name] ?? []).find((path) => isAbsolute(path))
  return named ?? join(homeOf(env), byDefault)
}

/** `$XDG_DATA_HOME`, else `~/.local/share`. */
export const dataHome = (env: Env): string => folderOf(env, ['XDG_DATA_HOME'], '.local/share')

const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** The entries of a folder. Links are not followed: a session file is a regular file in a regular folder. */
export function* entriesOf(
  folder: string,
): Generator<Dirent | { readonly unreadable: string; readonly why: string }> {
  try {
    yield* readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const why = problemOf(error)
    if (why === null) throw error
    if (!MISSING.has(codeOf(error))) yield { unreadable: folder, why }
  }
}

/** The names of the folders in a folder, and what could not be read. */
export function* foldersIn(folder: string): Generator<string | Extract<Listed, { unreadable: string }>> {
  for (const entry of entriesOf(folder)) {
    if ('unreadable' in entry) yield entry
    else if (entry.isDirectory()) yield join(folder, entry.name)
  }
}

/** The files of a folder whose names contain the id of a session. */
export function* sessionsIn(
  folder: string,
  idOf: (name: string) => string | null,
  more: Pick<FoundSession, 'parent' | 'cwd'> = {},
): Generator<Listed> {
  for (const entry of entriesOf(folder)) {
    if ('unreadable' in entry) yield entry
    else {
      const id = entry.isFile() ? idOf(entry.name) : null
      // Not `join`, which would look at every character of the folder again.
      if (id !== null) yield* sessionAt(`${folder}/${entry.name}`, id, more)
    }
  }
}

/** The session in a file; nothing if the file has just been removed. */
export function* sessionAt(
  path: string,
  id: string,
  more: Pick<FoundSession, 'parent' | 'cwd'> = {},
): Generator<Listed> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true)
    yield { key: path, id, path, size: found.size, changedMs: Math.round(found.mtimeMs), ...more }
}

/** No process is known: recent writes decide. */
export const unknownLiving: Living = { isAlive: () => false, isComplete: false }
