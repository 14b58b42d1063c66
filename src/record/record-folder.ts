/**
 * The folder of a project's record.
 *
 * R1 Only its owner can read or write it. This is checked at every opening, because the record says what to execute.
 * R2 It is made below the state folder and nowhere else. Without a writable state folder there is no record.
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { MaydayError } from '../errors.ts'
import { codeOf } from './replace-file.ts'
import { STATE_VARIABLE } from './state-home.ts'

/** Makes the folder of a record where there is none, and refuses one that others could have written (R1, R2). */
export function prepareRecordFolder(record: string): void {
  makeFolder(dirname(record))
  makeFolder(record)
  checkRecordFolder(record)
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const code = whyUnwritable(path) ?? codeOf(error)
    if (code === '') throw error
    throw refused(
      `Mayday keeps its record in ${path}, and that folder cannot be made (${code}). Set ${STATE_VARIABLE} to a folder that you can write.`,
      error,
    )
  }
}

/** Node reports a read-only file system as ENOENT; the nearest folder that exists has the true answer. */
function whyUnwritable(path: string): string | null {
  if (!existsSync(path)) return dirname(path) === path ? null : whyUnwritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

/** R1. The state folder may be a link that its owner made; a record may not. */
export function checkRecordFolder(record: string): void {
  const home = dirname(record)
  const problem = problemOfHome(home, statSync(home)) ?? problemOfRecord(record, lstatSync(record))
  if (problem !== null) throw refused(problem)
}

/** In a sticky folder like /tmp others can make entries, but neither rename nor delete one of ours. */
function problemOfHome(home: string, found: Stats): string | null {
  const isSticky = (found.mode & 0o1000) !== 0
  if (!found.isDirectory()) return notAFolder(home)
  return (found.mode & 0o022) !== 0 && !isSticky ? openToOthers('write to', home, found.mode) : null
}

function problemOfRecord(record: string, found: Stats): string | null {
  const user = process.geteuid?.()
  if (!found.isDirectory()) return notAFolder(record)
  if (user !== undefined && found.uid !== user)
    return `${record} belongs to user ${found.uid} and you are user ${user}, so Mayday does not use this record. Run Mayday as its owner, or set ${STATE_VARIABLE} to a folder of your own.`
  return (found.mode & 0o077) === 0 ? null : openToOthers('enter', record, found.mode)
}

const notAFolder = (path: string): string =>
  `${path} is not a folder, so Mayday cannot keep its record there. Move it away.`

const openToOthers = (what: string, path: string, mode: number): string =>
  `Other users can ${what} ${path} (mode ${(mode & 0o777).toString(8)}), so Mayday does not use this record. Make it yours alone: chmod 700 ${path}`

const refused = (message: string, cause?: unknown): MaydayError =>
  new MaydayError('RECORD_REFUSED', message, { cause })
