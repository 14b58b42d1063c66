/**
 * The folder of a project's record.
 *
 * R1 Only its owner can read or write it. This is checked each
 * time it is opened, because the record says what to execute.
 * R2 It is made only below the state folder. Without a writable state folder there is no record.
 */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  realpathSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { makeFolders } from './make-folders.ts'
import { codeOf } from './replace-file.ts'
import { STATE_VARIABLE } from './state-home.ts'

/** Makes the folder of a record if it is missing, and refuses one that other users could have written (R1, R2). */
export function prepareRecordFolder(record: string): void {
  const home = dirname(record)
  checkStateHome(home)
  if (!existsSync(record)) {
    makeFolder(record)
    hideFromGit(home)
  }
  checkRecordFolder(record)
}

/**
 * A person may work in the home folder itself, for example in a
 * repository of dotfiles. Git must not list the record there.
 */
function hideFromGit(home: string): void {
  const ignore = join(home, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: 0o600 })
}

/** Refuses something other than a folder in the place of the state folder. A missing one is fine. */
export function checkStateHome(home: string): void {
  const found = statSync(home, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory())
    throw refused(`${home} is not a folder. Set ${STATE_VARIABLE} to a folder that you can write.`)
}

function makeFolder(path: string): void {
  try {
    makeFolders(path)
  } catch (error) {
    const code = whyUnwritable(path) ?? codeOf(error)
    if (code === '') throw error
    throw refused(
      `Mayday keeps its record in ${path}, and that folder cannot be made (${code}). Set ${STATE_VARIABLE} to a folder that you can write.`,
      error,
    )
  }
}

/** Why nothing can be made below a path, by the nearest existing folder; null if it can. */
export function whyUnwritable(path: string): string | null {
  if (!existsSync(path)) return dirname(path) === path ? null : whyUnwritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

/** R1. The state folder may be a link that its owner made. A record may not. */
export function checkRecordFolder(record: string): void {
  const home = dirname(record)
  const problem = problemOfHome(home, statSync(home)) ?? problemOfRecord(record, lstatSync(record))
  if (problem !== null) throw refused(problem)
}

/** In a sticky folder like /tmp other users can make entries, but cannot rename or delete this user's. */
function problemOfHome(home: string, found: Stats): string | null {
  if (!found.isDirectory()) return notAFolder(home)
  const user = process.geteuid?.()
  if (user !== undefined && found.uid !== user && found.uid !== 0) return ofAnother(home, found.uid, user)
  if ((found.mode & 0o022) !== 0 && !isSticky(found)) return openToOthers('write to', home, found.mode)
  const open = openAbove(realpathSync(home))
  return open === null ? null : openToOthers('write to', open, statSync(open).mode)
}

const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0

/** The nearest parent folder in which all users could rename a part of the path. */
function openAbove(folder: string): string | null {
  const parent = dirname(folder)
  if (parent === folder) return null
  const found = statSync(parent)
  return (found.mode & 0o002) !== 0 && !isSticky(found) ? parent : openAbove(parent)
}

function problemOfRecord(record: string, found: Stats): string | null {
  const user = process.geteuid?.()
  if (!found.isDirectory()) return notAFolder(record)
  if (user !== undefined && found.uid !== user) return ofAnother(record, found.uid, user)
  return (found.mode & 0o077) === 0 ? null : openToOthers('enter', record, found.mode)
}

const ofAnother = (path: string, owner: number, user: number): string =>
  `${path} belongs to user ${owner} and you are user ${user}, so Mayday does not use this record. Run Mayday as its owner, or set ${STATE_VARIABLE} to a folder of your own.`

const notAFolder = (path: string): string =>
  `${path} is not a folder, so Mayday cannot keep its record there. Move it away.`

const openToOthers = (what: string, path: string, mode: number): string =>
  `Other users can ${what} ${path} (mode ${(mode & 0o777).toString(8)}), so Mayday does not use this record. Make it yours alone: chmod 700 ${path}`

const refused = (message: string, cause?: unknown): MaydayError =>
  new MaydayError('RECORD_REFUSED', message, { cause })
