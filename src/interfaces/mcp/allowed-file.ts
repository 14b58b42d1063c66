/**
 * Opens a file for an agent that asks for it.
 *
 * F1 Only files of the project, of the work trees of its tasks, and the logs of its runs are opened.
 * F2 The real path decides, so a link that leads out is refused.
 * F3 The opened file is the one that was checked, even if a folder on the way is replaced in between.
 */
import { closeSync, fstatSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { realInside } from '../../record/inside-project.ts'
import { codeOf, openPlain } from '../../record/plain-file.ts'
import type { Project } from '../../record/project.ts'

export type AllowedFile = { readonly descriptor: number; readonly modified: Date }

/** The caller closes the descriptor. */
export function openAllowed(path: string, project: Project, cwd: string): AllowedFile {
  const real = realPathOf(path, project, cwd)
  const descriptor = openFile(real, path)
  const opened = fstatSync(descriptor)
  if (isSame(opened, real) && realPathOf(path, project, cwd) === real)
    return { descriptor, modified: opened.mtime }
  closeSync(descriptor)
  throw new MaydayError('FILE_REPLACED', `${path} was replaced while it was opened. Try again.`)
}

function openFile(real: string, path: string): number {
  try {
    return openPlain(real)
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw missing(path, 'may not be read by this user')
    throw codeOf(error) === 'ENOENT' ? missing(path, 'does not exist') : error
  }
}

/** F3. */
function isSame({ dev, ino }: Stats, path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.dev === dev && found.ino === ino
}

/** F1, F2. A path that is outside by its name is refused before anything on the disk is looked at. */
function realPathOf(path: string, project: Project, cwd: string): string {
  if (path.includes('\0')) throw new MaydayError('BAD_PATH', 'The path contains a NUL character.')
  const named = resolve(cwd, path)
  const folder = foldersOf(project).find((one) => isInside(one, named))
  if (folder === undefined) throw outside(path, project)
  const real = existing(named, path)
  const home = foldersOf(project).find((one) => isInside(one, real))
  if (home === undefined) throw outside(path, project)
  return realInside(home, real)
}

function existing(named: string, path: string): string {
  try {
    return realpathSync(named)
  } catch (error) {
    const isKnown = ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))
    throw isKnown ? missing(path, 'does not exist or cannot be reached') : error
  }
}

/** F1. Agents need nothing else in the record. It contains the address of the board, for example. */
const foldersOf = ({ root, record, trees }: Project): readonly string[] =>
  [root, join(record, 'logs'), trees].flatMap((folder) => [folder, realOr(folder)])

function realOr(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    // The folder does not exist, so nothing is inside it.
    return folder
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const outside = (path: string, { root }: Project): MaydayError =>
  new MaydayError(
    'OUTSIDE',
    `${path} is outside the project. Only files in ${root} and the logs of its runs are read. For another output, give its text.`,
  )

const missing = (path: string, why: string): MaydayError =>
  new MaydayError(
    'UNREADABLE_INPUT',
    `${path} ${why}. Check the path: it is relative to the working directory.`,
  )
