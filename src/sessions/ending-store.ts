/**
 * The endings that hooks have kept: one small file for each session, below `heard` in the user's state folder.
 *
 * E1 A file is written whole and has one writer, so nothing is locked and nobody waits. E2 An ending is reported once:
 * only the process that renames its file reports it. An ending that needs no report is kept under the same suffix as a
 * reported one. So without a `*.json` there is nothing to report, and plugin/hooks/hook.sh relies on that. E3 Only the
 * newest endings are kept. E4 Nothing is kept in a repository.
 */
import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf, readPlain } from '../record/plain-file.ts'
import { makeFolders } from '../record/make-folders.ts'
import { privateFolder } from '../record/private-folder.ts'
import { projectAt } from '../record/project.ts'
import { parseJson } from '../record/schema.ts'
import { stateHome, type Env } from '../record/state-home.ts'
import { writeWhole } from '../record/write-whole.ts'
import { endingSchema, isFailed, type Ending } from './ending.ts'

const NEW = '.json'
const TOLD = '.told'

/** No ending is larger. */
const MOST_BYTES = 64 * 1024
const MOST_ENDINGS = 20
const MOST_PROJECTS = 500

const heardFolder = (env: Env): string => join(stateHome(env), 'heard')

const folderOf = (root: string, env: Env): string =>
  join(heardFolder(env), basename(projectAt(root, env).record))

/** A session keeps its name, so that a later ending replaces an earlier one. */
const nameOf = ({ agent, session }: Ending): string =>
  `${agent}-${createHash('sha256').update(session).digest('hex').slice(0, 16)}`

/** Keeps an ending, unless the same ending was already reported. Returns whether it is new. */
export function keepEnding(ending: Ending, env: Env): boolean {
  const folder = folderOf(ending.root, env)
  if (`${folder}/`.startsWith(`${ending.root}/`)) return false
  privateFolder(heardFolder(env))
  makeFolders(folder)
  const path = join(folder, nameOf(ending))
  const told = readEnding(`${path}${TOLD}`)
  if (told !== null && isSame(told, ending)) return false
  const before = readEnding(`${path}${NEW}`)
  const [now, other] = isFailed(ending) ? [NEW, TOLD] : [TOLD, NEW]
  writeWhole(`${path}${now}`, `${JSON.stringify(ending)}\n`, 'unsynced')
  rmSync(`${path}${other}`, { force: true })
  prune(folder, MOST_ENDINGS)
  prune(heardFolder(env), MOST_PROJECTS)
  return before === null || !isSame(before, ending)
}

const isSame = (one: Ending, other: Ending): boolean =>
  one.status === other.status && one.reason === other.reason && one.turns === other.turns

export type KeptEnding = { readonly path: string; readonly ending: Ending }

/** The newest ending in a project; null if there is none or if it was already reported (E2). */
export function newestEnding(root: string, env: Env): KeptEnding | null {
  const folder = folderOf(root, env)
  const [newest] = namesIn(folder)
    .flatMap((name) => {
      const ending = readEnding(join(folder, name))
      return ending === null || ending.root !== root ? [] : [{ path: join(folder, name), ending }]
    })
    .toSorted((a, b) => Date.parse(b.ending.endedAt) - Date.parse(a.ending.endedAt))
  return newest === undefined || newest.path.endsWith(TOLD) ? null : newest
}

/**
 * E2. False if another process was faster, or if the folder cannot be written: the ending would be reported
 * repeatedly.
 */
export function claimEnding({ path }: KeptEnding): boolean {
  try {
    renameSync(path, `${path.slice(0, -NEW.length)}${TOLD}`)
    return true
  } catch {
    // In both cases this process must not report the ending. The file is unchanged.
    return false
  }
}

/** When a hook of each agent was last called; agents that were not are missing. */
export function lastHeard(env: Env): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (const project of namesIn(heardFolder(env)))
    for (const name of namesIn(join(heardFolder(env), project))) {
      const agent = name.split('-')[0] ?? ''
      newest.set(agent, Math.max(newest.get(agent) ?? 0, changedMs(join(heardFolder(env), project, name))))
    }
  return newest
}

function readEnding(path: string): Ending | null {
  try {
    return parseJson(endingSchema, readPlain(path, MOST_BYTES).toString())
  } catch {
    // The file is missing, too large, or not a regular file: there is no ending.
    return null
  }
}

/** E3. */
function prune(folder: string, most: number): void {
  const names = namesIn(folder)
  if (names.length <= most) return
  const paths = names.map((name) => join(folder, name))
  const byAge = paths.map((path) => ({ path, ms: changedMs(path) })).toSorted((a, b) => b.ms - a.ms)
  for (const { path } of byAge.slice(most)) rmSync(path, { recursive: true, force: true })
}

const changedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === '') throw error
    // The folder is missing or cannot be read: nothing is known.
    return []
  }
}
