/** Lists session files. A missing folder has none. A folder that cannot be read is listed as unreadable. */
import { readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { homeOf, type Env } from '../record/state-home.ts'
import { codeOf } from '../record/plain-file.ts'
import type { FoundSession, Listed, Living, Unreadable } from './session-place.ts'
import { problemOf } from './session-problem.ts'

/** The folder that a variable names, or the default one in the home folder. A relative path in a variable is ignored. */
export function folderOf(env: Env, variables: readonly string[], byDefault: string): string {
  const named = variables.flatMap((name) => env[name] ?? []).find((path) => isAbsolute(path))
  return named ?? join(homeOf(env), byDefault)
}

/** `$XDG_DATA_HOME`, else `~/.local/share`. */
export const dataHome = (env: Env): string => folderOf(env, ['XDG_DATA_HOME'], '.local/share')

const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** The items of a list, up to an error of the system or of a database. The error becomes the last item. */
export function* orUnreadable<T>(path: string, list: () => Iterable<T>): Generator<T | Unreadable> {
  try {
    yield* list()
  } catch (error) {
    const why = problemOf(error)
    if (why === null) throw error
    if (!MISSING.has(codeOf(error))) yield { unreadable: path, why }
  }
}

/** The entries of a folder. Links are not followed: a session file is a regular file in a regular folder. */
export const entriesOf = (folder: string): Generator<Dirent | Unreadable> =>
  orUnreadable(folder, () => readdirSync(folder, { withFileTypes: true }))

/** The names of the folders in a folder, and what could not be read. */
export function* foldersIn(folder: string): Generator<string | Unreadable> {
  for (const entry of entriesOf(folder)) {
    if ('unreadable' in entry) yield entry
    else if (entry.isDirectory()) yield join(folder, entry.name)
  }
}

/** The files of a folder whose names contain the id of a session. An unreadable file ends the list (`orUnreadable`). */
export const sessionsIn = (
  folder: string,
  idOf: (name: string) => string | null,
  more: Pick<FoundSession, 'parent' | 'cwd'> = {},
): Generator<Listed> =>
  orUnreadable(folder, function* () {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const id = entry.isFile() ? idOf(entry.name) : null
      // Not `join`, which would parse the path of the folder for each file.
      if (id !== null) yield* found(`${folder}/${entry.name}`, id, more)
    }
  })

/** `1a2b.jsonl` */
export const jsonlId = (name: string): string | null =>
  name.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : null

/** The sessions of subagents. Those of one session are in a folder with its id, or in one below that. */
export function* subagentsIn(
  folder: string,
  { below = '', parentOf = String }: { below?: string; parentOf?: (name: string) => string } = {},
): Generator<Listed> {
  for (const own of foldersIn(folder))
    if (typeof own === 'string')
      yield* sessionsIn(join(own, below), jsonlId, { parent: parentOf(basename(own)) })
}

/** The session in a file. */
export const sessionAt = (path: string, id: string): Generator<Listed> =>
  orUnreadable(path, () => found(path, id, {}))

/** Nothing if the file has just been removed. */
function* found(
  path: string,
  id: string,
  more: Pick<FoundSession, 'parent' | 'cwd'>,
): Generator<FoundSession> {
  const file = statSync(path, { throwIfNoEntry: false })
  if (file?.isFile() === true)
    yield { key: path, id, path, size: file.size, changedMs: Math.round(file.mtimeMs), ...more }
}

/** For agents whose processes are not known: recent writes decide. */
export const unknownLiving: Living = { isAlive: () => false, isComplete: false }
