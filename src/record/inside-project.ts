/**
 * Where a file of the project really lies.
 *
 * I1 A link may lead to another file of the project and stays a link. One that leads out of the project is refused: it
 * may have come with the repository, and its target is not the project's to write or to show.
 * I2 A folder on the way counts as well: the real path decides, not the last link.
 * I3 Git's own folder is no place for a file of the project: what stands there can be executed.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { MaydayError } from '../errors.ts'
import { codeOf } from './plain-file.ts'

/** A path that leads out of the project, or to nowhere. */
export class LeadsOutError extends MaydayError {
  constructor(path: string, why: string) {
    super('LEADS_OUT', `${path} ${why}`)
  }
}

/** The real path of a file of the project, which need not be there yet; its folder must. */
export function realInside(root: string, path: string): string {
  const named = resolve(root, path)
  const real = realPathOf(named)
  const way = relative(realpathSync(root), real)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new LeadsOutError(
      named,
      `leads out of the project, to ${real}. Mayday does not use it. Put a file of the project in its place.`,
    )
  if (way.split(sep).includes('.git'))
    throw new LeadsOutError(named, `leads into git's own folder, to ${real}. Mayday does not use it.`)
  return real
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new LeadsOutError(
        path,
        `is a link to ${readlinkSync(path)}, and that file is not there. Make it, or remove the link.`,
      )
    return join(realpathSync(dirname(path)), basename(path))
  }
}
